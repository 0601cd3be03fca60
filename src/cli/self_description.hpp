// SPDX-License-Identifier: Apache-2.0
// The man page, and completions for shells. All are made from the parsers of the subcommands, which
// are made from the table of options: every option is in all of them, and in --help.
#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
}

namespace skein::cli {

// skein(1), for man.
[[nodiscard]] std::string man_page(const CLI::App& app);

// To be sourced by the shell; "bash" or "zsh". Throws UserError for others.
[[nodiscard]] std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace skein::cli
