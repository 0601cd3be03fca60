// SPDX-License-Identifier: Apache-2.0
// skein check: explores a program, confirms what was found, and fills a report.
//
// The data goes one way: the settings open a program, its exploration fills statistics and findings
// (session/check/check_exploration.hpp), each finding gets one detailed run (session/witness), and
// the report is done. The caller prints it.
#pragma once

#include <optional>
#include <string>

#include "findings/finding.hpp"
#include "machine/native/native_machine.hpp"
#include "report/acceptance.hpp"
#include "report/report.hpp"
#include "session/check/checkpoint.hpp"
#include "session/choose_explorer.hpp"
#include "session/observer.hpp"
#include "session/partial_report.hpp"
#include "session/program/open_program.hpp"
#include "session/settings.hpp"
#include "session/time_limit.hpp"

namespace skein::session {

class CheckSession {
 public:
  // Starts the clock. Settings and observer must outlive the session.
  CheckSession(const CheckSettings& settings, Observer& observer);

  // REQUIRES: called once. Throws UserError, ExplorationError, InternalError; report() then has the
  // error and everything known before.
  void run();

  [[nodiscard]] const Report& report() const { return report_; }

  // What a real program printed in the schedule of the first bug.
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  void prepare();
  [[nodiscard]] std::optional<Counterexample> details_of(const Finding& finding) const;
  void open_checkpoint();
  void note_runs();
  void note_racy_gaps();
  void note_stop();
  void record_findings();
  void add_replay_commands();
  [[nodiscard]] const NativeMachine* native_machine() const;

  const CheckSettings& settings_;
  Observer& observer_;
  TimeLimit limit_;
  Report report_;
  FindingSet earlier_;  // of explorations that had to restart
  Acceptance acceptance_;
  PartialReport partial_;
  std::string output_;
  Choice choice_;
  Program program_;
  std::optional<Checkpoint> checkpoint_;
};

}  // namespace skein::session
