// SPDX-License-Identifier: Apache-2.0
// The table of options against the settings of the commands, and the way of options into a trace
// and back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cli/option_parsers.hpp"
#include "core/ensure.hpp"

namespace skein::cli {

namespace {

template <class Settings>
void expect_fields(Command command) {
  Settings settings;
  const Parts parts = parts_of(settings);
  for (const Option& option : options()) {
    if (!option.is_for(command)) continue;
    EXPECT_FALSE(std::holds_alternative<std::monostate>(option.field(parts))) << option.key;
  }
}

TEST(OptionTable, EveryOptionOfACommandHasItsField) {
  expect_fields<session::CheckSettings>(Command::Check);
  expect_fields<session::VerifySettings>(Command::Verify);
  expect_fields<session::ReplaySettings>(Command::Replay);
  expect_fields<session::GraphSettings>(Command::Graph);
}

// A value that each kind of field takes.
std::string some_value(const Option& option, const Parts& parts) {
  const Field field = option.field(parts);
  if (std::holds_alternative<Flag>(field)) return "true";
  if (std::holds_alternative<Number>(field)) return std::to_string(option.lowest + 2);
  if (std::holds_alternative<Decimal>(field)) return "0.5";
  if (std::holds_alternative<Defines>(field)) return "NAME=VALUE";
  return "text of " + std::string(option.key);
}

TEST(OptionTable, NoTwoOptionsShareAField) {
  for (const Option& given : options()) {
    session::CheckSettings settings;
    const Parts parts = parts_of(settings);
    if (!given.is_for(Command::Check)) continue;
    set(given, parts, some_value(given, parts));
    for (const Option& other : options()) {
      EXPECT_EQ(values_of(other, parts).empty(), other.key != given.key)
          << given.key << " and " << other.key;
    }
  }
}

TEST(ScheduleOptions, ComeBackFromATrace) {
  session::CheckSettings given;
  const Parts parts = parts_of(given);
  for (const Option& option : options()) {
    if (option.is_for(Command::Check)) set(option, parts, some_value(option, parts));
  }
  set(option_with("cflags"), parts, "a second one");
  const session::OptionValues values = schedule_options(parts);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; }));
  session::ReplaySettings read;
  for (const auto& [name, value] : values) set_schedule_option(parts_of(read), name, value);
  EXPECT_EQ(schedule_options(parts_of(read)), values);
  EXPECT_EQ(read.program.cflags, given.program.cflags);
  EXPECT_EQ(read.bounds.max_steps, given.bounds.max_steps);
  EXPECT_EQ(read.native.max_step_seconds, given.native.max_step_seconds);
  EXPECT_TRUE(read.native.leaks);
  // What says nothing about a schedule does not travel.
  EXPECT_FALSE(read.output.json);
}

TEST(ScheduleOptions, OthersAndBadValuesAreRefused) {
  session::ReplaySettings settings;
  const Parts parts = parts_of(settings);
  EXPECT_THROW(set_schedule_option(parts, "json", "a.json"), UserError);
  EXPECT_THROW(set_schedule_option(parts, "max-steps", "0"), UserError);
  EXPECT_THROW(set_schedule_option(parts, "max-steps", "ten"), UserError);
  EXPECT_THROW(set_schedule_option(parts, "leaks", "yes"), UserError);
  EXPECT_THROW(set_schedule_option(parts, "max-step-seconds", "-1"), UserError);
  EXPECT_TRUE(schedule_options(parts).empty());
}

TEST(ScheduleOptions, AValueReplacesAllOthersAndKeepsTheOrder) {
  session::OptionValues values{{"cflags", "-O2"}, {"races", "off"}, {"races", "report"}};
  session::set_option(values, "races", "explore");
  session::set_option(values, "max-steps", "7");
  EXPECT_EQ(values,
            (session::OptionValues{{"cflags", "-O2"}, {"max-steps", "7"}, {"races", "explore"}}));
}

}  // namespace

}  // namespace skein::cli
