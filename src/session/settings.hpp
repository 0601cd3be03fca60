// SPDX-License-Identifier: Apache-2.0
// What the user asked for, as the sessions receive it: one struct per command, made of parts that
// commands share. The table of options (src/cli/option_table.cpp) fills them.
//
// An optional is empty when the option was not given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace skein::session {

// Names without dashes, and values; a flag has the value "true". Sorted by name.
using OptionValues = std::vector<std::pair<std::string, std::string>>;

// Makes `value` the only value of the option.
void set_option(OptionValues& options, const std::string& name, const std::string& value);

// The program under test, and the options that define its runs.
struct ProgramSettings {
  std::string file;
  std::vector<std::string> more_files;  // of a program made of several sources
  std::vector<std::string> arguments;   // after --, for the program itself
  std::string command;                  // the whole command, as a shell takes it; may be empty
  // -D NAME=VALUE, in order; the value is empty for -D NAME.
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::string> cflags;  // as given, possibly several flags in one
  std::optional<std::string> compiler;
  std::optional<std::string> nondet;
  std::optional<std::string> races;
  std::optional<std::string> reduce;
  bool spurious_wakeups = false;
  // What else is an unknown input: the program's arguments, with the greatest number of them; what
  // it reads; local variables that it does not initialise.
  std::optional<std::uint64_t> unknown_arguments;
  bool unknown_input = false;
  bool unknown_locals = false;
  // The given options that change what a schedule means: trace files and replay commands repeat
  // them, a checkpoint compares them.
  OptionValues schedule_options;
};

// --reduce: whether operations count by their outcome: idle ones only look (core/outcome.hpp), and
// whether sections of locks that have nothing in common have no order (docs/equivalence.md).
[[nodiscard]] bool reduces_by_outcome(const ProgramSettings& program);
[[nodiscard]] bool reduces_sections(const ProgramSettings& program);

// Makes what the program reads unknown input, in its traces too.
void take_unknown_input(ProgramSettings& program);

// How a real program is run.
struct NativeSettings {
  std::optional<std::uint64_t> core;
  bool fail_on_exit = false;
  bool leaks = false;
  std::optional<std::uint64_t> max_heap;
  std::optional<double> max_step_seconds;
  std::optional<std::string> reset;
  bool show_output = false;
  std::optional<std::string> signals;
  std::optional<std::uint64_t> snapshot_memory;
  std::optional<std::string> snapshots;
  std::optional<std::uint64_t> spin_bound;
  std::optional<std::string> trust_unseen;
};

// Bounds: where runs are cut.
struct BoundSettings {
  std::optional<std::uint64_t> max_preemptions;
  std::optional<std::uint64_t> max_steps;
  std::optional<std::uint64_t> max_switches;
};

// Budgets: where the work stops.
struct BudgetSettings {
  std::optional<std::uint64_t> max_memory;
  std::optional<std::uint64_t> max_runs;
  std::optional<double> max_seconds;
  bool stop_at_first = false;
  std::optional<double> witness_seconds;
};

// The explorer and its options.
struct ExplorerSettings {
  std::optional<std::string> name;
  std::optional<std::uint64_t> depth;
  std::optional<std::string> k;
  bool paranoid = false;
  std::optional<std::uint64_t> runs;
  std::optional<std::uint64_t> seed;
};

struct CheckpointSettings {
  std::optional<std::string> file;
  std::optional<std::string> resume;
  std::optional<double> seconds;
};

// How a complete prefix is built.
struct PrefixSettings {
  bool compact = false;
  std::optional<std::string> cutoffs;
  std::optional<std::string> granularity;
  std::optional<std::uint64_t> memory;
  std::optional<std::string> order;
  std::vector<std::string> stubs;  // NAME=VALUE
};

// What counts as a bug for `skein verify` alone.
struct PropertySettings {
  bool no_livelocks = false;
  bool overflow = false;
  bool uninitialised = false;
};

// Where a report goes, and how it looks.
struct OutputSettings {
  std::optional<std::string> html;
  std::optional<std::string> json;
  std::optional<std::string> junit;
  bool no_color = false;
  bool quiet = false;
  std::optional<std::string> sarif;
  std::optional<std::string> traces;
  bool verbose = false;
};

// Which findings do not fail.
struct AcceptanceSettings {
  std::optional<std::string> baseline;    // a JSON report
  std::optional<std::string> fail_on;     // kinds
  std::vector<std::string> suppressions;  // files
};

// The one schedule of `skein replay`, and the tool that follows it.
struct ScheduleSettings {
  bool gdb = false;
  std::vector<std::string> gdb_commands;
  std::optional<std::string> schedule;
  bool valgrind = false;
  std::optional<std::string> watch;
};

struct DrawingSettings {
  bool all_inputs = false;
  std::optional<std::uint64_t> max_events;
  std::optional<std::string> file;
};

struct CheckSettings {
  ProgramSettings program;
  NativeSettings native;
  BoundSettings bounds;
  BudgetSettings budget;
  ExplorerSettings explorer;
  CheckpointSettings checkpoint;
  AcceptanceSettings acceptance;
  OutputSettings output;
};

struct VerifySettings {
  ProgramSettings program;
  PrefixSettings prefix;
  PropertySettings properties;
  BudgetSettings budget;
  AcceptanceSettings acceptance;
  OutputSettings output;
};

// How local code is analysed by `skein prove`.
struct AnalysisSettings {
  std::optional<double> refine_seconds;
  bool accesses_are_events = false;  // --granularity access
  std::optional<std::uint64_t> widen;
};

struct ProveSettings {
  ProgramSettings program;
  PrefixSettings prefix;
  PropertySettings properties;
  AnalysisSettings analysis;
  BudgetSettings budget;
  AcceptanceSettings acceptance;
  OutputSettings output;
};

struct ReplaySettings {
  ProgramSettings program;
  NativeSettings native;
  BoundSettings bounds;
  ScheduleSettings schedule;
  OutputSettings output;
};

struct GraphSettings {
  ProgramSettings program;
  NativeSettings native;
  BoundSettings bounds;
  ExplorerSettings explorer;
  PrefixSettings prefix;
  DrawingSettings drawing;
};

inline constexpr std::uint64_t kDefaultMaxSteps = 10'000;
inline constexpr std::uint64_t kDefaultMaxEvents = 500;

}  // namespace skein::session
