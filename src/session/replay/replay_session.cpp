// SPDX-License-Identifier: Apache-2.0
#include "session/replay/replay_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/ensure.hpp"
#include "findings/schedule.hpp"
#include "report/formats/schedule_table.hpp"
#include "report/words/step_text.hpp"
#include "report/words/text.hpp"
#include "report/words/violation_text.hpp"
#include "session/choose_explorer.hpp"
#include "session/os/files.hpp"
#include "session/program/build_id.hpp"
#include "session/restarts.hpp"
#include "session/witness/traces.hpp"

namespace skein::session {

ReplaySession::ReplaySession(const ReplaySettings& settings, std::optional<TraceFile> trace,
                             Observer& observer)
    : settings_(settings), observer_(observer), trace_(std::move(trace)) {
  const ScheduleSettings& wanted = settings_.schedule;
  const OutputSettings& output = settings_.output;
  if (!trace_ && !wanted.schedule) {
    throw UserError("say what to replay: a *.skein-trace file, or a program and its --schedule");
  }
  if (wanted.gdb && wanted.valgrind) throw UserError("--gdb and --valgrind do not go together");
  if (wants_debugger() && (output.html || output.json || output.junit || output.sarif)) {
    throw UserError(
        "a session in gdb or valgrind makes no report: leave out --html, --json, --junit and "
        "--sarif");
  }
  if (!wanted.gdb && !wanted.gdb_commands.empty()) throw UserError("--gdb-command needs --gdb");
  moves_ = schedule_from_string(wanted.schedule.value_or(""));
  bounds_ = bounds_of(settings_.bounds, settings_.program.file);
  report_.version = SKEIN_VERSION;
  report_.request.file = settings_.program.file;
  report_.request.command = settings_.program.command;
  report_.request.folder = current_folder();
  report_.request.params = settings_.program.defines;
  report_.request.arguments = settings_.program.arguments;
  report_.request.explorer = "replay";
  report_.request.variant = wanted.schedule.value_or("");
  report_.request.bounds = bounds_;
  program_.is_over = [this] { return limit_.is_over(); };
  if (!output.quiet) {
    program_.note = [this](const Remark& note) { observer_.note(note); };
  }
}

void ReplaySession::run() {
  // Schedules have sections of locks as steps only if they say so (witness/section_unfolder.hpp).
  if (!settings_.program.reduce) settings_.program.reduce = "outcome";
  try {
    open_program(settings_.program, settings_.native, program_);
    compare_builds();
    apply_knowledge();
    execute();
  } catch (const Stopped& stop) {
    ReplayOutcome outcome = outcome_of(ReplayOutcome::End::Interrupted);
    outcome.stopped = stop.what();
    report_.given_verdict = verdict_of(outcome);
    return;
  }
  if (!wants_debugger()) judge();
}

ReplayOutcome ReplaySession::outcome_of(ReplayOutcome::End end) const {
  ReplayOutcome outcome;
  outcome.end = end;
  outcome.cause = !trace_           ? ReplayOutcome::Cause::OtherProgram
                  : !is_same_build_ ? ReplayOutcome::Cause::OtherBuild
                                    : ReplayOutcome::Cause::Outside;
  outcome.steps = details_.run.steps.size();
  outcome.moves = moves_.size();
  if (trace_) outcome.headline = trace_->headline;
  return outcome;
}

void ReplaySession::compare_builds() {
  if (!trace_) return;
  const std::string now = build_id_of(file_that_runs(settings_.program, program_));
  is_same_build_ = now == trace_->build_id;
  if (is_same_build_) return;
  observer_.note({RemarkCode::OtherBuild, {trace_->build_id, now}});
}

// Restores which variables race, so that exactly the same accesses are steps again.
void ReplaySession::apply_knowledge() {
  const std::optional<std::string>& watch = settings_.schedule.watch;
  if (!program_.native) {
    if (watch) throw UserError("--watch is for real programs");
    return;
  }
  NativeOptions& native = *program_.native;
  native.shows_libraries = settings_.output.verbose;
  if (trace_ && is_same_build_) native.watched = trace_->watched;
  if (watch) native.watched = words_from_string(*watch);
  // The schedule comes without the watched words: then what races in it is watched.
  const bool explores = settings_.program.races.has_value() && native.watched.empty();
  if (native.races == channel::RaceMode::Explore && !explores) {
    native.races = channel::RaceMode::Report;
  }
  native.learns_dead_values = false;
  program_.machine = another_machine(settings_.program, program_);
}

void ReplaySession::execute() {
  Plan plan;
  plan.prefix = moves_;
  plan.bounds = bounds_;
  auto* runner = dynamic_cast<DetailedRunner*>(program_.machine.get());
  skein::ensure(runner != nullptr, "a machine that cannot tell");
  repeat_until_settled([&] { details_ = runner->run_detailed(plan); });
  limit_.begin_details();
}

// Where the run leaves the trace, if it does.
std::optional<std::size_t> ReplaySession::divergence() const {
  const std::vector<Step>& steps = details_.run.steps;
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

ReplayOutcome ReplaySession::left_at(std::size_t step) const {
  ReplayOutcome outcome = outcome_of(ReplayOutcome::End::LeftTrace);
  outcome.left_at = step;
  outcome.move = moves_.at(step);
  if (trace_) outcome.expected = trace_->steps.at(step).text;
  outcome.met = met_at(step);
  return outcome;
}

ReplayOutcome::Met ReplaySession::met_at(std::size_t index) const {
  using Kind = ReplayOutcome::Met::Kind;
  const Names& names = program_.machine->names();
  ReplayOutcome::Met met;
  const auto describe = [&](AgentId agent, const auto& what) {
    met.agent = names.agent_name(agent);
    met.operation = operation_text(what.op, names);
    met.choices = what.choices;
    if (what.site.is_none()) return;
    const SourceLine line = names.site_line(what.site);
    met.place = {line.file, line.line};
  };
  if (index < details_.run.steps.size()) {
    const Step& step = details_.run.steps[index];
    met.kind = Kind::Step;
    met.choice = step.choice;
    describe(step.agent, step);
    return met;
  }
  if (details_.run.end == End::Cut) {
    met.kind = Kind::Bound;
    return met;
  }
  met.number = moves_.at(index).agent;
  for (const Pending& pending : details_.run.pending) {
    if (pending.agent != met.number) continue;
    met.kind = pending.is_enabled ? Kind::Choices : Kind::NotEnabled;
    describe(pending.agent, pending);
    break;
  }
  return met;
}

bool ReplaySession::is_wanted(const Counterexample& shown) const {
  if (!trace_) return true;
  if (shown.kind != trace_->kind) return false;
  if (shown.facts.is_none()) return true;  // a deadlock
  return trace_->facts.is_none() ? shown.message == trace_->message : shown.facts == trace_->facts;
}

std::vector<Counterexample> ReplaySession::counterexamples_of_run() const {
  FindingSet findings;
  if (details_.run.end != End::Diverged) findings.add(details_.run);
  std::vector<Counterexample> counterexamples;
  for (const Finding& finding : findings.all()) {
    counterexamples.push_back(make_counterexample(finding, program_.machine->names(), &details_));
  }
  return counterexamples;
}

void ReplaySession::judge() {
  const std::optional<std::size_t> step = divergence();
  const std::vector<Counterexample> all = counterexamples_of_run();
  const bool is_shown = std::any_of(all.begin(), all.end(),
                                    [&](const Counterexample& each) { return is_wanted(each); });
  for (const Counterexample& each : all) {
    // With a trace, other findings are shown only if its own is not.
    if (is_shown && !is_wanted(each)) continue;
    Counterexample& shown = report_.counterexamples.emplace_back(each);
    if (program_.native) shown.watched = program_.native->watched;
    shown.replay = replay_command(settings_.program, shown);
  }
  report_.statistics.steps = report_.statistics.longest = details_.run.steps.size();
  if (step) {
    report_.given_verdict = verdict_of(left_at(*step));
    return;
  }
  using enum ReplayOutcome::End;
  const bool is_another = !all.empty() && trace_;
  ReplayOutcome outcome = outcome_of(is_shown     ? trace_ ? SameBug : Bugs
                                     : is_another ? OtherBug
                                     : trace_     ? LostBug
                                                  : NoBug);
  outcome.bugs = all.size();
  report_.given_verdict = verdict_of(outcome);
}

DebugRequest ReplaySession::debug_request() {
  if (!program_.native) {
    throw UserError(fmt::format("{} is for C and C++ programs",
                                settings_.schedule.gdb ? "--gdb" : "--valgrind"));
  }
  DebugRequest request;
  request.options = *program_.native;
  request.plan.prefix = moves_;
  request.plan.bounds = bounds_;
  request.commands = settings_.schedule.gdb_commands;
  request.stop = details_.run.steps.size();
  for (const Violation& violation : details_.run.violations) {
    request.violations.push_back(printable(violation_text(violation)));
  }
  for (const Counterexample& counterexample : counterexamples_of_run()) {
    if (!is_wanted(counterexample)) continue;
    request.what = counterexample.headline;
    if (counterexample.fatal) request.stop = *counterexample.fatal + 1;
    for (const CounterexampleStep& step : counterexample.steps) {
      request.steps.push_back(
          printable(counterexample.agents[step.agent] + ": " + action_text(step)) +
          (step.place.line == 0
               ? ""
               : fmt::format(" at {}:{}", printable(step.place.file), step.place.line)));
    }
    break;
  }
  if (request.steps.empty()) throw UserError("this schedule shows no bug: nothing to debug");
  program_.machine.reset();  // its process is no longer needed
  return request;
}

void ReplaySession::judge_valgrind(int status) {
  using enum ReplayOutcome::End;
  const bool has_left = status == channel::kLeftSchedule;
  report_.given_verdict = verdict_of(outcome_of(status == kValgrindErrors ? ValgrindErrors
                                                : has_left                ? ValgrindLeft
                                                                          : ValgrindNothing));
}

}  // namespace skein::session
