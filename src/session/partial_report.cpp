// SPDX-License-Identifier: Apache-2.0
#include "session/partial_report.hpp"

#include <algorithm>

#include "session/os/resources.hpp"

namespace skein::session {

std::size_t PartialReport::findings() const {
  return machine_ == nullptr ? 0 : report_.findings.all().size();
}

std::string PartialReport::headline(std::size_t finding) const {
  const Counterexample brief =
      make_brief_counterexample(report_.findings.all().at(finding), machine_->names());
  return acceptance_ != nullptr && acceptance_->may_accept(brief) ? "" : brief.headline;
}

const Counterexample* PartialReport::learn_details(std::size_t finding) {
  if (!details_) return nullptr;
  const Finding& found = report_.findings.all().at(finding);
  std::optional<Counterexample> counterexample = details_(found);
  if (!counterexample) return nullptr;
  known_ = Known{found, std::move(*counterexample)};
  return &known_->counterexample;
}

Counterexample PartialReport::best_known(const Finding& finding) const {
  if (known_ && is_same_bug(known_->finding, finding)) {
    Counterexample known = known_->counterexample;
    known.times = finding.times;
    return known;
  }
  return make_brief_counterexample(finding, machine_->names());
}

bool PartialReport::may_accept(const Run& run) const {
  if (acceptance_ == nullptr || machine_ == nullptr) return false;
  FindingSet bugs;
  bugs.add(run);
  return std::all_of(bugs.all().begin(), bugs.all().end(), [&](const Finding& finding) {
    return acceptance_->may_accept(make_brief_counterexample(finding, machine_->names()));
  });
}

Report PartialReport::brief() const {
  Report brief;
  brief.version = report_.version;
  brief.request = report_.request;
  brief.statistics = report_.statistics;
  brief.statistics.peak_memory_kb = peak_resident_kb();
  brief.counted = report_.counted;
  brief.warnings = report_.warnings;
  brief.reservations = report_.reservations;
  brief.gaps = report_.gaps;
  if (machine_ == nullptr) return brief;
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
    brief.counterexamples.push_back(best_known(finding));
  };
  for (const Finding& finding : report_.findings.all()) add(finding);
  if (earlier_ != nullptr) {
    for (const Finding& finding : earlier_->all()) add(finding);
  }
  if (acceptance_ != nullptr) acceptance_->apply(brief);
  return brief;
}

std::optional<Proof> PartialReport::stopped_proof(const Report& brief) const {
  if (proof_ == nullptr) return std::nullopt;
  Proof proof = *proof_;
  if (proof.stop == Stop::Exhausted) proof.stop = brief.statistics.stop;
  return proof;
}

}  // namespace skein::session
