// SPDX-License-Identifier: Apache-2.0
// The bugs that a complete prefix shows: faults and deadlocks, livelocks and data races. The
// witness of each is a run of the ir machine.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "findings/finding.hpp"
#include "report/report.hpp"
#include "session/verify/race_violation.hpp"
#include "session/verify/verified_prefix.hpp"

namespace skein::session {

class PrefixFindings {
 public:
  struct Wanted {
    bool livelocks = true;
    bool races = true;
  };

  // `is_enough`: whether a budget is used up.
  PrefixFindings(const VerifiedPrefix& built, Wanted wanted, std::function<bool()> is_enough)
      : built_(built), wanted_(wanted), is_enough_(std::move(is_enough)) {}

  // Adds to the statistics and findings of the report.
  void find(Report& report);

  // Makes the counterexamples of the report's findings, each from a detailed run.
  void record(Report& report, const std::function<bool()>& is_over);

  // What the program printed in the first finding's run.
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  void find_faults(Report& report);
  void find_deadlocks(Report& report);
  void find_livelocks(Report& report);
  void find_races(Report& report);
  Run replay(std::vector<Move> moves, const Report& report);
  [[nodiscard]] Counterexample record_one(const Finding& finding) const;

  const VerifiedPrefix& built_;
  Wanted wanted_;
  std::function<bool()> is_enough_;
  std::map<std::string, RaceSides> races_;  // by their facts
  std::string output_;
};

}  // namespace skein::session
