// SPDX-License-Identifier: Apache-2.0
// Turns the findings of an exploration into counterexamples: each gets its detailed run, as far as
// time allows, and those that do not show again are dropped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/acceptance.hpp"
#include "report/report.hpp"
#include "session/program/open_program.hpp"
#include "session/time_limit.hpp"
#include "session/witness/repetition.hpp"

namespace skein::session {

class WitnessRecorder {
 public:
  struct Wishes {
    double seconds = 0;  // for better witnesses, of all findings together
    bool wants_output = false;
  };

  // REQUIRES: the program's exploration is over.
  WitnessRecorder(Program& program, const TimeLimit& limit, Acceptance& acceptance, Wishes wishes)
      : program_(program), limit_(limit), acceptance_(acceptance), wishes_(wishes) {}

  // Fills in the counterexamples, drops findings that did not show again, and puts aside those that
  // are accepted. Returns what a real program printed in the schedule of the first bug, if
  // requested.
  std::string record(Report& report);

 private:
  void learn_from_exploration();
  std::size_t record_first(Report& report, const WitnessRequest& request);
  void look_for_certain_bug(Report& report, std::size_t recorded, const WitnessRequest& request);
  [[nodiscard]] std::vector<std::uint64_t> watched_for(const Finding& finding) const;
  [[nodiscard]] std::string output_of_first_bug(const Report& report) const;

  Program& program_;
  const TimeLimit& limit_;
  Acceptance& acceptance_;
  Wishes wishes_;
  std::vector<std::uint64_t> watched_;  // at the end of the exploration
  std::vector<std::string> outputs_;    // by counterexample
};

}  // namespace skein::session
