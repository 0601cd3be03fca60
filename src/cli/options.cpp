// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string_view>
#include <variant>

#include "cli/suggest.hpp"
#include "core/check.hpp"
#include "core/plan.hpp"
#include "report/text.hpp"

namespace skein::cli {

namespace {

using Flag = bool Settings::*;
using Number = std::optional<std::uint64_t> Settings::*;
using Decimal = std::optional<double> Settings::*;
using Text = std::optional<std::string> Settings::*;
using DefinesOption = std::vector<std::pair<std::string, std::string>> Settings::*;
using Texts = std::vector<std::string> Settings::*;
using Target = std::variant<Flag, Number, Decimal, Text, Texts, DefinesOption>;

constexpr unsigned kCheck = static_cast<unsigned>(Command::Check);
constexpr unsigned kGraph = static_cast<unsigned>(Command::Graph);
constexpr unsigned kReplay = static_cast<unsigned>(Command::Replay);
constexpr unsigned kVerify = static_cast<unsigned>(Command::Verify);
constexpr unsigned kBoth = kCheck | kGraph;
constexpr unsigned kRuns = kBoth | kReplay;
constexpr unsigned kAll = kRuns | kVerify;
constexpr unsigned kReports = kCheck | kVerify;
constexpr unsigned kOutputs = kReports | kReplay;
constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t kMostBound = kUnbounded - 1ULL;
constexpr std::uint64_t kMostMegabytes = 1ULL << 40U;
constexpr std::uint64_t kMostHeap = 1ULL << 20U;
constexpr std::uint64_t kMostCore = 4095;
constexpr std::uint64_t kMostDepth = 1000;
constexpr std::uint64_t kMostGraph = 20'000;

struct Row {
  std::string_view key;   // by which the table is sorted
  std::string_view name;  // as CLI11 wants it
  std::string_view argument;
  Target target;
  std::uint64_t lowest;
  std::uint64_t highest;
  std::string_view standard;  // the default, for people
  unsigned commands;
  std::string_view help;
};

// clang-format off
constexpr std::array kOptions{
  Row{"D", "-D", "NAME=VALUE", &Settings::defines, 0, 0, "", kAll,
      "set a parameter of the model, or a macro of C and C++ sources; may be repeated"},
  Row{"cflags", "--cflags", "FLAGS", &Settings::cflags, 0, 0, "", kAll,
      "sources: more flags for the compiler; may be repeated"},
  Row{"checkpoint", "--checkpoint", "FILE", &Settings::checkpoint, 0, 0, "", kCheck,
      "write down now and then what was explored, for --resume"},
  Row{"checkpoint-seconds", "--checkpoint-seconds", "S", &Settings::checkpoint_seconds, 0, 0, "10",
      kCheck, "how often"},
  Row{"compact", "--compact", "", &Settings::compact, 0, 0, "", kVerify,
      "keep of each state only a hash: less memory, and a proof only as good as the hash"},
  Row{"compiler", "--compiler", "NAME", &Settings::compiler, 0, 0, "gcc, g++", kAll,
      "sources: gcc or clang, with a version or a path if you like"},
  Row{"core", "--core", "N", &Settings::core, 0, kMostCore, "none", kRuns,
      "real programs: let skein and the program share this processor core"},
  Row{"cutoffs", "--cutoffs", "on|off", &Settings::cutoffs, 0, 0, "on",
      kVerify | kGraph, "go on where a state is known already (off), or not (on); graph: draw what "
      "verify builds"},
  Row{"depth", "--depth", "D", &Settings::depth, 1, kMostDepth, "3", kCheck,
      "pct: how many ordering constraints the bug may need"},
  Row{"explorer", "-e,--explorer", "NAME", &Settings::explorer, 0, 0, "qpor", kBoth,
      "qpor, optimal, event, source, exhaustive, random or pct"},
  Row{"fail-on-exit", "--fail-on-exit", "", &Settings::fail_on_exit, 0, 0, "", kRuns,
      "real programs: an exit status other than 0 is a bug"},
  Row{"gdb", "--gdb", "", &Settings::gdb, 0, 0, "", kReplay,
      "real programs: stop at the failing step in gdb; next-step and prev-step move on and back"},
  Row{"gdb-command", "--gdb-command", "COMMAND", &Settings::gdb_commands, 0, 0, "", kReplay,
      "with --gdb: execute this and end, instead of asking; may be repeated"},
  Row{"granularity", "--granularity", "access|statement", &Settings::granularity, 0, 0, "access",
      kVerify | kGraph, "verify: what is one step; a statement as one step hides what happens "
      "between its accesses"},
  Row{"html", "--html", "FILE", &Settings::html, 0, 0, "", kOutputs,
      "write the report as one HTML page with interactive schedules; - is the standard output"},
  Row{"json", "--json", "FILE", &Settings::json, 0, 0, "", kOutputs,
      "write the report as JSON; - is the standard output"},
  Row{"junit", "--junit", "FILE", &Settings::junit, 0, 0, "", kOutputs,
      "write the report as JUnit XML, for CI; - is the standard output"},
  Row{"k", "-k", "N|optimal", &Settings::k, 0, 0, "optimal", kCheck,
      "qpor: k-partial alternatives; small k, cheaper steps, more redundant runs"},
  Row{"leaks", "--leaks", "", &Settings::leaks, 0, 0, "", kCheck | kReplay,
      "real programs: memory that nobody freed at the end is a bug"},
  Row{"max-events", "--max-events", "N", &Settings::max_events, 1, kMostGraph, "500", kGraph,
      "refuse to draw more events than this"},
  Row{"max-heap", "--max-heap", "MB", &Settings::max_heap, 1, kMostHeap, "1024", kRuns,
      "real programs: how much memory each thread may allocate"},
  Row{"max-memory", "--max-memory", "MB", &Settings::max_memory, 1, kMostMegabytes, "none", kReports,
      "stop when skein uses more memory"},
  Row{"max-preemptions", "--max-preemptions", "N", &Settings::max_preemptions, 1, kMostBound,
      "none", kRuns, "cut runs that take an agent off more often while it could go on"},
  Row{"max-runs", "--max-runs", "N", &Settings::max_runs, 1, kMost, "none", kCheck,
      "stop after so many runs"},
  Row{"max-seconds", "--max-seconds", "S", &Settings::max_seconds, 0, 0, "none", kReports,
      "stop after so many seconds"},
  Row{"max-step-seconds", "--max-step-seconds", "S", &Settings::max_step_seconds, 0, 0, "5", kRuns,
      "real programs: a thread that computes longer without a visible operation is stuck"},
  Row{"max-steps", "--max-steps", "N", &Settings::max_steps, 1, kMostBound,
      "10000; real programs: 1000000", kRuns, "cut runs that are longer"},
  Row{"max-switches", "--max-switches", "N", &Settings::max_switches, 1, kMostBound, "none", kRuns,
      "cut runs with more context switches"},
  Row{"memory", "--memory", "MB", &Settings::memory, 1, kMostMegabytes, "none", kVerify,
      "how much memory known states may take; then they are forgotten, which costs time only"},
  Row{"no-color", "--no-color", "", &Settings::no_color, 0, 0, "", kReports | kReplay,
      "no colours, as with NO_COLOR in the environment"},
  Row{"no-livelocks", "--no-livelocks", "", &Settings::no_livelocks, 0, 0, "", kVerify,
      "a loop that waits for what nobody will do is no bug"},
  Row{"nondet", "--nondet", "A..B", &Settings::nondet, 0, 0, "", kAll,
      "real programs: what __VERIFIER_nondet_* is chosen from"},
  Row{"order", "--order", "size|total", &Settings::order, 0, 0, "total", kVerify,
      "which of two histories with the same state is kept: by size, or by a total order"},
  Row{"output", "-o,--output", "FILE", &Settings::output, 0, 0, "", kGraph,
      "where to write: *.svg or *.dot"},
  Row{"overflow", "--overflow", "", &Settings::overflow, 0, 0, "", kVerify,
      "an overflow of signed arithmetic is a bug"},
  Row{"paranoid", "--paranoid", "", &Settings::paranoid, 0, 0, "", kCheck,
      "check skein itself at every run; slow"},
  Row{"quiet", "-q,--quiet", "", &Settings::quiet, 0, 0, "", kReports | kReplay,
      "print the verdict's line only"},
  Row{"races", "--races", "WHAT", &Settings::races, 0, 0, "explore", kAll,
      "programs built by skein cc: data races: explore (report them, and explore their orders "
      "too), report, off, or sample=P%"},
  Row{"reset", "--reset", "HOW", &Settings::reset, 0, 0, "memory", kRuns,
      "real programs: how a run's traces are wiped out: memory (put back in place) or fork (a new "
      "process for every run, slow)"},
  Row{"resume", "--resume", "FILE", &Settings::resume, 0, 0, "", kCheck,
      "go on from such a file, with the same program and options, and keep writing to it"},
  Row{"runs", "--runs", "N", &Settings::runs, 1, kMost, "10000", kCheck,
      "random, pct: how many runs"},
  Row{"sarif", "--sarif", "FILE", &Settings::sarif, 0, 0, "", kOutputs,
      "write the report as SARIF 2.1.0, for code hosts and editors; - is the standard output"},
  Row{"schedule", "--schedule", "STRING", &Settings::schedule, 0, 0, "", kReplay,
      "which schedule to run, as a report gives it: 0*3,1,2:1"},
  Row{"seed", "--seed", "S", &Settings::seed, 0, kMost, "1", kCheck,
      "random, pct: same seed, same runs"},
  Row{"show-output", "--show-output", "", &Settings::show_output, 0, 0, "", kCheck,
      "real programs: show what every run prints"},
  Row{"spin-bound", "--spin-bound", "N", &Settings::spin_bound, 1, kMostBound, "none", kRuns,
      "real programs: cut runs in which a thread comes to one place more often"},
  Row{"spurious-wakeups", "--spurious-wakeups", "", &Settings::spurious_wakeups, 0, 0, "", kAll,
      "real programs: one wait for a condition of each thread may end for no reason"},
  Row{"stop-at-first", "--stop-at-first", "", &Settings::stop_at_first, 0, 0, "", kReports,
      "stop at the first bug"},
  Row{"stub", "--stub", "NAME=VALUE", &Settings::stubs, 0, 0, "", kVerify,
      "an unknown function does nothing and returns this; may be repeated"},
  Row{"traces", "--traces", "FOLDER", &Settings::traces, 0, 0, "", kReports,
      "write each bug there as a *.skein-trace file, for skein replay; verify: of those that the real "
      "program shows too"},
  Row{"trust-unseen", "--trust-unseen", "LIB,...|all", &Settings::trust_unseen, 0, 0, "none", kCheck,
      "real programs: atomic instructions of these libraries, which skein does not see, make the "
      "verdict no worse"},
  Row{"uninitialised", "--uninitialised", "", &Settings::uninitialised, 0, 0, "", kVerify,
      "reading memory of malloc that was never written is a bug (else it is zero)"},
  Row{"valgrind", "--valgrind", "", &Settings::valgrind, 0, 0, "", kReplay,
      "real programs: follow the schedule under valgrind's memcheck"},
  Row{"watch", "--watch", "LIST", &Settings::watch, 0, 0, "", kReplay,
      "real programs: addresses whose plain accesses are steps, as a report gives them"},
};
// clang-format on

constexpr bool is_sorted() {
  for (std::size_t i = 1; i < kOptions.size(); ++i) {
    if (!(kOptions[i - 1].key < kOptions[i].key)) return false;
  }
  return true;
}
static_assert(is_sorted(), "the table of options is sorted by name");

std::string_view long_name(const Row& row) {
  const std::size_t comma = row.name.find(',');
  return comma == std::string_view::npos ? row.name : row.name.substr(comma + 1);
}

[[noreturn]] void refuse(const Row& row, const std::string& value, const std::string& wanted) {
  throw UserError(fmt::format("{}: '{}' is not {}", long_name(row), printable(value), wanted));
}

std::uint64_t to_number(const Row& row, const std::string& value) {
  std::uint64_t number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (value.empty() || error != std::errc{} || stop != end || number < row.lowest ||
      number > row.highest) {
    refuse(row, value,
           row.highest == kMost
               ? fmt::format("a whole number, {} or more", row.lowest)
               : fmt::format("a whole number from {} to {}", row.lowest, row.highest));
  }
  return number;
}

double to_decimal(const Row& row, const std::string& value) {
  double number = 0;
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, number);
  if (value.empty() || error != std::errc{} || stop != end || !std::isfinite(number) ||
      number <= 0) {
    refuse(row, value, "a number above 0");
  }
  return number;
}

std::pair<std::string, std::string> to_define(const Row& row, const std::string& value) {
  const std::size_t equals = value.find('=');
  if (value.empty() || equals == 0 || equals + 1 == value.size()) {
    refuse(row, value, "of the form NAME=VALUE");
  }
  if (equals == std::string::npos) return {value, ""};  // what a model has no use for
  return {value.substr(0, equals), value.substr(equals + 1)};
}

// What a schedule means depends on these: what is visible, what is chosen, what counts as a bug,
// and how the program is compiled.
constexpr std::array<std::string_view, 14> kScheduleOptions{
    "cflags",           "compiler",        "fail-on-exit", "leaks",  "max-heap", "max-preemptions",
    "max-step-seconds", "max-steps",       "max-switches", "nondet", "races",    "reset",
    "spin-bound",       "spurious-wakeups"};

const Row& row_of(std::string_view key) {
  for (const Row& row : kOptions) {
    if (row.key == key) return row;
  }
  throw InternalError("an option that is in no table");
}

void add_option(CLI::App& app, const Row& row, Command command, Settings& settings) {
  const std::string option_name(row.name);
  std::string help(row.help);
  if (command == Command::Verify && row.key == "compiler") {
    help = "sources: a clang 19, by name or path (default: clang-19, clang++-19)";
  } else if (command == Command::Verify && row.key == "D") {
    help = "set a macro of the sources; may be repeated";
  } else if (!row.standard.empty()) {
    help += fmt::format(" (default: {})", row.standard);
  }
  if (const auto* flag = std::get_if<Flag>(&row.target)) {
    app.add_flag(option_name, settings.**flag, help);
    return;
  }
  CLI::Option* option = nullptr;
  if (const auto* defines = std::get_if<DefinesOption>(&row.target)) {
    auto store = [&row, &list = settings.**defines](const std::vector<std::string>& values) {
      for (const std::string& value : values) list.push_back(to_define(row, value));
    };
    option = app.add_option_function<std::vector<std::string>>(option_name, store, help);
    option->allow_extra_args(false);
  } else if (const auto* texts = std::get_if<Texts>(&row.target)) {
    auto store = [&list = settings.**texts](const std::vector<std::string>& values) {
      list.insert(list.end(), values.begin(), values.end());
    };
    option = app.add_option_function<std::vector<std::string>>(option_name, store, help);
    option->allow_extra_args(false);
  } else {
    auto store = [&row, &settings](const std::string& value) {
      if (const auto* number = std::get_if<Number>(&row.target)) {
        settings.** number = to_number(row, value);
      } else if (const auto* decimal = std::get_if<Decimal>(&row.target)) {
        settings.** decimal = to_decimal(row, value);
      } else {
        settings.*std::get<Text>(row.target) = value;
      }
    };
    option = app.add_option_function<std::string>(option_name, store, help);
  }
  option->type_name(std::string(row.argument));
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    constexpr std::size_t kLeft = 28;
    std::string names = "  " + make_option_name(option, is_positional);
    for (std::size_t comma = names.find(','); comma != std::string::npos;
         comma = names.find(',', comma + 2)) {
      names.insert(comma + 1, " ");
    }
    if (!option->get_type_name().empty()) names += " " + option->get_type_name();
    std::string text;
    bool is_first = true;
    for (const std::string& line : wrapped(option->get_description(), Style{}.width - kLeft)) {
      text += padded(is_first ? names : "", kLeft) + line + "\n";
      is_first = false;
    }
    return text;
  }
};

}  // namespace

void add_options(CLI::App& app, Command command, Settings& settings) {
  app.add_option("FILE", settings.file,
                 command == Command::Replay
                     ? "a trace (*.skein-trace), or the program whose --schedule is given"
                 : command == Command::Verify
                     ? "the program: a C or C++ source, or LLVM bitcode (*.bc, *.ll)"
                     : "the program: a model (*.skein), a C or C++ source, or a binary")
      ->required()
      ->type_name("");
  app.add_option("SOURCE", settings.more_files,
                 "more sources of the same program; after -- come the program's arguments")
      ->type_name("...");
  for (const Row& row : kOptions) {
    if ((row.commands & static_cast<unsigned>(command)) != 0) {
      add_option(app, row, command, settings);
    }
  }
}

OptionValues schedule_options(const Settings& settings) {
  OptionValues values;
  for (const std::string_view key : kScheduleOptions) {
    const Row& row = row_of(key);
    const std::string name(key);
    if (const auto* flag = std::get_if<Flag>(&row.target)) {
      if (settings.**flag) values.emplace_back(name, "true");
    } else if (const auto* number = std::get_if<Number>(&row.target)) {
      const std::optional<std::uint64_t>& value = settings.**number;
      if (value) values.emplace_back(name, std::to_string(*value));
    } else if (const auto* decimal = std::get_if<Decimal>(&row.target)) {
      const std::optional<double>& value = settings.**decimal;
      if (value) values.emplace_back(name, fmt::format("{}", *value));
    } else if (const auto* text = std::get_if<Text>(&row.target)) {
      const std::optional<std::string>& value = settings.**text;
      if (value) values.emplace_back(name, *value);
    } else if (const auto* texts = std::get_if<Texts>(&row.target)) {
      for (const std::string& value : settings.**texts) values.emplace_back(name, value);
    }
  }
  return values;
}

void set_schedule_option(Settings& settings, const std::string& name, const std::string& value) {
  if (std::find(kScheduleOptions.begin(), kScheduleOptions.end(), name) == kScheduleOptions.end()) {
    throw UserError(fmt::format("'{}' is no option that a trace can have", printable(name)));
  }
  const Row& row = row_of(name);
  if (const auto* flag = std::get_if<Flag>(&row.target)) {
    if (value != "true") refuse(row, value, "true");
    settings.** flag = true;
  } else if (const auto* number = std::get_if<Number>(&row.target)) {
    settings.** number = to_number(row, value);
  } else if (const auto* decimal = std::get_if<Decimal>(&row.target)) {
    settings.** decimal = to_decimal(row, value);
  } else if (const auto* text = std::get_if<Text>(&row.target)) {
    settings.** text = value;
  } else if (const auto* texts = std::get_if<Texts>(&row.target)) {
    (settings.**texts).push_back(value);
  }
}

void format_help(CLI::App& app) { app.formatter(std::make_shared<HelpFormatter>()); }

std::string nearest_option(const std::string& name) {
  std::vector<std::string_view> names;
  names.reserve(kOptions.size());
  for (const Row& row : kOptions) names.push_back(long_name(row));
  return nearest(name, names);
}

}  // namespace skein::cli
