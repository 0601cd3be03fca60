// SPDX-License-Identifier: Apache-2.0
#include "session/unseen_code_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "report/text.hpp"
#include "report/violation_text.hpp"

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

std::string place_text(const Unseen& unseen) {
  return unseen.function.empty() ? unseen.library
                                 : fmt::format("{} in {}", unseen.function, unseen.library);
}

// The first few, and the number of the others.
std::string list_text(const std::vector<std::string>& list) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(list.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + printable(list[i]);
  }
  if (list.size() > kMost) text += fmt::format(" and {} more", list.size() - kMost);
  return text;
}

std::string list_text(const std::vector<Unseen>& list) {
  std::vector<std::string> places;
  for (const Unseen& unseen : list) places.push_back(place_text(unseen));
  return list_text(places);
}

std::string libraries_text(const std::vector<Unseen>& list) {
  std::set<std::string> names;
  for (const Unseen& unseen : list) names.insert(unseen.library);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + printable(name);
  return text;
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
    report.warnings.push_back(
        "not counted as a bug, since what skein did not see may prevent it: " +
        violation_text(finding.violation));
  }
  if (!dropped.empty()) {
    report.gaps.push_back(counted(dropped.size(), "finding") +
                          " (see the warnings) may be prevented by what was not seen");
  }
}

// Whether a race may be false although all atomic operations were seen: libraries may synchronise
// by plain loads and stores too. If so, the accesses cannot be executed in the other order. `qpor`
// foresees every step of the other order, so it has executed that order when it comes to its end,
// or has met a contradiction. Other explorers do not notice.
bool has_doubtful_races(const NativeMachine& machine, const Report& report) {
  if (!machine.has_foreign_words()) return false;
  constexpr std::string_view kForesees = "qpor";
  return !machine.explores_races() || report.request.explorer != kForesees ||
         !report.gaps.empty() || report.statistics.stop != Stop::Exhausted ||
         !report.request.caveat.empty();
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
    report.reservations.push_back("trusting atomic operations that were not seen: " +
                                  list_text(trusted));
  }
  if (!others.empty()) {
    report.gaps.push_back(
        fmt::format("threads executed atomic operations that skein did not see: {} (build it with "
                    "skein cc, or --trust-unseen={})",
                    list_text(others), libraries_text(others)));
  }
  const bool trusts_all = is_trusted("", settings);
  for (const std::string& why : machine.unwatched()) {
    (trusts_all ? report.reservations : report.gaps).push_back(printable(why));
  }
  if (!others.empty() || (is_doubtful && !trusts_all)) drop_doubtful(settings, report);
}

std::optional<std::string> libraries_without_races(const NativeMachine& machine) {
  const std::set<std::string>& names = machine.libraries_without_races();
  if (names.empty()) return std::nullopt;
  return fmt::format("data races inside of {} were not looked for (not built by skein cc)",
                     list_text(std::vector<std::string>(names.begin(), names.end())));
}

std::optional<std::string> cause_of_contradiction(const NativeMachine& machine,
                                                  const Report& report, bool is_instrumented) {
  constexpr const char* kStopped = "the exploration stopped where a run contradicted another: ";
  if (!is_instrumented || !machine.unseen().empty() || !machine.unwatched().empty() ||
      machine.has_foreign_words() || !machine.libraries_without_races().empty()) {
    return std::string(kStopped) + "what a thread does depends on operations that were not seen";
  }
  const std::vector<Finding>& findings = report.findings.all();
  const bool has_race = std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
    return !f.is_deadlock && f.violation.kind() == ViolationKind::Race;
  });
  if (!has_race) return std::nullopt;
  return std::string(kStopped) +
         "what a thread does depends on the outcome of a data race (try --races=explore)";
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
    const std::string what = violation_text(finding.violation);
    report.warnings.push_back(fmt::format("seen once, but not again in the same schedule: {}{}{}",
                                          finding.kind(), what.empty() ? "" : ": ", what));
  }
  report.gaps.push_back(
      fmt::format("{} did not show again in the same schedule, so that the program may not be "
                  "deterministic or may leave behind what skein cannot put back (try --reset=fork)",
                  counted(dropped.size(), "bug")));
}

}  // namespace skein::session
