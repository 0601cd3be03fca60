// SPDX-License-Identifier: Apache-2.0
#include "session/check/unseen_code_policy.hpp"

#include <algorithm>
#include <string_view>

#include "explore/registry.hpp"

namespace skein::session {

namespace {

// "libtbb" names libtbb.so.12 as well.
bool is_named(std::string_view library, std::string_view name) {
  return library == name || library.substr(0, library.find(".so")) == name;
}

bool is_trusted(const std::string& library, const NativeSettings& settings) {
  std::string_view rest = settings.trust_unseen ? std::string_view(*settings.trust_unseen) : "";
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view name = rest.substr(0, comma);
    if (name == "all" || is_named(library, name)) return true;
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return false;
}

// Each library, followed by the function.
std::vector<std::string> subjects_of(const std::vector<Unseen>& list) {
  std::vector<std::string> subjects;
  for (const Unseen& unseen : list) {
    subjects.push_back(unseen.library);
    subjects.push_back(unseen.function);
  }
  return subjects;
}

Remark remark_of(const Unwatched& unwatched) {
  switch (unwatched.cause) {
    case Unwatched::Cause::LoadedLate: return {RemarkCode::LibraryLoadedLate, {unwatched.library}};
    case Unwatched::Cause::LibraryWords: return RemarkCode::LibraryWordsUnwatched;
    case Unwatched::Cause::Instructions: return RemarkCode::InstructionsUnwatched;
    case Unwatched::Cause::TooManyInstructions: break;
  }
  return RemarkCode::TooManyInstructions;
}

// Findings that may be no bugs if a lock was not seen: races, and steps that never end, since a
// thread that spins on an unseen lock is never preempted. (With --fail-on-exit, exit statuses too.)
bool is_doubtful(const Finding& finding, const NativeSettings& settings) {
  if (finding.is_deadlock) return false;
  const ViolationKind kind = finding.violation.kind();
  return kind == ViolationKind::Race || (kind == ViolationKind::Other && !settings.fail_on_exit);
}

void drop_doubtful(const NativeSettings& settings, Report& report) {
  const std::vector<Finding> dropped = report.findings.take_out(
      [&](const Finding& finding) { return is_doubtful(finding, settings); });
  for (const Finding& finding : dropped) {
    report.warnings.push_back({RemarkCode::FindingNotCounted, {}, {}, finding.violation.facts});
  }
  if (!dropped.empty()) {
    report.gaps.emplace_back(RemarkCode::FindingsMayBePrevented,
                             static_cast<std::int64_t>(dropped.size()));
  }
}

// Whether a race may be false although all atomic operations were seen: libraries may synchronise
// by plain loads and stores too. If so, the accesses cannot be executed in the other order. An
// explorer that foresees every step of the other order has executed that order when it comes to its
// end, or has met a contradiction. Other explorers do not notice.
bool has_doubtful_races(const NativeMachine& machine, const Report& report) {
  if (!machine.has_foreign_words()) return false;
  const ExplorerInfo* const explorer = find_explorer(report.request.explorer);
  const bool foresees_all = explorer != nullptr && explorer->foresees_all;
  return !machine.explores_races() || !foresees_all || !report.gaps.empty() ||
         report.statistics.stop != Stop::Exhausted || !report.request.caveat.empty();
}

}  // namespace

void judge_unseen(const NativeMachine& machine, const NativeSettings& settings, Report& report) {
  const bool is_doubtful = has_doubtful_races(machine, report);
  std::vector<Unseen> trusted;
  std::vector<Unseen> others;
  for (const UnseenCode& code : machine.unseen()) {
    const Unseen unseen{code.library, code.function, code.count};
    report.unseen.push_back(unseen);
    (is_trusted(unseen.library, settings) ? trusted : others).push_back(unseen);
  }
  if (!trusted.empty()) {
    report.reservations.emplace_back(RemarkCode::TrustedAtomics, subjects_of(trusted));
  }
  if (!others.empty()) report.gaps.emplace_back(RemarkCode::UnseenAtomics, subjects_of(others));
  const bool trusts_all = is_trusted("", settings);
  for (const Unwatched& unwatched : machine.unwatched()) {
    (trusts_all ? report.reservations : report.gaps).push_back(remark_of(unwatched));
  }
  if (!others.empty() || (is_doubtful && !trusts_all)) drop_doubtful(settings, report);
}

std::optional<RemarkCode> cause_of_contradiction(const NativeMachine& machine, const Report& report,
                                                 bool is_instrumented) {
  if (!is_instrumented || !machine.unseen().empty() || !machine.unwatched().empty() ||
      machine.has_foreign_words() || !machine.libraries_without_races().empty()) {
    return RemarkCode::ContradictedByUnseen;
  }
  const std::vector<Finding>& findings = report.findings.all();
  const bool has_race = std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
    return !f.is_deadlock && f.violation.kind() == ViolationKind::Race;
  });
  if (!has_race) return std::nullopt;
  return RemarkCode::ContradictedByRace;
}

void drop_unrepeated(Report& report) {
  // Findings and counterexamples are in the same order; the counterexamples know the result of the
  // repetition.
  std::size_t next = 0;
  std::vector<Counterexample> kept;
  const std::vector<Finding> dropped = report.findings.take_out([&](const Finding&) {
    Counterexample& counterexample = report.counterexamples[next++];
    const bool is_out = counterexample.is_repeated == false;
    if (!is_out) kept.push_back(std::move(counterexample));
    return is_out;
  });
  report.counterexamples = std::move(kept);
  if (dropped.empty()) return;
  for (const Finding& finding : dropped) {
    report.warnings.push_back({RemarkCode::FindingSeenOnceOnly, {}, {}, finding.violation.facts});
  }
  report.gaps.emplace_back(RemarkCode::FindingsNotRepeated,
                           static_cast<std::int64_t>(dropped.size()));
}

}  // namespace skein::session
