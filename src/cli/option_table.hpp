// SPDX-License-Identifier: Apache-2.0
// The table of options: name, argument, range, default and help of each, and the settings field
// that it sets. What a subcommand accepts, how a value is checked and what --help prints all come
// from here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "session/settings.hpp"

namespace skein::cli {

// The subcommands that have an option.
enum class Command : std::uint8_t { Check = 1, Graph = 2, Verify = 4, Replay = 8, Prove = 16 };

// The parts of one command's settings; null: the command has no such part.
struct Parts {
  session::ProgramSettings* program = nullptr;
  session::NativeSettings* native = nullptr;
  session::BoundSettings* bounds = nullptr;
  session::BudgetSettings* budget = nullptr;
  session::ExplorerSettings* explorer = nullptr;
  session::CheckpointSettings* checkpoint = nullptr;
  session::PrefixSettings* prefix = nullptr;
  session::PropertySettings* properties = nullptr;
  session::AnalysisSettings* analysis = nullptr;
  session::AcceptanceSettings* acceptance = nullptr;
  session::OutputSettings* output = nullptr;
  session::ScheduleSettings* schedule = nullptr;
  session::DrawingSettings* drawing = nullptr;
};

[[nodiscard]] Parts parts_of(session::CheckSettings& settings);
[[nodiscard]] Parts parts_of(session::VerifySettings& settings);
[[nodiscard]] Parts parts_of(session::ProveSettings& settings);
[[nodiscard]] Parts parts_of(session::ReplaySettings& settings);
[[nodiscard]] Parts parts_of(session::GraphSettings& settings);

using Flag = bool*;
using Number = std::optional<std::uint64_t>*;
using Decimal = std::optional<double>*;
using Text = std::optional<std::string>*;
using Texts = std::vector<std::string>*;
using Defines = std::vector<std::pair<std::string, std::string>>*;
using Field = std::variant<std::monostate, Flag, Number, Decimal, Text, Texts, Defines>;

struct Option {
  std::string_view key;   // the sort key of the table
  std::string_view name;  // in CLI11's syntax
  std::string_view argument;
  Field (*field)(const Parts& parts);  // monostate: these parts do not have it
  std::uint64_t lowest;
  std::uint64_t highest;
  std::string_view standard;  // the default, for people
  unsigned commands;
  std::string_view help;

  [[nodiscard]] bool is_for(Command command) const {
    return (commands & static_cast<unsigned>(command)) != 0;
  }
  [[nodiscard]] std::string_view long_name() const {
    const std::size_t comma = name.find(',');
    return comma == std::string_view::npos ? name : name.substr(comma + 1);
  }
};

[[nodiscard]] std::span<const Option> options();

// REQUIRES: the option exists.
[[nodiscard]] const Option& option_with(std::string_view key);

// Sets the option's field; lists grow. A flag's value is "true". Throws UserError if the value does
// not fit the option. REQUIRES: the parts have the field.
void set(const Option& option, const Parts& parts, const std::string& value);

// The values with which set() would restore the field; empty if the option was not given.
[[nodiscard]] std::vector<std::string> values_of(const Option& option, const Parts& parts);

}  // namespace skein::cli
