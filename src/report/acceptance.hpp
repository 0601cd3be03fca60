// SPDX-License-Identifier: Apache-2.0
// Which findings the user accepts: suppressed ones, those of a baseline, and kinds that do not
// fail.
//
// An accepted finding is still a finding: its runs count as they ended, and the verdict says how
// many there are (exceptions.hpp). It just does not make the verdict "bug".
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "report/suppressions.hpp"

namespace skein {

class Acceptance {
 public:
  Acceptance() = default;

  void add(Suppression rule);
  // Findings with these identities are known, from this file.
  void set_baseline(std::string file, std::set<std::string> identities);
  // Only findings of these kinds fail; `words` is what the user wrote.
  void set_failing(std::string words, std::set<FindingKind> kinds);

  // Fills in standing and identity.
  void judge(Counterexample& counterexample);

  // Whether the finding may turn out to be accepted or not to fail once its stacks are known.
  [[nodiscard]] bool may_accept(const Counterexample& brief) const;

  // Notes in the request what fails.
  void describe(Request& request) const;

  // Judges all findings and warnings that are not judged yet, and moves those that are suppressed
  // or known to `accepted`. The order of the others, and their statistics, stay. REQUIRES: every
  // finding has its counterexample. Returns for each finding whether it stayed.
  std::vector<bool> apply(Report& report);

 private:
  struct Rule {
    Suppression suppression;
    bool is_used = false;
  };

  std::vector<Rule> rules_;
  std::string baseline_;
  std::set<std::string> known_;
  std::string failing_words_;
  std::set<FindingKind> failing_;
};

}  // namespace skein
