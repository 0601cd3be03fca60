// SPDX-License-Identifier: Apache-2.0
#include "session/check/estimator.hpp"

#include <algorithm>

#include "core/ensure.hpp"
#include "machine/native/native_machine.hpp"
#include "session/os/resources.hpp"

namespace skein::session {

namespace {

// The runs that count as done: all but redundant ones.
double done_of(const Statistics& f) {
  return static_cast<double>(f.executions() + f.blocked + f.cut());
}

}  // namespace

Estimator::Estimator(const ProgramSettings& settings, const Program& program, const Choice& choice)
    : settings_(settings),
      program_(program),
      choice_(choice),
      is_possible_(!choice.info->is_sampling && choice.options.bounds.switches == kUnbounded &&
                   choice.options.bounds.preemptions == kUnbounded) {}

// A program that runs for ever must not take more time here than an estimate is worth.
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

void Estimator::sample_for(double seconds) {
  const double start = monotonic_seconds();
  const double end = start + seconds;
  try {
    if (!machine_) open();
    deadline_ = std::max(end, start + longest_run_);
    while (is_possible_ && monotonic_seconds() < end && !(program_.is_over && program_.is_over())) {
      if (!sampler_) {
        sampler_.emplace(*machine_, choice_.options.bounds,
                         choice_.info->name == "exhaustive" ? TreeSampler::Tree::Interleavings
                                                            : TreeSampler::Tree::Classes);
      }
      try {
        sampler_->advance();
      } catch (const ExplorationRestart&) {
        sampler_.reset();  // the machine knows more now, and so does the exploration
        continue;
      }
      // This explorer tries only the message orders that matter, and these cannot be foreseen.
      if (choice_.info->is_event_aware && sampler_->has_messages()) is_possible_ = false;
    }
  } catch (const UserError&) {
    is_possible_ = false;
  } catch (const Stopped&) {  // in the middle of a run: an estimate is not worth the time
    is_possible_ = false;
    if (sampler_) sampler_.reset();
  } catch (const InternalError&) {
    is_possible_ = false;
  }
  spent_ += monotonic_seconds() - start;
}

// Executions per second, over at least the later half of the exploration.
double Estimator::pace(const Statistics& statistics) {
  const Moment now{statistics.seconds, done_of(statistics)};
  if (now.seconds > 2 * newer_.seconds) {
    older_ = newer_;
    newer_ = now;
  }
  const double seconds = now.seconds - older_.seconds;
  return seconds > 0 ? (now.done - older_.done) / seconds : 0;
}

std::optional<Estimate> Estimator::estimate(const Statistics& statistics) {
  const double rate = pace(statistics);
  if (!is_possible_ || !sampler_) return std::nullopt;
  const TreeSampler::LeafEstimate e = sampler_->estimate();
  return estimate_of(e.leaves, e.error, e.bunches, done_of(statistics), rate);
}

std::optional<Estimate> Estimator::look(const Statistics& statistics) {
  constexpr double kShare = 0.03;
  constexpr double kLongest = 0.05;  // so that the line on the terminal keeps moving
  // More once it has taken a second, so that an estimate is available soon.
  constexpr double kShort = 1;  // seconds
  constexpr double kFirstShare = 0.2;
  constexpr double kFirst = 0.4;  // seconds
  const double beyond = std::max(statistics.seconds - kShort, 0.0);
  const double share = kShare * statistics.seconds + std::min(kFirstShare * beyond, kFirst);
  const double seconds = std::min(share - spent_, kLongest);
  if (is_possible_ && seconds > 0) sample_for(seconds);
  return estimate(statistics);
}

std::optional<Estimate> Estimator::last_look(const Statistics& statistics) {
  constexpr double kShare = 0.05;
  constexpr double kShortest = 0.5;
  constexpr double kAtOnce = 0.02;
  constexpr double kGoodError = 0.1;
  constexpr double kHurried = 0.15;
  const bool is_hurried = statistics.stop == Stop::Seconds || statistics.stop == Stop::Interrupted;
  const double most =
      is_hurried ? spent_ + kHurried : std::max(kShare * statistics.seconds, kShortest);
  if (is_hurried) longest_run_ = kHurried;
  std::optional<Estimate> result = estimate(statistics);
  while (is_possible_ && spent_ < most &&
         !(result && sampler_ && sampler_->estimate().error < kGoodError)) {
    sample_for(kAtOnce);
    result = estimate(statistics);
  }
  return result;
}

}  // namespace skein::session
