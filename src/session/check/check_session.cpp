// SPDX-License-Identifier: Apache-2.0
#include "session/check/check_session.hpp"

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "core/ensure.hpp"
#include "findings/schedule.hpp"
#include "machine/native/native_machine.hpp"
#include "report/words/violation_text.hpp"
#include "session/acceptance_files.hpp"
#include "session/check/check_exploration.hpp"
#include "session/check/unseen_code_policy.hpp"
#include "session/os/files.hpp"
#include "session/os/resources.hpp"
#include "session/program/input_range.hpp"
#include "session/program/native_program.hpp"
#include "session/witness/traces.hpp"
#include "session/witness/witness_recorder.hpp"

namespace skein::session {

namespace {

std::string describe(const std::exception& error) {
  std::string text = error_text(error);
  if (const auto* with_plan = dynamic_cast<const ExplorationError*>(&error)) {
    text += " (after the plan " + plan_to_string(with_plan->plan()) + ")";
  }
  return text;
}

}  // namespace

CheckSession::CheckSession(const CheckSettings& settings, Observer& observer)
    : settings_(settings),
      observer_(observer),
      limit_(budget_of(settings.budget).seconds),
      partial_(report_) {
  report_.version = SKEIN_VERSION;
  report_.request.file = settings_.program.file;
  report_.request.params = settings_.program.defines;
  report_.request.arguments = settings_.program.arguments;
  report_.request.command = settings_.program.command;
  report_.request.folder = current_folder();
}

void CheckSession::run() {
  try {
    prepare();
    CheckExploration({settings_, choice_, limit_, partial_, observer_}, program_, checkpoint_)
        .run(report_, earlier_);
    note_runs();
    record_findings();
  } catch (const Stopped&) {
    note_stop();
  } catch (const std::exception& error) {
    report_.error = describe(error);
    report_.compiler_messages = compiler_messages(error);
    throw;
  }
}

const NativeMachine* CheckSession::native_machine() const {
  return dynamic_cast<const NativeMachine*>(program_.machine.get());
}

// Finds all errors in the request before the work begins.
void CheckSession::prepare() {
  choice_ = choose_explorer(settings_.explorer, settings_.bounds, settings_.program.file);
  report_.request.explorer = choice_.info->name;
  report_.request.variant = choice_.variant;
  report_.request.caveat = choice_.info->caveat;
  report_.request.bounds = choice_.options.bounds;
  report_.request.budget = budget_of(settings_.budget);
  acceptance_ = load_acceptance(settings_.acceptance);
  acceptance_.describe(report_.request);
  partial_.set_acceptance(&acceptance_);
  observer_.keep(partial_);
  program_.is_over = [this] {
    observer_.look(partial_);
    return limit_.is_over();
  };
  if (!settings_.output.quiet) {
    program_.note = [this](const Remark& note) { observer_.note(note); };
  }
  if (!is_model(settings_.program.file) && is_from_source(settings_.program)) {
    observer_.begins_compiling(settings_.program.file);
  }
  open_program(settings_.program, settings_.native, program_);
  if (program_.native) program_.native->shows_libraries = settings_.output.verbose;
  partial_.set_machine(program_.machine.get());
  partial_.set_earlier(&earlier_);
  partial_.set_details([this](const Finding& finding) { return details_of(finding); });
  if (program_.native) report_.reservations = what_is_unseen(*program_.native);
  for (Remark& limit : limits_of_inputs(settings_.program, settings_.program.unknown_input)) {
    report_.reservations.push_back(std::move(limit));
  }
  open_checkpoint();
}

// While the exploration goes on, whose machine is busy.
std::optional<Counterexample> CheckSession::details_of(const Finding& finding) const {
  const NativeMachine* native = native_machine();
  if (native == nullptr || !program_.native) {
    Counterexample counterexample =
        make_counterexample(finding, program_.machine->names(), nullptr);
    counterexample.replay = replay_command(settings_.program, counterexample);
    return counterexample;
  }
  NativeOptions options = *program_.native;
  native->add_knowledge(options);
  std::optional<Counterexample> counterexample =
      first_details(options, finding, report_.request.bounds);
  if (!counterexample) return std::nullopt;
  counterexample->replay = replay_command(settings_.program, *counterexample);
  return counterexample;
}

void CheckSession::open_checkpoint() {
  const CheckpointSettings& wanted = settings_.checkpoint;
  if (wanted.seconds && !wanted.file && !wanted.resume) {
    throw UserError("--checkpoint-seconds means nothing without --checkpoint or --resume");
  }
  const std::optional<std::string>& file = wanted.resume ? wanted.resume : wanted.file;
  if (!file) return;
  if (wanted.file && wanted.resume && *wanted.file != *wanted.resume) {
    throw UserError("--resume goes on writing to its own file: leave out --checkpoint");
  }
  constexpr double kSeconds = 10;
  checkpoint_.emplace(*file, checkpoint_identity(settings_.program, program_, report_.request),
                      wanted.resume.has_value(), wanted.seconds.value_or(kSeconds));
}

// Adds what the verdict must mention besides statistics and findings.
void CheckSession::note_runs() {
  report_.statistics.peak_memory_kb = peak_resident_kb();
  const Statistics& f = report_.statistics;
  if (f.executions() + f.cut() == 0 && f.blocked > 0)
    report_.gaps.emplace_back(RemarkCode::NothingPasses);
  const NativeMachine* native = native_machine();
  if (native == nullptr) return;
  for (const NativeMachine::HeldAtEnd& held : native->held_at_end()) {
    report_.warnings.push_back({RemarkCode::EndsWithMutexHeld, {held.agent, held.mutex}});
  }
  for (Remark& exit : failed_exits(native->exits())) {
    report_.reservations.push_back(std::move(exit));
  }
  note_racy_gaps();
  judge_unseen(*native, settings_.native, report_);
  // Otherwise the verdict says this of the whole program.
  const std::set<std::string>& libraries = native->libraries_without_races();
  if (!libraries.empty() && looks_for_races(program_.native_options())) {
    report_.reservations.push_back(
        {RemarkCode::NoRacesInLibraries, {libraries.begin(), libraries.end()}});
  }
  if (native->has_weak_order()) {
    report_.reservations.emplace_back(RemarkCode::SequentialConsistency);
  }
  if (native->has_signal_handler() && !settings_.native.signals) {
    report_.reservations.emplace_back(RemarkCode::NoSignals);
  }
  if (settings_.native.signals) {
    report_.reservations.push_back({RemarkCode::SignalsOnce, {*settings_.native.signals}});
  }
  if (native->mentions().begins_threads) {
    report_.reservations.emplace_back(RemarkCode::ThreadsBeforeMain);
  }
  if (native->mentions().handles_faults) {
    report_.reservations.emplace_back(RemarkCode::HandledFaults);
  }
  if (native->openmp_threads() > 0) {
    report_.reservations.emplace_back(RemarkCode::OpenMpThreads,
                                      std::int64_t{native->openmp_threads()});
  }
  if (native->has_condition_wait() && !settings_.program.spurious_wakeups) {
    report_.reservations.emplace_back(RemarkCode::NoSpuriousWakeups);
  }
}

// In a racy program the steps alone do not determine what happens, unless the racing accesses are
// steps.
void CheckSession::note_racy_gaps() {
  const NativeMachine& native = *native_machine();
  const std::vector<Finding>& all = report_.findings.all();
  const bool is_racy = std::any_of(all.begin(), all.end(), [](const Finding& finding) {
    return !finding.is_deadlock && finding.violation.kind() == ViolationKind::Race;
  });
  if (is_racy && program_.native_options().races != channel::RaceMode::Explore) {
    report_.gaps.emplace_back(RemarkCode::RaceOrdersUnexplored);
  } else if (native.has_unwatched_races()) {
    report_.gaps.emplace_back(RemarkCode::TooManyRacingWords, std::int64_t{channel::kMaxWatched});
  }
  if (native.has_unwatched_sections()) {
    report_.gaps.emplace_back(RemarkCode::SectionOrdersUnexplored);
  }
}

// For a stop outside the exploration, which records its own.
void CheckSession::note_stop() {
  limit_.begin_details();
  if (report_.statistics.stop == Stop::Exhausted) report_.statistics.stop = TimeLimit::reason();
  if (program_.machine == nullptr) {
    report_.gaps.emplace_back(RemarkCode::StillCompiling);
  } else {
    complete_counterexamples(report_, program_.machine->names(), program_.is_over);
    if (const NativeMachine* native = native_machine()) {
      NativeOptions explored;
      native->add_knowledge(explored);
      for (std::size_t i = 0; i < report_.counterexamples.size(); ++i) {
        report_.counterexamples[i].watched =
            watched_when_seen(report_.findings.all()[i], explored.watched);
      }
    }
    acceptance_.apply(report_);
    add_replay_commands();
  }
}

void CheckSession::add_replay_commands() {
  for (Counterexample& counterexample : report_.counterexamples) {
    counterexample.replay = replay_command(settings_.program, counterexample);
  }
}

void CheckSession::record_findings() {
  limit_.begin_details();
  observer_.exploration_is_over();
  observer_.keep(partial_);
  const bool wants_output =
      program_.native && !settings_.native.show_output && !settings_.output.quiet;
  constexpr double kWitnessSeconds = 3;
  const double seconds = settings_.budget.witness_seconds.value_or(kWitnessSeconds);
  output_ = WitnessRecorder(program_, limit_, acceptance_, {seconds, wants_output}).record(report_);
  add_replay_commands();
  if (!settings_.output.traces) return;
  for (std::size_t i = 0; i < report_.counterexamples.size(); ++i) {
    write_trace(settings_.program, program_, *settings_.output.traces, report_.counterexamples[i],
                i + 1);
  }
}

}  // namespace skein::session
