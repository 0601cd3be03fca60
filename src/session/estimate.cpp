// SPDX-License-Identifier: Apache-2.0
#include "session/estimate.hpp"

#include <algorithm>

#include "core/check.hpp"
#include "machine/native/native_machine.hpp"
#include "session/os/resources.hpp"

namespace skein::session {

namespace {

// What is counted as done: every run that is no repetition.
double done_of(const Figures& f) {
  return static_cast<double>(f.executions() + f.blocked + f.cut());
}

}  // namespace

Estimator::Estimator(const ProgramSettings& settings, const Program& program, const Choice& choice)
    : settings_(settings),
      program_(program),
      choice_(choice),
      is_possible_(!choice.info->is_sampling && choice.options.bounds.switches == kUnbounded &&
                   choice.options.bounds.preemptions == kUnbounded) {}

// A program that runs for ever is not to take more time here than it is worth.
void Estimator::open() {
  if (!program_.native) {
    machine_ = another_machine(settings_, program_);
    return;
  }
  NativeOptions options = *program_.native;
  options.is_over = [this] {
    return monotonic_seconds() > deadline_ || (program_.is_over && program_.is_over());
  };
  machine_ = make_native_machine(std::move(options));
}

void Estimator::probe_for(double seconds) {
  const double start = monotonic_seconds();
  const double end = start + seconds;
  try {
    if (!machine_) open();
    deadline_ = std::max(end, start + longest_run_);
    while (is_possible_ && monotonic_seconds() < end && !(program_.is_over && program_.is_over())) {
      if (!probes_) {
        probes_.emplace(*machine_, choice_.options.bounds,
                        choice_.info->name == "exhaustive" ? Probes::Tree::Interleavings
                                                           : Probes::Tree::Classes);
      }
      try {
        probes_->advance();
      } catch (const ExplorationRestart&) {
        probes_.reset();  // the machine knows more now: so does the exploration
        continue;
      }
      // Of a handler's messages this explorer tries the orders that matter; which, nobody foresees.
      if (choice_.info->is_event_aware && probes_->has_messages()) is_possible_ = false;
    }
  } catch (const UserError&) {
    is_possible_ = false;
  } catch (const Stopped&) {  // in the middle of a run: an estimate is not worth the time
    is_possible_ = false;
    if (probes_) probes_.reset();
  } catch (const InternalError&) {
    is_possible_ = false;
  }
  spent_ += monotonic_seconds() - start;
}

// Executions a second, over the later half of the exploration or more.
double Estimator::pace(const Figures& figures) {
  const Moment now{figures.seconds, done_of(figures)};
  if (now.seconds > 2 * newer_.seconds) {
    older_ = newer_;
    newer_ = now;
  }
  const double seconds = now.seconds - older_.seconds;
  return seconds > 0 ? (now.done - older_.done) / seconds : 0;
}

std::optional<Outlook> Estimator::outlook(const Figures& figures) {
  const double rate = pace(figures);
  if (!is_possible_ || !probes_) return std::nullopt;
  const Probes::Estimate e = probes_->estimate();
  return outlook_of(e.leaves, e.error, e.bunches, done_of(figures), rate);
}

std::optional<Outlook> Estimator::look(const Figures& figures) {
  constexpr double kShare = 0.03;
  constexpr double kLongest = 0.05;  // so that the line on the terminal keeps moving
  // At first more, so that there soon is something to say.
  constexpr double kFirstShare = 0.2;
  constexpr double kFirst = 0.2;  // seconds
  const double share = kShare * figures.seconds + std::min(kFirstShare * figures.seconds, kFirst);
  const double seconds = std::min(share - spent_, kLongest);
  if (is_possible_ && seconds > 0) probe_for(seconds);
  return outlook(figures);
}

std::optional<Outlook> Estimator::last_look(const Figures& figures) {
  constexpr double kShare = 0.05;
  constexpr double kShortest = 0.5;
  constexpr double kAtOnce = 0.02;
  constexpr double kGoodError = 0.1;
  constexpr double kHurried = 0.15;
  const bool is_hurried = figures.stop == Stop::Seconds || figures.stop == Stop::Interrupted;
  const double most =
      is_hurried ? spent_ + kHurried : std::max(kShare * figures.seconds, kShortest);
  if (is_hurried) longest_run_ = kHurried;
  std::optional<Outlook> result = outlook(figures);
  while (is_possible_ && spent_ < most &&
         !(result && probes_ && probes_->estimate().error < kGoodError)) {
    probe_for(kAtOnce);
    result = outlook(figures);
  }
  return result;
}

}  // namespace skein::session
