// SPDX-License-Identifier: Apache-2.0
#include "cli/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/ensure.hpp"
#include "core/plan.hpp"
#include "report/words/text.hpp"

namespace skein::cli {

namespace {

using session::AcceptanceSettings;
using session::AnalysisSettings;
using session::BoundSettings;
using session::BudgetSettings;
using session::CheckpointSettings;
using session::DrawingSettings;
using session::ExplorerSettings;
using session::NativeSettings;
using session::OutputSettings;
using session::PrefixSettings;
using session::ProgramSettings;
using session::PropertySettings;
using session::ScheduleSettings;

// How a row of the table names its field: in_program<&ProgramSettings::cflags>.
template <auto Part, auto Member>
Field field_of(const Parts& parts) {
  if (parts.*Part == nullptr) return {};
  return &((parts.*Part)->*Member);
}
template <auto Member>
constexpr auto in_program = &field_of<&Parts::program, Member>;
template <auto Member>
constexpr auto in_native = &field_of<&Parts::native, Member>;
template <auto Member>
constexpr auto in_bounds = &field_of<&Parts::bounds, Member>;
template <auto Member>
constexpr auto in_budget = &field_of<&Parts::budget, Member>;
template <auto Member>
constexpr auto in_explorer = &field_of<&Parts::explorer, Member>;
template <auto Member>
constexpr auto in_checkpoint = &field_of<&Parts::checkpoint, Member>;
template <auto Member>
constexpr auto in_prefix = &field_of<&Parts::prefix, Member>;
template <auto Member>
constexpr auto in_properties = &field_of<&Parts::properties, Member>;
template <auto Member>
constexpr auto in_analysis = &field_of<&Parts::analysis, Member>;
template <auto Member>
constexpr auto in_acceptance = &field_of<&Parts::acceptance, Member>;
template <auto Member>
constexpr auto in_output = &field_of<&Parts::output, Member>;
template <auto Member>
constexpr auto in_schedule = &field_of<&Parts::schedule, Member>;
template <auto Member>
constexpr auto in_drawing = &field_of<&Parts::drawing, Member>;

constexpr unsigned kCheck = static_cast<unsigned>(Command::Check);
constexpr unsigned kGraph = static_cast<unsigned>(Command::Graph);
constexpr unsigned kReplay = static_cast<unsigned>(Command::Replay);
constexpr unsigned kVerify = static_cast<unsigned>(Command::Verify);
constexpr unsigned kProve = static_cast<unsigned>(Command::Prove);
constexpr unsigned kProofs = kVerify | kProve;
constexpr unsigned kBoth = kCheck | kGraph;
constexpr unsigned kRuns = kBoth | kReplay;
constexpr unsigned kAll = kRuns | kProofs;
constexpr unsigned kReports = kCheck | kProofs;
constexpr unsigned kOutputs = kReports | kReplay;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostBound = kUnbounded - 1ULL;
constexpr std::uint64_t kMostMegabytes = 1ULL << 40U;
constexpr std::uint64_t kMostHeap = 1ULL << 20U;
constexpr std::uint64_t kMostCore = 4095;
constexpr std::uint64_t kMostDepth = 1000;
constexpr std::uint64_t kMostGraph = 20'000;

// clang-format off
constexpr std::array kOptions{
  Option{"D", "-D", "NAME=VALUE", in_program<&ProgramSettings::defines>, 0, 0, "", kAll,
      "set a parameter of the model, or a macro of C and C++ sources; may be repeated"},
  Option{"all-inputs", "--all-inputs", "",
      in_drawing<&DrawingSettings::all_inputs>, 0, 0, "", kGraph,
      "sources: draw the abstract unfolding that prove builds"},
  Option{"baseline", "--baseline", "FILE",
      in_acceptance<&AcceptanceSettings::baseline>, 0, 0, "", kReports,
      "a report of --json: the findings in it are known and do not fail, only new ones do"},
  Option{"cflags", "--cflags", "FLAGS", in_program<&ProgramSettings::cflags>, 0, 0, "", kAll,
      "sources: more flags for the compiler; may be repeated"},
  Option{"checkpoint", "--checkpoint", "FILE",
      in_checkpoint<&CheckpointSettings::file>, 0, 0, "", kCheck,
      "save the exploration periodically, for --resume"},
  Option{"checkpoint-seconds", "--checkpoint-seconds", "S",
      in_checkpoint<&CheckpointSettings::seconds>, 0, 0, "10",
      kCheck, "how often"},
  Option{"compact", "--compact", "", in_prefix<&PrefixSettings::compact>, 0, 0, "", kVerify,
      "keep of each state only a hash: less memory, and a proof only as good as the hash"},
  Option{"compiler", "--compiler", "NAME",
      in_program<&ProgramSettings::compiler>, 0, 0, "gcc, g++", kAll,
      "sources: gcc or clang, with a version or a path if you like"},
  Option{"core", "--core", "N", in_native<&NativeSettings::core>, 0, kMostCore, "none", kRuns,
      "real programs: let skein and the program share this processor core"},
  Option{"cutoffs", "--cutoffs", "on|off", in_prefix<&PrefixSettings::cutoffs>, 0, 0, "on",
      kProofs | kGraph, "go on where a state is known already (off), or not (on); graph: draw what "
      "verify builds"},
  Option{"depth", "--depth", "D", in_explorer<&ExplorerSettings::depth>, 1, kMostDepth, "3", kCheck,
      "pct: how many ordering constraints the bug may need"},
  Option{"explorer", "-e,--explorer", "NAME",
      in_explorer<&ExplorerSettings::name>, 0, 0, "qpor", kBoth,
      "qpor, optimal, event, source, exhaustive, random or pct"},
  Option{"fail-on", "--fail-on", "KINDS",
      in_acceptance<&AcceptanceSettings::fail_on>, 0, 0, "all", kReports,
      "only findings of these kinds fail (race,deadlock,...; none); others are reported"},
  Option{"fail-on-exit", "--fail-on-exit", "",
      in_native<&NativeSettings::fail_on_exit>, 0, 0, "", kRuns,
      "real programs: an exit status other than 0 is a bug"},
  Option{"gdb", "--gdb", "", in_schedule<&ScheduleSettings::gdb>, 0, 0, "", kReplay,
      "real programs: stop at the failing step in gdb; next-step and prev-step move on and back"},
  Option{"gdb-command", "--gdb-command", "COMMAND",
      in_schedule<&ScheduleSettings::gdb_commands>, 0, 0, "", kReplay,
      "with --gdb: execute this and end, instead of asking; may be repeated"},
  Option{"granularity", "--granularity", "WHAT",
      in_prefix<&PrefixSettings::granularity>, 0, 0, "access; prove: sync",
      kProofs | kGraph, "what is one step: an access, a statement (not for prove; it hides what "
      "happens between its accesses), or all between two synchronisations (sync, for prove)"},
  Option{"html", "--html", "FILE", in_output<&OutputSettings::html>, 0, 0, "", kOutputs,
      "write the report as one HTML page with interactive schedules; - is the standard output"},
  Option{"json", "--json", "FILE", in_output<&OutputSettings::json>, 0, 0, "", kOutputs,
      "write the report as JSON; - is the standard output"},
  Option{"junit", "--junit", "FILE", in_output<&OutputSettings::junit>, 0, 0, "", kOutputs,
      "write the report as JUnit XML, for CI; - is the standard output"},
  Option{"k", "-k", "N|optimal", in_explorer<&ExplorerSettings::k>, 0, 0, "optimal", kCheck,
      "qpor: k-partial alternatives; small k, cheaper steps, more redundant runs"},
  Option{"leaks", "--leaks", "", in_native<&NativeSettings::leaks>, 0, 0, "", kCheck | kReplay,
      "real programs: memory that is not freed at the end is a bug"},
  Option{"max-events", "--max-events", "N",
      in_drawing<&DrawingSettings::max_events>, 1, kMostGraph, "500", kGraph,
      "refuse to draw more events than this"},
  Option{"max-heap", "--max-heap", "MB",
      in_native<&NativeSettings::max_heap>, 1, kMostHeap, "1024", kRuns,
      "real programs: how much memory each thread may allocate"},
  Option{"max-memory", "--max-memory", "MB",
      in_budget<&BudgetSettings::max_memory>, 1, kMostMegabytes, "three quarters of the machine's",
      kReports, "stop when skein uses more memory"},
  Option{"max-preemptions", "--max-preemptions", "N",
      in_bounds<&BoundSettings::max_preemptions>, 1, kMostBound,
      "none", kRuns, "cut runs that take an agent off more often while it could go on"},
  Option{"max-runs", "--max-runs", "N",
      in_budget<&BudgetSettings::max_runs>, 1, kMost, "none", kCheck,
      "stop after N runs"},
  Option{"max-seconds", "--max-seconds", "S",
      in_budget<&BudgetSettings::max_seconds>, 0, 0, "none", kReports,
      "stop after S seconds"},
  Option{"max-step-seconds", "--max-step-seconds", "S",
      in_native<&NativeSettings::max_step_seconds>, 0, 0, "5", kRuns,
      "real programs: a thread that computes longer without a visible operation is stuck"},
  Option{"max-steps", "--max-steps", "N", in_bounds<&BoundSettings::max_steps>, 1, kMostBound,
      "10000; real programs: 1000000", kRuns, "cut runs that are longer"},
  Option{"max-switches", "--max-switches", "N",
      in_bounds<&BoundSettings::max_switches>, 1, kMostBound, "none", kRuns,
      "cut runs with more context switches"},
  Option{"memory", "--memory", "MB",
      in_prefix<&PrefixSettings::memory>, 1, kMostMegabytes, "none", kVerify,
      "how much memory known states may take; then they are forgotten, which costs time only"},
  Option{"no-color", "--no-color", "",
      in_output<&OutputSettings::no_color>, 0, 0, "", kReports | kReplay,
      "no colours, as with NO_COLOR in the environment"},
  Option{"no-livelocks", "--no-livelocks", "",
      in_properties<&PropertySettings::no_livelocks>, 0, 0, "", kVerify,
      "a loop that waits for something that will never happen is not a bug"},
  Option{"nondet", "--nondet", "A..B", in_program<&ProgramSettings::nondet>, 0, 0, "",
      kRuns | kVerify,
      "real programs: what unknown inputs (__VERIFIER_nondet_*, skein_any) are chosen from: a "
      "range, or a list like -1,0..9"},
  Option{"order", "--order", "size|total",
      in_prefix<&PrefixSettings::order>, 0, 0, "total", kProofs,
      "which of two histories with the same state is kept: by size, or by a total order"},
  Option{"output", "-o,--output", "FILE", in_drawing<&DrawingSettings::file>, 0, 0, "", kGraph,
      "where to write: *.svg or *.dot"},
  Option{"overflow", "--overflow", "",
      in_properties<&PropertySettings::overflow>, 0, 0, "", kProofs,
      "an overflow of signed arithmetic is a bug"},
  Option{"paranoid", "--paranoid", "", in_explorer<&ExplorerSettings::paranoid>, 0, 0, "", kCheck,
      "check skein itself at every run; slow"},
  Option{"quiet", "-q,--quiet", "", in_output<&OutputSettings::quiet>, 0, 0, "", kReports | kReplay,
      "print the verdict's line only"},
  Option{"races", "--races", "WHAT", in_program<&ProgramSettings::races>, 0, 0, "explore",
      kRuns | kProofs,
      "programs built by skein cc: data races: explore (report them, and explore their orders "
      "too), report, off, or sample=P%"},
  Option{"reduce", "--reduce", "WHAT", in_program<&ProgramSettings::reduce>, 0, 0, "sections",
      kRuns,
      "which executions are the same: outcome (operations without effect, such as a "
      "compare-and-exchange that fails, only look at their objects, and posts and arrivals at "
      "barriers have no order), sections (and sections of a lock have none that access nothing in "
      "common; a schedule to replay says so) or trace (Mazurkiewicz traces, as in the papers)"},
  Option{"refine-seconds", "--refine-seconds", "S",
      in_analysis<&AnalysisSettings::refine_seconds>, 0, 0, "4", kProve,
      "how many seconds of processor time one warning may take: to find inputs that show it to be "
      "a bug, or a proof that there are none"},
  Option{"reset", "--reset", "HOW", in_native<&NativeSettings::reset>, 0, 0, "memory", kRuns,
      "real programs: how a run's traces are wiped out: memory (put back in place) or fork (a new "
      "process for every run, slow)"},
  Option{"resume", "--resume", "FILE", in_checkpoint<&CheckpointSettings::resume>, 0, 0, "", kCheck,
      "go on from such a file, with the same program and options, and keep writing to it"},
  Option{"runs", "--runs", "N", in_explorer<&ExplorerSettings::runs>, 1, kMost, "10000", kCheck,
      "random, pct: how many runs"},
  Option{"sarif", "--sarif", "FILE", in_output<&OutputSettings::sarif>, 0, 0, "", kOutputs,
      "write the report as SARIF 2.1.0, for code hosts and editors; - is the standard output"},
  Option{"schedule", "--schedule", "STRING",
      in_schedule<&ScheduleSettings::schedule>, 0, 0, "", kReplay,
      "which schedule to run, as a report gives it: 0*3,1,2:1"},
  Option{"seed", "--seed", "S", in_explorer<&ExplorerSettings::seed>, 0, kMost, "1", kCheck,
      "random, pct: same seed, same runs"},
  Option{"show-output", "--show-output", "",
      in_native<&NativeSettings::show_output>, 0, 0, "", kCheck,
      "real programs: show what every run prints"},
  Option{"signals", "--signals", "NAME,...",
      in_native<&NativeSettings::signals>, 0, 0, "none", kRuns,
      "real programs: each of these signals may come once from outside (INT,TERM,USR1), at any "
      "step of a thread that has a handler for it and does not block it, and in waits for signals"},
  Option{"snapshot-memory", "--snapshot-memory", "MB",
      in_native<&NativeSettings::snapshot_memory>, 1, kMostMegabytes, "1024", kRuns,
      "real programs: how much memory snapshots of the program may take"},
  Option{"snapshots", "--snapshots", "HOW",
      in_native<&NativeSettings::snapshots>, 0, 0, "auto", kRuns,
      "real programs: continue runs from snapshots instead of running again from main: auto (where "
      "that saves time), off, or, for tests, K (a process after every K steps) or memory:K (a copy "
      "of memory)"},
  Option{"spin-bound", "--spin-bound", "N",
      in_native<&NativeSettings::spin_bound>, 1, kMostBound, "none", kRuns,
      "real programs: cut runs in which a thread comes to one place more often"},
  Option{"spurious-wakeups", "--spurious-wakeups", "",
      in_program<&ProgramSettings::spurious_wakeups>, 0, 0, "", kAll,
      "real programs: one wait for a condition of each thread may end for no reason"},
  Option{"stop-at-first", "--stop-at-first", "",
      in_budget<&BudgetSettings::stop_at_first>, 0, 0, "", kCheck | kVerify,
      "stop at the first bug"},
  Option{"stub", "--stub", "NAME=VALUE", in_prefix<&PrefixSettings::stubs>, 0, 0, "", kProofs,
      "an unknown function does nothing and returns this; may be repeated"},
  Option{"suppressions", "--suppressions", "FILE",
      in_acceptance<&AcceptanceSettings::suppressions>, 0, 0, "", kReports,
      "rules like race:FUNCTION for findings that do not fail, besides those of ./skein.supp; may "
      "be repeated"},
  Option{"traces", "--traces", "FOLDER", in_output<&OutputSettings::traces>, 0, 0, "", kReports,
      "write each bug there as a *.skein-trace file, for skein replay; verify: of those that the "
      "real program shows too"},
  Option{"trust-unseen", "--trust-unseen", "LIB,...|all",
      in_native<&NativeSettings::trust_unseen>, 0, 0, "none", kCheck,
      "real programs: atomic instructions of these libraries, which skein does not see, make the "
      "verdict no worse"},
  Option{"uninitialised", "--uninitialised", "",
      in_properties<&PropertySettings::uninitialised>, 0, 0, "", kVerify,
      "reading memory of malloc that was never written is a bug (else it is zero)"},
  Option{"unknown-arguments", "--unknown-arguments", "N",
      in_program<&ProgramSettings::unknown_arguments>, 1, 16, "none", kAll,
      "C programs: main gets up to N arguments of up to 8 unknown characters"},
  Option{"unknown-input", "--unknown-input", "",
      in_program<&ProgramSettings::unknown_input>, 0, 0, "", kRuns | kVerify,
      "C programs: what is read (getchar, fgets, scanf, read, rand, getenv) is unknown input, "
      "chosen as --nondet says"},
  Option{"unknown-locals", "--unknown-locals", "",
      in_program<&ProgramSettings::unknown_locals>, 0, 0, "", kProofs,
      "a local variable that is not initialised has an unknown value (else it is zero)"},
  Option{"valgrind", "--valgrind", "", in_schedule<&ScheduleSettings::valgrind>, 0, 0, "", kReplay,
      "real programs: follow the schedule under valgrind's memcheck"},
  Option{"verbose", "-v,--verbose", "", in_output<&OutputSettings::verbose>, 0, 0, "",
      kReports | kReplay,
      "show whole schedules, frames of libraries, and variants of bugs"},
  Option{"watch", "--watch", "LIST", in_schedule<&ScheduleSettings::watch>, 0, 0, "", kReplay,
      "real programs: addresses whose plain accesses are steps, as a report gives them"},
  Option{"widen", "--widen", "N",
      in_analysis<&AnalysisSettings::widen>, 1, 1'000'000, "200", kProve,
      "turns of a loop that are analysed one by one, before its states are widened"},
  Option{"witness-seconds", "--witness-seconds", "S",
      in_budget<&BudgetSettings::witness_seconds>, 0, 0, "3", kCheck,
      "how long the schedules of the bugs are made shorter and easier to read"},
};
// clang-format on

constexpr bool is_sorted() {
  for (std::size_t i = 1; i < kOptions.size(); ++i) {
    if (!(kOptions[i - 1].key < kOptions[i].key)) return false;
  }
  return true;
}
static_assert(is_sorted(), "the table of options is sorted by name");

[[noreturn]] void refuse(const Option& option, const std::string& value,
                         const std::string& wanted) {
  throw UserError(fmt::format("{}: '{}' is not {}", option.long_name(), printable(value), wanted));
}

std::uint64_t to_number(const Option& option, const std::string& value) {
  std::uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (value.empty() || error != std::errc{} || stop != end || number < option.lowest ||
      number > option.highest) {
    refuse(option, value,
           option.highest == kMost
               ? fmt::format("a whole number, {} or more", option.lowest)
               : fmt::format("a whole number from {} to {}", option.lowest, option.highest));
  }
  return number;
}

double to_decimal(const Option& option, const std::string& value) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (value.empty() || error != std::errc{} || stop != end || !std::isfinite(number) ||
      number <= 0) {
    refuse(option, value, "a number above 0");
  }
  return number;
}

std::pair<std::string, std::string> to_define(const Option& option, const std::string& value) {
  const std::size_t equals = value.find('=');
  if (value.empty() || equals == 0 || equals + 1 == value.size()) {
    refuse(option, value, "of the form NAME=VALUE");
  }
  if (equals == std::string::npos) return {value, ""};  // -D NAME; useless for a model
  return {value.substr(0, equals), value.substr(equals + 1)};
}

}  // namespace

std::span<const Option> options() { return kOptions; }

const Option& option_with(std::string_view key) {
  for (const Option& option : kOptions) {
    if (option.key == key) return option;
  }
  throw InternalError("an option that is in no table");
}

void set(const Option& option, const Parts& parts, const std::string& value) {
  const Field field = option.field(parts);
  if (const auto* flag = std::get_if<Flag>(&field)) {
    if (value != "true") refuse(option, value, "true");
    **flag = true;
  } else if (const auto* number = std::get_if<Number>(&field)) {
    **number = to_number(option, value);
  } else if (const auto* decimal = std::get_if<Decimal>(&field)) {
    **decimal = to_decimal(option, value);
  } else if (const auto* text = std::get_if<Text>(&field)) {
    **text = value;
  } else if (const auto* texts = std::get_if<Texts>(&field)) {
    (*texts)->push_back(value);
  } else if (const auto* defines = std::get_if<Defines>(&field)) {
    (*defines)->push_back(to_define(option, value));
  } else {
    throw InternalError(fmt::format("{} has no place in these settings", option.name));
  }
}

std::vector<std::string> values_of(const Option& option, const Parts& parts) {
  std::vector<std::string> values;
  const Field field = option.field(parts);
  if (const auto* flag = std::get_if<Flag>(&field)) {
    if (**flag) values.emplace_back("true");
  } else if (const auto* number = std::get_if<Number>(&field)) {
    if (**number) values.push_back(std::to_string(***number));
  } else if (const auto* decimal = std::get_if<Decimal>(&field)) {
    if (**decimal) values.push_back(fmt::format("{}", ***decimal));
  } else if (const auto* text = std::get_if<Text>(&field)) {
    if (**text) values.push_back(***text);
  } else if (const auto* texts = std::get_if<Texts>(&field)) {
    values = **texts;
  } else if (const auto* defines = std::get_if<Defines>(&field)) {
    for (const auto& [name, value] : **defines) {
      values.push_back(value.empty() ? name : fmt::format("{}={}", name, value));
    }
  }
  return values;
}

Parts parts_of(session::CheckSettings& s) {
  Parts parts;
  parts.program = &s.program;
  parts.native = &s.native;
  parts.bounds = &s.bounds;
  parts.budget = &s.budget;
  parts.explorer = &s.explorer;
  parts.checkpoint = &s.checkpoint;
  parts.acceptance = &s.acceptance;
  parts.output = &s.output;
  return parts;
}

Parts parts_of(session::VerifySettings& s) {
  Parts parts;
  parts.program = &s.program;
  parts.budget = &s.budget;
  parts.prefix = &s.prefix;
  parts.properties = &s.properties;
  parts.acceptance = &s.acceptance;
  parts.output = &s.output;
  return parts;
}

Parts parts_of(session::ProveSettings& s) {
  Parts parts;
  parts.program = &s.program;
  parts.budget = &s.budget;
  parts.prefix = &s.prefix;
  parts.properties = &s.properties;
  parts.analysis = &s.analysis;
  parts.acceptance = &s.acceptance;
  parts.output = &s.output;
  return parts;
}

Parts parts_of(session::ReplaySettings& s) {
  Parts parts;
  parts.program = &s.program;
  parts.native = &s.native;
  parts.bounds = &s.bounds;
  parts.schedule = &s.schedule;
  parts.output = &s.output;
  return parts;
}

Parts parts_of(session::GraphSettings& s) {
  Parts parts;
  parts.program = &s.program;
  parts.native = &s.native;
  parts.bounds = &s.bounds;
  parts.explorer = &s.explorer;
  parts.prefix = &s.prefix;
  parts.drawing = &s.drawing;
  return parts;
}

}  // namespace skein::cli
