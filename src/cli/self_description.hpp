// SPDX-License-Identifier: Apache-2.0
// What skein says about its own command line: a man page, and completions for shells. All of it is
// made from the parsers of the subcommands, which are made from the table of options: an option
// that exists is in all three, and in --help.
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
