// SPDX-License-Identifier: Apache-2.0
#include "cli/live_report.hpp"

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include "cli/terminal.hpp"
#include "report/formats/finding_text.hpp"
#include "report/formats/json.hpp"
#include "report/formats/proof.hpp"
#include "report/formats/terminal_report.hpp"
#include "report/words/remark_text.hpp"
#include "report/words/text.hpp"
#include "session/os/resources.hpp"

namespace skein::cli {

LiveReport::LiveReport(const Outputs& outputs, bool is_quiet)
    : outputs_(outputs),
      is_quiet_(is_quiet),
      announces_(!is_quiet),
      progress_(!is_quiet && is_terminal(STDERR_FILENO)),
      start_(session::monotonic_seconds()) {}

void LiveReport::look(session::PartialReport& partial) {
  const double now = session::monotonic_seconds();
  if (is_looking_ || now < next_look_) return;
  is_looking_ = true;
  // An exploration that ends within a second needs no news.
  constexpr double kQuietSeconds = 1;
  if (exploring_since_ == 0 && partial.has_machine()) exploring_since_ = now;
  if (exploring_since_ != 0 && now - exploring_since_ > kQuietSeconds) announce(partial);
  keep(partial);
  // Only a small part of the time may be spent here.
  constexpr double kInterval = 0.2;
  constexpr double kShare = 0.02;
  const double after = session::monotonic_seconds();
  next_look_ = after + std::max(kInterval, (after - now) / kShare);
  is_looking_ = false;
}

void LiveReport::announce(session::PartialReport& partial) {
  constexpr std::size_t kMostAnnounced = 20;
  for (; seen_ < partial.findings(); ++seen_) {
    if (!announces_ || announced_ >= kMostAnnounced) continue;
    const std::string headline = partial.headline(seen_);
    if (headline.empty()) continue;
    ++announced_;
    progress_.wipe();
    if (announced_ == 1 && show_first(partial, seen_)) continue;
    std::fprintf(stderr, "skein: found BUG %zu: %s\n", announced_, printable(headline).c_str());
  }
  std::fflush(stderr);
}

bool LiveReport::show_first(session::PartialReport& partial, std::size_t finding) {
  const Counterexample* const counterexample = partial.learn_details(finding);
  if (counterexample == nullptr) return false;
  constexpr std::size_t kScreen = 40;
  std::fprintf(stderr, "%sskein: the exploration goes on; the report will show BUG 1 again\n",
               finding_text(*counterexample, 1, Style{}, kScreen).c_str());
  return true;
}

session::EmergencyReport LiveReport::emergency(const session::PartialReport& partial,
                                               const Report& brief, Stop stop) const {
  Report stopped = brief;
  stopped.statistics.stop = stop;
  stopped.statistics.seconds = stop == Stop::Seconds ? partial.report().request.budget.seconds
                                                     : session::monotonic_seconds() - start_;
  const std::optional<Proof> proof = partial.stopped_proof(stopped);
  const nlohmann::ordered_json json = proof ? to_json(stopped, *proof) : to_json(stopped);
  session::EmergencyReport report;
  report.texts = outputs_.texts(stopped, &json);
  report.status = exit_status_of(proof ? verdict_of(stopped, *proof) : verdict_of(stopped));
  const Style style;
  std::string text;
  if (proof) {
    text =
        is_quiet_ ? verdict_line(stopped, *proof, style) : terminal_report(stopped, *proof, style);
  } else {
    text = is_quiet_ ? verdict_line(stopped, style) : terminal_report(stopped, style);
  }
  report.texts.push_back(
      {outputs_.use_standard_output() ? STDERR_FILENO : STDOUT_FILENO, false, std::move(text)});
  return report;
}

void LiveReport::keep(const session::PartialReport& partial) {
  const Report brief = partial.brief();
  session::keep_emergency_report(emergency(partial, brief, Stop::Interrupted),
                                 emergency(partial, brief, Stop::Seconds));
}

void LiveReport::begins_compiling(const std::string& file) {
  progress_.say("compiling " + printable(file) + " ...");
}

void LiveReport::show_progress(const session::Progress& progress) {
  std::string estimate;
  if (progress.sampled) {
    estimate = sampling_estimate(progress.statistics, *progress.sampled);
  } else if (progress.can_estimate) {
    estimate = estimate_text(progress.estimate);
  }
  progress_.show(progress.statistics, progress.depth, estimate);
}

void LiveReport::exploration_is_over() {
  announces_ = false;
  progress_.wipe();
}

void LiveReport::note(const Remark& note) {
  progress_.wipe();
  std::fprintf(stderr, "skein: note: %s\n", remark_text(note).c_str());
}

}  // namespace skein::cli
