// SPDX-License-Identifier: Apache-2.0
#include "session/program/native_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "core/ensure.hpp"
#include "machine/native/toolchain.hpp"
#include "report/words/text.hpp"
#include "session/os/files.hpp"
#include "session/program/binary_file.hpp"
#include "session/program/input_range.hpp"

namespace skein::session {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const ProgramSettings& settings) {
  std::vector<std::string> files{settings.file};
  files.insert(files.end(), settings.more_files.begin(), settings.more_files.end());
  return files;
}

void build(const ProgramSettings& settings, const std::string& output,
           const std::function<bool()>& is_over) {
  require_c_for_unknown(settings);
  BuildRequest request;
  request.sources = files_of(settings);
  const std::string folder = include_folder(find_runtime()) + "/skein/";
  const auto put_before = [&](const std::string& name) {
    request.sources.push_back(folder + name + ".c");
    request.flags.insert(request.flags.end(), {"-include", folder + name + ".h"});
  };
  if (settings.unknown_input) put_before("unknown_input");
  if (settings.unknown_arguments) {
    put_before("unknown_arguments");
    request.flags.push_back(
        fmt::format("-DSKEIN_UNKNOWN_ARGUMENTS={}", *settings.unknown_arguments));
  }
  for (const auto& [name, value] : settings.defines) {
    request.flags.push_back("-D" + name + (value.empty() ? "" : "=" + value));
  }
  for (const std::string& text : settings.cflags) {
    for (std::string& flag : split_flags(text)) request.flags.push_back(std::move(flag));
  }
  request.compiler = settings.compiler.value_or("");
  request.output = output;
  request.is_over = is_over;
  build_program(request);
  // For example with -c or -fsyntax-only among the flags.
  if (!fs::exists(output)) throw UserError("the compiler made no program; look at --cflags");
}

// "explore", "report", "off", "sample=12.5%".
void set_races(NativeOptions& options, const std::string& text) {
  constexpr std::string_view kSample = "sample=";
  options.races = channel::RaceMode::Report;
  if (text == "report") return;
  if (text == "off") {
    options.races = channel::RaceMode::Off;
    return;
  }
  if (text == "explore") {
    options.races = channel::RaceMode::Explore;
    return;
  }
  if (text.rfind(kSample, 0) == 0) {
    const char* begin = text.c_str() + kSample.size();
    char* end = nullptr;
    const double percent = std::strtod(begin, &end);
    const bool is_all = *end == '\0' || std::string_view(end) == "%";
    if (end != begin && is_all && percent > 0 && percent <= 100) {
      options.race_share = percent / 100;
      return;
    }
  }
  throw UserError(
      fmt::format("--races: '{}' is not explore, report, off or sample=P% with P from 0 to 100",
                  printable(text)));
}

void set_reset(NativeOptions& options, const std::string& text) {
  if (text != "memory" && text != "fork") {
    throw UserError(fmt::format("--reset: '{}' is neither memory nor fork", printable(text)));
  }
  options.resets_by_fork = text == "fork";
}

// "auto", "off", or a number of steps: of processes, or with "memory:" before it of copies.
void set_snapshots(NativeOptions& options, const std::string& text) {
  if (text == "auto") return;
  if (text == "off") {
    options.snapshots = TakeSnapshots::Nowhere;
    return;
  }
  options.snapshots = TakeSnapshots::Everywhere;
  constexpr std::string_view kCopies = "memory:";
  options.snapshots_are_copies = text.starts_with(kCopies);
  const char* begin = text.data() + (options.snapshots_are_copies ? kCopies.size() : 0);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(begin, end, options.snapshot_every);
  if (begin == end || error != std::errc{} || stop != end || options.snapshot_every == 0) {
    throw UserError(
        fmt::format("--snapshots: '{}' is not auto, off, K or memory:K with a number of steps",
                    printable(text)));
  }
}

// Names of signals, with or without "SIG".
std::uint64_t signals_of(const std::string& text) {
  struct Known {
    std::string_view name;
    int number;
  };
  constexpr Known kKnown[] = {{"ALRM", SIGALRM}, {"CHLD", SIGCHLD}, {"CONT", SIGCONT},
                              {"HUP", SIGHUP},   {"INT", SIGINT},   {"IO", SIGIO},
                              {"QUIT", SIGQUIT}, {"TERM", SIGTERM}, {"TSTP", SIGTSTP},
                              {"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"WINCH", SIGWINCH}};
  std::uint64_t signals = 0;
  std::string_view rest = text;
  for (bool is_last = false; !is_last;) {
    const std::size_t comma = rest.find(',');
    is_last = comma == std::string_view::npos;
    std::string_view name = rest.substr(0, comma);
    if (!is_last) rest.remove_prefix(comma + 1);
    if (name.starts_with("SIG")) name.remove_prefix(3);
    const auto* const found = std::find_if(std::begin(kKnown), std::end(kKnown),
                                           [&](const Known& known) { return known.name == name; });
    if (found == std::end(kKnown)) {
      throw UserError(fmt::format("--signals: '{}' is not a signal that can come from outside",
                                  printable(std::string(name))));
    }
    signals |= std::uint64_t{1} << static_cast<unsigned>(found->number - 1);
  }
  return signals;
}

void require_one_binary(const ProgramSettings& settings,
                        const std::function<void(const Remark&)>& note) {
  const auto refuse = [&](const std::string& option) {
    throw UserError(fmt::format("{} is for sources, and '{}' is not one (*.c, *.cpp ...)", option,
                                printable(settings.file)));
  };
  require_readable_file(settings.file);
  require_checkable_binary(settings.file);
  if (!settings.more_files.empty()) {
    throw UserError(fmt::format("'{}': a program is one file; its arguments come after --",
                                printable(settings.more_files.front())));
  }
  if (!settings.defines.empty()) refuse("-D");
  if (settings.compiler) refuse("--compiler");
  if (settings.unknown_arguments) refuse("--unknown-arguments");
  if (settings.unknown_input) refuse("--unknown-input");
  if (!settings.cflags.empty()) refuse("--cflags");
  if (note && !is_built_for_skein(settings.file)) {
    note({RemarkCode::NotBuiltBySkein, {settings.file}});
  }
}

}  // namespace

std::string compiler_messages(const std::exception& error) {
  const auto* failure = dynamic_cast<const CompilerFailure*>(&error);
  if (failure == nullptr) return "";
  std::string text;
  const std::string& said = failure->messages();
  for (std::size_t i = 0; i < said.size(); ++i) {
    if (said[i] != '\x1b') {
      text += said[i];
      continue;
    }
    // ESC [ numbers letter
    while (i + 1 < said.size() && std::isalpha(static_cast<unsigned char>(said[i])) == 0) ++i;
  }
  return text;
}

bool is_all_c(const ProgramSettings& settings) {
  const std::vector<std::string> files = files_of(settings);
  return std::all_of(files.begin(), files.end(),
                     [](const std::string& file) { return fs::path(file).extension() == ".c"; });
}

void require_c_for_unknown(const ProgramSettings& settings) {
  if (is_all_c(settings)) return;
  const char* const option = settings.unknown_arguments ? "--unknown-arguments"
                             : settings.unknown_input   ? "--unknown-input"
                                                        : nullptr;
  if (option != nullptr) throw UserError(fmt::format("{} is for C sources (*.c) only", option));
}

bool is_from_source(const ProgramSettings& settings) {
  const std::vector<std::string> files = files_of(settings);
  for (const std::string& file : files) {
    const std::string ending = fs::path(file).extension().string();
    if (ending != ".cppm" && ending != ".ixx" && ending != ".mpp") continue;
    throw UserError(fmt::format(
        "'{}' is a module: compile the program with skein c++, and give it to skein check",
        printable(file)));
  }
  return std::any_of(files.begin(), files.end(), is_source_file);
}

NativeOptions prepare_native(const ProgramSettings& program, const NativeSettings& native,
                             std::optional<TemporaryFolder>& folder,
                             const std::function<bool()>& is_over,
                             const std::function<void(const Remark&)>& note) {
  NativeOptions options;
  options.is_over = is_over;
  options.runtime = find_runtime();
  options.arguments = program.arguments;
  options.shows_output = native.show_output;
  options.nonzero_exit_is_violation = native.fail_on_exit;
  options.has_spurious_wakeups = program.spurious_wakeups;
  if (native.signals) options.outside_signals = signals_of(*native.signals);
  options.reports_leaks = native.leaks;
  options.finds_unseen = true;
  set_races(options, program.races.value_or("explore"));
  options.reduces_by_outcome = reduces_by_outcome(program);
  set_reset(options, native.reset.value_or("memory"));
  set_snapshots(options, native.snapshots.value_or("auto"));
  if (native.snapshot_memory) options.snapshot_memory = *native.snapshot_memory << 20U;
  if (program.nondet) {
    options.inputs = read_input_ranges(*program.nondet);
  }
  options.learns_dead_values = true;
  if (native.spin_bound) options.spin_bound = static_cast<std::uint32_t>(*native.spin_bound);
  if (native.max_heap) options.heap_limit = *native.max_heap << 20U;
  if (native.max_step_seconds) {
    options.step_limit =
        std::chrono::milliseconds(std::llround(std::ceil(*native.max_step_seconds * 1000)));
  }
  if (native.core) options.core = static_cast<int>(*native.core);
  if (is_from_source(program)) {
    for (const std::string& file : files_of(program)) require_readable_file(file);
    folder.emplace();
    options.program = folder->path_of(fs::path(program.file).stem().string());
    build(program, options.program, is_over);
    require_checkable_binary(options.program);
  } else {
    require_one_binary(program, note);
    options.program = program.file;
  }
  // Whether sections have something in common, and what a destructor does, are questions to the
  // race detector.
  options.models_library = options.reduces_by_outcome &&
                           options.races == channel::RaceMode::Explore && options.race_share >= 1 &&
                           are_sections_seen(options);
  options.reduces_sections = reduces_sections(program) && options.models_library;
  return options;
}

bool looks_for_races(const NativeOptions& options) {
  return is_built_for_skein(options.program) && options.races != channel::RaceMode::Off;
}

std::vector<Remark> what_is_unseen(const NativeOptions& options) {
  if (!is_built_for_skein(options.program)) return {RemarkCode::NoRacesInBinary};
  if (options.races == channel::RaceMode::Off) return {RemarkCode::NoRaces};
  std::vector<Remark> remarks;
  if (lacks_plugin(options.program)) remarks.emplace_back(RemarkCode::NoPlugin);
  if (options.race_share < 1) {
    remarks.emplace_back(RemarkCode::RacesInShareOfMemory,
                         std::int64_t{std::llround(1e9 * options.race_share)});
  }
  return remarks;
}

std::vector<Remark> failed_exits(const NativeMachine::Exits& exits) {
  std::vector<Remark> remarks;
  for (const auto& [status, runs] : exits.failed) {
    if (runs == exits.runs) {
      remarks.emplace_back(RemarkCode::EveryExitStatus, std::int64_t{status});
    } else {
      remarks.push_back(
          {RemarkCode::ExitStatusOfExecutions,
           {},
           {status, static_cast<std::int64_t>(runs), static_cast<std::int64_t>(exits.runs)}});
    }
  }
  return remarks;
}

std::vector<std::string> split_flags(const std::string& text) {
  std::vector<std::string> flags;
  std::string flag;
  bool is_inside = false;  // inside a flag, which may still be empty
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      flag += text[++i];
      is_inside = true;
    } else if (quote != '\0') {
      if (c == quote) {
        quote = '\0';
      } else {
        flag += c;
      }
    } else if (c == '\'' || c == '"') {
      quote = c;
      is_inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (is_inside) flags.push_back(std::move(flag));
      flag.clear();
      is_inside = false;
    } else {
      flag += c;
      is_inside = true;
    }
  }
  if (quote != '\0') {
    throw UserError(fmt::format("--cflags: a {} is not closed in '{}'", quote, printable(text)));
  }
  if (is_inside) flags.push_back(std::move(flag));
  return flags;
}

}  // namespace skein::session
