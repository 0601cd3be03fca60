// SPDX-License-Identifier: Apache-2.0
#include "report/acceptance.hpp"

#include <algorithm>
#include <utility>

#include "core/ensure.hpp"
#include "report/finding_identity.hpp"

namespace skein {

namespace {

bool is_to_go(const Counterexample& counterexample) {
  return counterexample.standing == Standing::Known ||
         counterexample.standing == Standing::Suppressed;
}

// A proof may meet the same bug again and again.
void add_accepted(std::vector<Counterexample>& accepted, Counterexample counterexample) {
  const auto same =
      std::find_if(accepted.begin(), accepted.end(), [&](const Counterexample& other) {
        return other.identities.front() == counterexample.identities.front() &&
               other.accepted_by == counterexample.accepted_by &&
               other.headline == counterexample.headline;
      });
  if (same == accepted.end()) {
    accepted.push_back(std::move(counterexample));
  } else {
    same->times += counterexample.times;
  }
}

}  // namespace

void Acceptance::add(Suppression rule) { rules_.push_back({std::move(rule)}); }

void Acceptance::set_baseline(std::string file, std::set<std::string> identities) {
  baseline_ = std::move(file);
  known_ = std::move(identities);
}

void Acceptance::set_failing(std::string words, std::set<FindingKind> kinds) {
  failing_words_ = std::move(words);
  failing_ = std::move(kinds);
}

void Acceptance::describe(Request& request) const {
  request.fail_on = failing_words_;
  request.baseline = baseline_;
}

void Acceptance::judge(Counterexample& counterexample) {
  if (!counterexample.identities.empty()) return;
  counterexample.identities = {identity_of(counterexample)};
  for (Rule& rule : rules_) {
    if (!matches(rule.suppression, counterexample)) continue;
    rule.is_used = true;
    counterexample.standing = Standing::Suppressed;
    counterexample.accepted_by = rule.suppression.name;
    return;
  }
  if (known_.contains(counterexample.identities.front())) {
    counterexample.standing = Standing::Known;
    counterexample.accepted_by = baseline_;
  } else if (!failing_words_.empty() && !failing_.contains(counterexample.kind)) {
    counterexample.standing = Standing::Tolerated;
    counterexample.accepted_by = "--fail-on " + failing_words_;
  }
}

bool Acceptance::may_accept(const Counterexample& brief) const {
  const auto may_match = [&](const Rule& rule) {
    return matches(rule.suppression, brief, Unknown::Matches);
  };
  const auto is_of_kind = [&](const std::string& identity) {
    return identity.starts_with(name(brief.kind));
  };
  return (!failing_words_.empty() && !failing_.contains(brief.kind)) ||
         std::any_of(known_.begin(), known_.end(), is_of_kind) ||
         std::any_of(rules_.begin(), rules_.end(), may_match);
}

std::vector<bool> Acceptance::apply(Report& report) {
  ensure(report.findings.all().size() == report.counterexamples.size(),
         "a finding without its counterexample cannot be judged");
  std::vector<bool> stays;
  std::vector<Counterexample> kept;
  report.findings.take_out([&](const Finding&) {
    Counterexample& counterexample = report.counterexamples[stays.size()];
    judge(counterexample);
    const bool goes = is_to_go(counterexample);
    if (goes) {
      add_accepted(report.accepted, std::move(counterexample));
    } else {
      kept.push_back(std::move(counterexample));
    }
    stays.push_back(!goes);
    return goes;
  });
  report.counterexamples = std::move(kept);
  std::vector<Counterexample> warnings;
  for (Counterexample& warning : report.unproved) {
    judge(warning);
    if (is_to_go(warning)) {
      add_accepted(report.accepted, std::move(warning));
    } else {
      warnings.push_back(std::move(warning));
    }
  }
  report.unproved = std::move(warnings);
  report.unused_suppressions.clear();
  for (const Rule& rule : rules_) {
    if (!rule.is_used && !rule.suppression.is_quiet)
      report.unused_suppressions.push_back(rule.suppression.name);
  }
  return stays;
}

}  // namespace skein
