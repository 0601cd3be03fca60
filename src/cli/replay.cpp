// SPDX-License-Identifier: Apache-2.0
// skein replay: executes one schedule and shows what it shows, or where the program left it.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>

#include "cli/build_id.hpp"
#include "cli/choose_explorer.hpp"
#include "cli/commands.hpp"
#include "cli/debugger.hpp"
#include "cli/last_word.hpp"
#include "cli/open_program.hpp"
#include "cli/outputs.hpp"
#include "cli/restarts.hpp"
#include "cli/system.hpp"
#include "cli/time_limit.hpp"
#include "cli/traces.hpp"
#include "core/check.hpp"
#include "findings/schedule.hpp"
#include "machine/teller.hpp"
#include "report/finding_text.hpp"
#include "report/report.hpp"
#include "report/schedule_table.hpp"
#include "report/step_text.hpp"
#include "report/text.hpp"
#include "report/violation_text.hpp"

namespace skein::cli {

namespace {

class Replay {
 public:
  explicit Replay(Settings settings) : settings_(std::move(settings)) {}

  int run() {
    if (is_trace_file(settings_.file)) {
      trace_ = read_trace(settings_.file);
      apply_trace(*trace_, settings_);
    } else if (!settings_.schedule) {
      throw UserError("say what to replay: a *.skein-trace file, or a program and its --schedule");
    }
    if (settings_.gdb && settings_.valgrind) {
      throw UserError("--gdb and --valgrind do not go together");
    }
    if ((settings_.gdb || settings_.valgrind) &&
        (settings_.html || settings_.json || settings_.junit || settings_.sarif)) {
      throw UserError(
          "a session in gdb or valgrind makes no report: leave out --html, --json, "
          "--junit and --sarif");
    }
    if (!settings_.gdb && !settings_.gdb_commands.empty()) {
      throw UserError("--gdb-command needs --gdb");
    }
    moves_ = schedule_from_string(settings_.schedule.value_or(""));
    bounds_ = choose_explorer(settings_).options.bounds;
    style_.has_colour = !settings_.no_color && wants_colour();
    prepare_report();
    program_.is_over = [this] { return limit_.is_over(); };
    try {
      open_program(settings_, program_);
      compare_builds();
      apply_knowledge();
      execute();
    } catch (const Stopped& stop) {
      forget_last_word();
      const int status =
          end(kExitIncomplete, fmt::format("replay: {}, by an interrupt.", stop.what()));
      outputs_.write(report_);
      return status;
    }
    if (settings_.gdb || settings_.valgrind) return debug();
    const int status = report();
    forget_last_word();
    outputs_.write(report_);
    return status;
  }

 private:
  void prepare_report() {
    report_.version = SKEIN_VERSION;
    report_.request.file = settings_.file;
    report_.request.folder = current_folder();
    report_.request.params = settings_.defines;
    report_.request.arguments = settings_.arguments;
    report_.request.explorer = "replay";
    report_.request.variant = settings_.schedule.value_or("");
    report_.request.bounds = bounds_;
    outputs_.open(settings_);
  }

  void compare_builds() {
    if (!trace_) return;
    const std::string now = build_id_of(file_that_runs(settings_, program_));
    is_same_build_ = now == trace_->build_id;
    if (is_same_build_) return;
    std::fprintf(stderr,
                 "skein: note: the trace was made with another build of the program: build id %s, "
                 "now %s\n",
                 printable(trace_->build_id).c_str(), now.c_str());
  }

  // Which variables race, so that the accesses that were steps are steps again; and no others.
  void apply_knowledge() {
    if (!program_.native) {
      if (settings_.watch) throw UserError("--watch is for real programs");
      return;
    }
    if (trace_ && is_same_build_) program_.native->watched = trace_->watched;
    if (settings_.watch) program_.native->watched = read_words(*settings_.watch);
    if (program_.native->races == channel::RaceMode::Explore && !wants_exploration()) {
      program_.native->races = channel::RaceMode::Report;
    }
    program_.native->learns_dead_values = false;
    program_.machine = another_machine(settings_, program_);
  }

  // A schedule of somebody who does not say what was watched: then what races in it is.
  [[nodiscard]] bool wants_exploration() const {
    return settings_.races.has_value() && program_.native->watched.empty();
  }

  // "0x4010,0x4018"
  static std::vector<std::uint64_t> read_words(const std::string& text) {
    std::vector<std::uint64_t> words;
    const char* at = text.c_str();
    while (true) {
      char* end = nullptr;
      words.push_back(std::strtoull(at, &end, 16));
      if (end == at || (*end != ',' && *end != '\0') || words.size() > channel::kMaxWatched) {
        throw UserError(fmt::format(
            "--watch: '{}' is not a list of addresses, as a report gives it", printable(text)));
      }
      if (*end == '\0') return words;
      at = end + 1;
    }
  }

  void execute() {
    Plan plan;
    plan.prefix = moves_;
    plan.bounds = bounds_;
    auto* teller = dynamic_cast<Teller*>(program_.machine.get());
    skein::check(teller != nullptr, "a machine that cannot tell");
    repeat_until_settled([&] { told_ = teller->tell(plan); });
    limit_.begin_telling();
  }

  // Where the run leaves the trace, if it does.
  [[nodiscard]] std::optional<std::size_t> divergence() const {
    const std::vector<Step>& steps = told_.run.steps;
    if (trace_) {
      for (std::size_t i = 0; i < std::min(steps.size(), trace_->steps.size()); ++i) {
        const TraceStep& wanted = trace_->steps[i];
        if (steps[i].op.kind != wanted.kind || steps[i].choice != wanted.choice ||
            steps[i].choices != wanted.choices) {
          return i;
        }
      }
    }
    if (steps.size() < moves_.size()) return steps.size();
    return std::nullopt;
  }

  [[nodiscard]] std::string expected_at(std::size_t step) const {
    if (!trace_) {
      const Move& move = moves_.at(step);
      return fmt::format("agent {}{}", move.agent.value,
                         move.choice == 0 ? "" : fmt::format(", choice {}", move.choice));
    }
    return printable(trace_->steps.at(step).text);
  }

  [[nodiscard]] std::string met_at(std::size_t index) const {
    const Names& names = program_.machine->names();
    const auto told = [&](AgentId agent, const Operation& op, SiteId site) {
      std::string text = names.agent_name(agent) + ": " + operation_text(op, names);
      if (!site.is_none()) {
        const SourceLine line = names.site_line(site);
        if (line.line != 0) text += fmt::format(" at {}:{}", line.file, line.line);
      }
      return printable(text);
    };
    if (index < told_.run.steps.size()) {
      const Step& step = told_.run.steps[index];
      std::string text = told(step.agent, step.op, step.site);
      if (step.choices > 1) text += fmt::format(" (choice {} of {})", step.choice, step.choices);
      return text;
    }
    if (told_.run.end == End::Cut) return "the end of the run, cut by a bound";
    const AgentId wanted = moves_.at(index).agent;
    for (const Pending& pending : told_.run.pending) {
      if (pending.agent != wanted) continue;
      if (!pending.is_enabled) {
        return told(wanted, pending.op, pending.site) + ", which cannot be executed now";
      }
      return told(wanted, pending.op, pending.site) +
             fmt::format(", which has {} to choose from", counted(pending.choices, "value"));
    }
    return fmt::format("no agent {} that could go on", wanted.value);
  }

  // The reasons there can be.
  [[nodiscard]] std::string why() const {
    if (!trace_) return "the schedule is of another program, or of other arguments or options";
    if (!is_same_build_) return "the program was built anew since the trace was made";
    return "the program is the same: it depends on something outside of skein's control (files, "
           "environment, time)";
  }

  [[nodiscard]] bool is_wanted(const Finding& finding) const {
    if (!trace_) return true;
    if (finding.kind() != trace_->kind) return false;
    return finding.is_deadlock || violation_text(finding.violation) == trace_->message;
  }

  int report() {
    const std::optional<std::size_t> step = divergence();
    FindingSet findings;
    if (told_.run.end != End::Diverged) findings.add(told_.run);
    const std::vector<Finding>& all = findings.all();
    const bool is_shown = std::any_of(all.begin(), all.end(),
                                      [&](const Finding& finding) { return is_wanted(finding); });
    std::size_t number = 0;
    for (const Finding& finding : all) {
      // With a trace, the others are beside the point unless they are all there is.
      if (is_shown && !is_wanted(finding)) continue;
      Account account = make_account(finding, program_.machine->names(), &told_);
      if (program_.native) account.watched = program_.native->watched;
      account.replay = replay_command(settings_, account);
      if (!settings_.quiet) print(finding_text(account, ++number, style_));
      report_.accounts.push_back(std::move(account));
    }
    report_.figures.steps = report_.figures.longest = told_.run.steps.size();
    if (step) {
      return end(kExitIncomplete,
                 fmt::format("replay: left the trace at step {} of {}: expected {}; met {}; {}.",
                             *step + 1, moves_.size(), expected_at(*step), met_at(*step), why()));
    }
    const std::string steps = counted(told_.run.steps.size(), "step");
    if (is_shown) {
      return end(kExitBug,
                 trace_ ? fmt::format("replay: the same bug after {}.", steps)
                        : fmt::format("replay: {} in {}.", counted(all.size(), "bug"), steps));
    }
    if (!all.empty() && trace_) {
      return end(kExitBug, fmt::format("replay: another bug than the trace's, which was: {}",
                                       printable(trace_->headline)));
    }
    if (!trace_) return end(kExitIncomplete, fmt::format("replay: {}, and no bug.", steps));
    return end(kExitIncomplete, fmt::format("replay: all {} of the trace, and no bug: {}.",
                                            counted(moves_.size(), "step"), why()));
  }

  // Under gdb, stopped where it goes wrong.
  int debug() {
    if (!program_.native) {
      throw UserError(
          fmt::format("{} is for C and C++ programs", settings_.gdb ? "--gdb" : "--valgrind"));
    }
    DebugRequest request;
    request.options = *program_.native;
    request.plan.prefix = moves_;
    request.plan.bounds = bounds_;
    request.commands = settings_.gdb_commands;
    FindingSet findings;
    if (told_.run.end != End::Diverged) findings.add(told_.run);
    request.stop = told_.run.steps.size();
    for (const Violation& violation : told_.run.violations) {
      request.violations.push_back(printable(violation_text(violation)));
    }
    for (const Finding& finding : findings.all()) {
      if (!is_wanted(finding)) continue;
      const Account account = make_account(finding, program_.machine->names(), &told_);
      request.what = account.headline;
      if (account.fatal) request.stop = *account.fatal + 1;
      for (const AccountStep& step : account.steps) {
        request.steps.push_back(
            printable(account.agents[step.agent] + ": " + action_text(step)) +
            (step.place.line == 0
                 ? ""
                 : fmt::format(" at {}:{}", printable(step.place.file), step.place.line)));
      }
      break;
    }
    if (request.steps.empty()) throw UserError("this schedule shows no bug: nothing to debug");
    program_.machine.reset();  // its process is not needed any more
    print(printable(request.what) + "\n");
    if (settings_.gdb) return run_gdb(request);
    switch (run_valgrind(request)) {
      case kValgrindErrors:
        return end(kExitBug, "replay: valgrind found errors in this schedule, see above.");
      case channel::kLeftSchedule:
        return end(kExitIncomplete, "replay: under valgrind the program left the schedule.");
      default:
        return end(kExitBug,
                   "replay: valgrind followed the schedule and found nothing wrong with memory.");
    }
  }

  void print(const std::string& text) const {
    std::FILE* stream = outputs_.use_standard_output() ? stderr : stdout;
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
  }

  int end(int status, const std::string& sentence) {
    report_.settled = {status == kExitBug ? Verdict::Bug : Verdict::Incomplete, sentence};
    print((status == kExitBug ? style_.red(sentence) : style_.yellow(sentence)) + "\n");
    return status;
  }

  Settings settings_;
  TimeLimit limit_;
  std::optional<TraceFile> trace_;
  std::vector<Move> moves_;
  Bounds bounds_;
  Style style_;
  Program program_;
  bool is_same_build_ = true;
  ToldRun told_;
  Report report_;
  Outputs outputs_;
};

}  // namespace

int replay(Settings settings) { return Replay(std::move(settings)).run(); }

}  // namespace skein::cli
