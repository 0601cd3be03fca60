// SPDX-License-Identifier: Apache-2.0
// skein replay: executes one schedule and reports what it shows, or where the program left it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/plan.hpp"
#include "findings/trace_file.hpp"
#include "machine/detailed_run.hpp"
#include "report/formats/replay_outcome.hpp"
#include "report/report.hpp"
#include "session/observer.hpp"
#include "session/program/open_program.hpp"
#include "session/replay/debugger.hpp"
#include "session/settings.hpp"
#include "session/time_limit.hpp"

namespace skein::session {

class ReplaySession {
 public:
  // `trace`: the file that the schedule comes from, if any; the settings agree with it. Throws
  // UserError for settings that exclude each other. Settings and observer must outlive the session.
  ReplaySession(const ReplaySettings& settings, std::optional<TraceFile> trace, Observer& observer);

  // Fills the report with a counterexample of each bug that matters, and a verdict. With a debugger
  // there is no report: see debug_request. REQUIRES: called once. Throws UserError.
  void run();

  [[nodiscard]] const Report& report() const { return report_; }

  [[nodiscard]] bool wants_debugger() const {
    return settings_.schedule.gdb || settings_.schedule.valgrind;
  }
  // After run(): what to follow, and where to stop. Throws UserError if there is no bug to look at.
  [[nodiscard]] DebugRequest debug_request();
  // Turns valgrind's exit status into the verdict.
  void judge_valgrind(int status);

 private:
  void compare_builds();
  void apply_knowledge();
  void execute();
  void judge();
  [[nodiscard]] ReplayOutcome outcome_of(ReplayOutcome::End end) const;
  [[nodiscard]] std::vector<Counterexample> counterexamples_of_run() const;
  [[nodiscard]] bool is_wanted(const Counterexample& shown) const;
  [[nodiscard]] std::optional<std::size_t> divergence() const;
  [[nodiscard]] ReplayOutcome left_at(std::size_t step) const;
  [[nodiscard]] ReplayOutcome::Met met_at(std::size_t index) const;

  ReplaySettings settings_;
  Observer& observer_;
  TimeLimit limit_;
  std::optional<TraceFile> trace_;
  std::vector<Move> moves_;
  Bounds bounds_;
  Program program_;
  bool is_same_build_ = true;
  DetailedRun details_;
  Report report_;
};

}  // namespace skein::session
