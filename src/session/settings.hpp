// SPDX-License-Identifier: Apache-2.0
// What the user asked for, as the sessions get it. The table of options (cli/options) fills it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skein::session {

// What the user asked for. An optional is empty when the option was not given.
struct Settings {
  std::string file;
  std::vector<std::string> more_files;  // of a program made of several sources
  std::vector<std::string> arguments;   // after --, for the program itself
  std::vector<std::string> cflags;      // each as it was given, maybe several flags in one
  std::optional<std::string> checkpoint;
  std::optional<double> checkpoint_seconds;
  std::optional<std::string> compiler;
  std::optional<std::uint64_t> core;
  // -D NAME=VALUE, in order; the value is empty for -D NAME.
  std::vector<std::pair<std::string, std::string>> defines;
  std::optional<std::uint64_t> depth;
  std::optional<std::string> explorer;
  bool fail_on_exit = false;
  bool gdb = false;
  bool valgrind = false;
  std::vector<std::string> gdb_commands;
  std::optional<std::string> html;
  std::optional<std::string> json;
  std::optional<std::string> junit;
  std::optional<std::string> k;
  std::optional<std::string> cutoffs;
  bool leaks = false;
  std::optional<std::uint64_t> max_events;
  std::optional<std::uint64_t> max_heap;
  std::optional<std::uint64_t> max_memory;
  std::optional<std::uint64_t> max_preemptions;
  std::optional<std::uint64_t> max_runs;
  std::optional<double> max_seconds;
  std::optional<double> max_step_seconds;
  std::optional<std::uint64_t> max_steps;
  std::optional<std::uint64_t> max_switches;
  std::optional<std::uint64_t> memory;
  bool compact = false;
  std::optional<std::string> granularity;
  bool uninitialised = false;
  bool no_livelocks = false;
  bool no_color = false;
  std::optional<std::string> nondet;
  std::optional<std::string> order;
  std::optional<std::string> output;
  bool overflow = false;
  bool paranoid = false;
  bool quiet = false;
  std::optional<std::string> races;
  std::optional<std::string> reset;
  std::optional<std::string> resume;
  std::optional<std::uint64_t> runs;
  std::optional<std::string> sarif;
  std::optional<std::string> schedule;
  std::optional<std::uint64_t> seed;
  bool show_output = false;
  std::optional<std::uint64_t> spin_bound;
  bool spurious_wakeups = false;
  bool stop_at_first = false;
  std::vector<std::string> stubs;  // NAME=VALUE
  std::optional<std::string> trust_unseen;
  std::optional<std::string> traces;
  std::optional<std::string> watch;
};

inline constexpr std::uint64_t kDefaultMaxSteps = 10'000;
inline constexpr std::uint64_t kDefaultMaxEvents = 500;

}  // namespace skein::session
