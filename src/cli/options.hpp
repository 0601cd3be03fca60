// SPDX-License-Identifier: Apache-2.0
// The options of the command, in one table: name, argument, range, default and help. What a
// subcommand accepts, how a value is checked and what --help says all come from there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/settings.hpp"

// Included by those alone who use it: it makes a dozen objects in every file, before main.
namespace CLI {  // NOLINT(readability-identifier-naming): not ours
class App;
}

namespace skein::cli {

using namespace session;

// Which subcommands know an option.
enum class Command : std::uint8_t { Check = 1, Graph = 2, Verify = 4, Replay = 8 };

// Adds the options of `command` to its parser. Values are stored in `settings`, which must
// outlive the parsing; a bad one throws UserError.
void add_options(CLI::App& app, Command command, Settings& settings);

// The options that were given and change what a schedule means, by name without the dashes; a flag
// has the value "true". What a trace file keeps, and what a command that replays needs.
using OptionValues = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] OptionValues schedule_options(const Settings& settings);

// The inverse: sets one of them. Throws UserError if there is none of that name, or if the value
// does not fit it.
void set_schedule_option(Settings& settings, const std::string& name, const std::string& value);

// Help in 80 columns, of this parser and its subcommands.
void format_help(CLI::App& app);

// The option of any subcommand whose name is most like `name`; empty if none is near.
[[nodiscard]] std::string nearest_option(const std::string& name);

}  // namespace skein::cli
