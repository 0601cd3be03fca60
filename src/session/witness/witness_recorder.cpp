// SPDX-License-Identifier: Apache-2.0
#include "session/witness/witness_recorder.hpp"

#include <algorithm>
#include <utility>

#include "machine/native/native_machine.hpp"
#include "report/one_cause.hpp"
#include "session/check/unseen_code_policy.hpp"
#include "session/os/resources.hpp"
#include "session/witness/program_output.hpp"

namespace skein::session {

std::string WitnessRecorder::record(Report& report) {
  const double end = monotonic_seconds() + wishes_.seconds;
  const WitnessRequest request{report.request.bounds, wishes_.wants_output, [this, end] {
                                 return limit_.is_used_up() || monotonic_seconds() > end;
                               }};
  learn_from_exploration();
  const std::size_t count = record_first(report, request);
  complete_counterexamples(report, program_.machine->names(), program_.is_over);
  for (std::size_t i = count; program_.native && i < report.counterexamples.size(); ++i) {
    report.counterexamples[i].watched = watched_for(report.findings.all()[i]);
    report.counterexamples[i].has_section_steps = has_section_steps(*program_.native);
  }
  outputs_.resize(report.counterexamples.size());
  if (program_.native) look_for_certain_bug(report, count, request);
  for (Counterexample& counterexample : report.counterexamples) acceptance_.judge(counterexample);
  std::string output = output_of_first_bug(report);
  drop_unrepeated(report);
  if (program_.native) merge_causes(report);
  acceptance_.apply(report);
  return output;
}

// Passes on what detailed runs must know so that schedules mean the same to them. They learn
// nothing more, because that would change what schedules mean.
void WitnessRecorder::learn_from_exploration() {
  const auto* native = dynamic_cast<const NativeMachine*>(program_.machine.get());
  if (native == nullptr || !program_.native) return;
  native->add_knowledge(*program_.native);
  watched_ = program_.native->watched;
  program_.native->learns_dead_values = false;
  if (program_.native->races == channel::RaceMode::Explore) {
    program_.native->races = channel::RaceMode::Report;
  }
}

// The more findings there are, the less each one matters, except for those that are accepted: only
// with their stacks one can tell. Returns the number of those that were to be recorded.
std::size_t WitnessRecorder::record_first(Report& report, const WitnessRequest& request) {
  constexpr std::size_t kMostRecorded = 20;
  constexpr std::size_t kMostLookedAt = 200;
  const std::size_t count = std::min(report.findings.all().size(), kMostLookedAt);
  std::size_t recorded = 0;
  for (std::size_t i = 0; i < count && recorded < kMostRecorded; ++i) {
    if (limit_.is_over()) return i;
    const Finding& finding = report.findings.all()[i];
    if (program_.native) program_.native->watched = watched_for(finding);
    WitnessRecord record = record_witness(program_, finding, request);
    report.counterexamples.push_back(std::move(record.counterexample));
    acceptance_.judge(report.counterexamples.back());
    if (report.counterexamples.back().standing == skein::Standing::Fails) ++recorded;
    outputs_.push_back(std::move(record.output));
  }
  return report.counterexamples.size();
}

// If none of the recorded bugs showed again, the others are not trusted without a repetition.
void WitnessRecorder::look_for_certain_bug(Report& report, std::size_t recorded,
                                           const WitnessRequest& request) {
  const auto is_certain = [](const Counterexample& a) { return a.is_repeated.value_or(true); };
  const auto recorded_end = report.counterexamples.begin() + static_cast<long>(recorded);
  if (std::any_of(report.counterexamples.begin(), recorded_end, is_certain)) return;
  for (std::size_t i = recorded; i < report.counterexamples.size(); ++i) {
    if (limit_.is_over()) return;
    Counterexample& counterexample = report.counterexamples[i];
    program_.native_options().watched = counterexample.watched;
    Repetition again = repeat(program_.native_options(), report.findings.all()[i], request);
    counterexample.is_repeated = again.is_repeated;
    outputs_[i] = std::move(again.output);
    if (is_certain(counterexample)) return;
  }
}

std::vector<std::uint64_t> WitnessRecorder::watched_for(const Finding& finding) const {
  return watched_when_seen(finding, watched_);
}

// The output of the first bug that will be reported.
std::string WitnessRecorder::output_of_first_bug(const Report& report) const {
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    const Counterexample& counterexample = report.counterexamples[i];
    const bool is_shown = counterexample.standing == skein::Standing::Fails ||
                          counterexample.standing == skein::Standing::Tolerated;
    if (is_shown && counterexample.is_repeated.value_or(true)) return outputs_[i];
  }
  return "";
}

}  // namespace skein::session
