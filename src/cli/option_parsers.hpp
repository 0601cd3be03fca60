// SPDX-License-Identifier: Apache-2.0
// From the table of options (cli/option_table.hpp) to parsers and their help, and to the options
// that a trace file keeps.
#pragma once

#include <string>

#include "cli/option_table.hpp"

// Only the files that use CLI11 include it: it creates a dozen objects per file before main.
namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
}

namespace skein::cli {

// Adds the options of `command` to its parser. Values are stored in the parts, which must outlive
// the parsing; an invalid value throws UserError.
void add_options(CLI::App& app, Command command, const Parts& parts);

// The given options that change what a schedule means. A trace file keeps them, and a replay
// command needs them.
[[nodiscard]] session::OptionValues schedule_options(const Parts& parts);

// The inverse: sets one of them. Throws UserError if there is no option of that name, or if the
// value does not fit it.
void set_schedule_option(const Parts& parts, const std::string& name, const std::string& value);

// Help in 80 columns, of this parser and its subcommands.
void format_help(CLI::App& app);

// The option of any subcommand whose name is closest to `name`; empty if none is close.
[[nodiscard]] std::string nearest_option(const std::string& name);

}  // namespace skein::cli
