// SPDX-License-Identifier: Apache-2.0
// Turns the findings of an exploration into counterexamples: each gets its detailed run, as far as
// time allows, and those that do not show again are dropped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.hpp"
#include "session/program/open_program.hpp"
#include "session/time_limit.hpp"
#include "session/witness/repetition.hpp"

namespace skein::session {

class WitnessRecorder {
 public:
  // `seconds`: for better witnesses, of all findings together. REQUIRES: the program's exploration
  // is over.
  WitnessRecorder(Program& program, const TimeLimit& limit, double seconds, bool wants_output)
      : program_(program), limit_(limit), seconds_(seconds), wants_output_(wants_output) {}

  // Fills in the counterexamples, and drops findings that did not show again. Returns what a real
  // program printed in the schedule of the first bug, if requested.
  std::string record(Report& report);

 private:
  void learn_from_exploration();
  void record_first(Report& report, std::size_t count, const WitnessRequest& request);
  void look_for_certain_bug(Report& report, std::size_t recorded, const WitnessRequest& request);
  [[nodiscard]] std::vector<std::uint64_t> watched_for(const Finding& finding) const;
  [[nodiscard]] std::string output_of_first_bug(const Report& report) const;

  Program& program_;
  const TimeLimit& limit_;
  double seconds_;
  bool wants_output_;
  std::vector<std::uint64_t> watched_;  // at the end of the exploration
  std::vector<std::string> outputs_;    // by counterexample
};

}  // namespace skein::session
