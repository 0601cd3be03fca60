// SPDX-License-Identifier: Apache-2.0
#include "cli/so_far.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <unistd.h>
#include <utility>

#include "cli/system.hpp"

namespace skein::cli {

namespace {

// All but the steps, which may be many.
Report brief_of(const Report& report, const FindingSet* earlier, const Machine* machine) {
  Report brief;
  brief.version = report.version;
  brief.request = report.request;
  brief.figures = report.figures;
  brief.figures.peak_memory_kb = peak_resident_kb();
  brief.counted = report.counted;
  brief.warnings = report.warnings;
  brief.reservations = report.reservations;
  brief.gaps = report.gaps;
  if (machine == nullptr) return brief;
  const auto add = [&](const Finding& finding) {
    const std::size_t known = brief.findings.all().size();
    Run shows_it;
    if (finding.is_deadlock) {
      shows_it.end = End::Deadlock;
      shows_it.pending = finding.pending;
    } else {
      shows_it.violations = {finding.violation};
    }
    brief.findings.add(shows_it);
    if (brief.findings.all().size() == known) return;
    brief.accounts.push_back(make_brief_account(finding, machine->names()));
  };
  for (const Finding& finding : report.findings.all()) add(finding);
  if (earlier != nullptr) {
    for (const Finding& finding : earlier->all()) add(finding);
  }
  return brief;
}

}  // namespace

SoFar::SoFar(const Report& report, const Outputs& outputs, bool is_quiet, Words words)
    : report_(report),
      outputs_(outputs),
      is_quiet_(is_quiet),
      announces_(!is_quiet),
      words_(std::move(words)),
      start_(monotonic_seconds()) {}

void SoFar::look() {
  const double now = monotonic_seconds();
  if (now < next_look_) return;
  // Whoever is done in a second needs no news.
  constexpr double kQuietSeconds = 1;
  if (now - start_ > kQuietSeconds) announce();
  keep();
  // At most a small part of the time is spent here.
  constexpr double kInterval = 0.2;
  constexpr double kShare = 0.02;
  const double after = monotonic_seconds();
  next_look_ = after + std::max(kInterval, (after - now) / kShare);
}

void SoFar::announce() {
  const std::vector<Finding>& all = report_.findings.all();
  constexpr std::size_t kMostAnnounced = 20;
  for (; announced_ < all.size(); ++announced_) {
    if (!announces_ || machine_ == nullptr || announced_ >= kMostAnnounced) continue;
    const Account account = make_brief_account(all[announced_], machine_->names());
    // Over the progress line, if there is one.
    std::fprintf(stderr, "%sskein: found BUG %zu: %s\n",
                 is_terminal(STDERR_FILENO) ? "\r\x1b[K" : "", announced_ + 1,
                 printable(account.headline).c_str());
  }
  std::fflush(stderr);
}

LastWord SoFar::word(const Report& brief, Stop stop) const {
  Report stopped = brief;
  stopped.figures.stop = stop;
  stopped.figures.seconds =
      stop == Stop::Seconds ? report_.request.budget.seconds : monotonic_seconds() - start_;
  const nlohmann::ordered_json json = words_.json(stopped);
  LastWord word;
  word.texts = outputs_.texts(stopped, &json);
  word.status = words_.status(stopped);
  word.texts.push_back({outputs_.use_standard_output() ? STDERR_FILENO : STDOUT_FILENO, false,
                        words_.text(stopped, Style{})});
  return word;
}

void SoFar::keep() {
  const Report brief = brief_of(report_, earlier_, machine_);
  keep_last_word(word(brief, Stop::Interrupted), word(brief, Stop::Seconds));
}

}  // namespace skein::cli
