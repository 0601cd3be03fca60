// SPDX-License-Identifier: Apache-2.0
// From the table of options (cli/option_table.hpp) to parsers and their help, and to what a trace
// file keeps of a command.
#pragma once

#include <string>

#include "cli/option_table.hpp"

// Included by those alone who use it: it makes a dozen objects in every file, before main.
namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
}

namespace skein::cli {

// Adds the options of `command` to its parser. Values are stored in the parts, which must outlive
// the parsing; a bad one throws UserError.
void add_options(CLI::App& app, Command command, const Parts& parts);

// The options that were given and change what a schedule means. What a trace file keeps, and what a
// command that replays needs.
[[nodiscard]] session::OptionValues schedule_options(const Parts& parts);

// The inverse: sets one of them. Throws UserError if there is none of that name, or if the value
// does not fit it.
void set_schedule_option(const Parts& parts, const std::string& name, const std::string& value);

// Help in 80 columns, of this parser and its subcommands.
void format_help(CLI::App& app);

// The option of any subcommand whose name is most like `name`; empty if none is near.
[[nodiscard]] std::string nearest_option(const std::string& name);

}  // namespace skein::cli
