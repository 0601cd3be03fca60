#include "cli/forecast.hpp"

#include <algorithm>

#include "cli/system.hpp"
#include "machine/native/native_machine.hpp"
#include "model/check.hpp"

namespace skein::cli {

namespace {

// What is counted as done: every run that is no repetition.
double done_of(const Figures& f) {
  return static_cast<double>(f.executions() + f.blocked + f.cut());
}

}  // namespace

Forecast::Forecast(const Settings& settings, const Program& program, const Choice& choice)
    : settings_(settings),
      program_(program),
      choice_(choice),
      is_possible_(!choice.info->is_sampling && choice.options.bounds.switches == kUnbounded &&
                   choice.options.bounds.preemptions == kUnbounded) {}

void Forecast::probe_for(double seconds) {
  const double start = monotonic_seconds();
  const double end = start + seconds;
  try {
    if (!machine_) machine_ = another_machine(settings_, program_);
    while (is_possible_ && monotonic_seconds() < end &&
           !interrupt_flag().load(std::memory_order_relaxed)) {
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
  } catch (const InternalError&) {
    is_possible_ = false;
  }
  spent_ += monotonic_seconds() - start;
}

// Executions a second, over the later half of the exploration or more.
double Forecast::pace(const Figures& figures) {
  const Moment now{figures.seconds, done_of(figures)};
  if (now.seconds > 2 * newer_.seconds) {
    older_ = newer_;
    newer_ = now;
  }
  const double seconds = now.seconds - older_.seconds;
  return seconds > 0 ? (now.done - older_.done) / seconds : 0;
}

std::optional<Outlook> Forecast::outlook(const Figures& figures) {
  const double rate = pace(figures);
  if (!is_possible_ || !probes_) return std::nullopt;
  const Probes::Estimate e = probes_->estimate();
  return outlook_of(e.leaves, e.error, e.bunches, done_of(figures), rate);
}

std::optional<Outlook> Forecast::look(const Figures& figures) {
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

std::optional<Outlook> Forecast::last_look(const Figures& figures) {
  constexpr double kShare = 0.05;
  constexpr double kShortest = 0.5;
  constexpr double kAtOnce = 0.02;
  constexpr double kGoodError = 0.1;
  const double most = std::max(kShare * figures.seconds, kShortest);
  std::optional<Outlook> result = outlook(figures);
  while (is_possible_ && spent_ < most && !interrupt_flag().load(std::memory_order_relaxed) &&
         !(result && probes_ && probes_->estimate().error < kGoodError)) {
    probe_for(kAtOnce);
    result = outlook(figures);
  }
  return result;
}

}  // namespace skein::cli
