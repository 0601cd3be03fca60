// SPDX-License-Identifier: Apache-2.0
// skein prove: builds the abstract unfolding of a program with unknown inputs [THESIS Alg.4], and
// fills a report with what it proves, or with what it could not exclude.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "report/formats/proof.hpp"
#include "report/report.hpp"
#include "session/observer.hpp"
#include "session/partial_report.hpp"
#include "session/prove/prove_round.hpp"
#include "session/settings.hpp"
#include "session/time_limit.hpp"

namespace skein::session {

class ProveSession {
 public:
  // Starts the clock. Throws UserError for an invalid value of an option. The observer must outlive
  // the session.
  ProveSession(const ProveSettings& settings, Observer& observer);

  // REQUIRES: called once. Throws UserError, InternalError; report() then has the error.
  void run();

  [[nodiscard]] const Report& report() const { return report_; }
  [[nodiscard]] const Proof& proof() const { return proof_; }
  // What the program printed in the run of the first bug.
  [[nodiscard]] const std::string& output() const { return bugs_.output(); }

 private:
  void load();
  void analyse();
  // False if a budget stopped it.
  [[nodiscard]] bool build(ProveRound& round, double until);
  // `seconds`: of processor time, for each warning.
  void divide_inputs(RoundContext& context, abstract::ProveOptions how, double seconds);
  // Whether the faults of a prefix that is not complete yet show a bug.
  bool judge_unfinished(ProveRound& round);
  void note_reservations();
  void complete_statistics();
  // Whether a budget is used up; is_enough() does not look at the clock at each call.
  bool is_enough();
  bool is_over();

  const ProveSettings settings_;
  Observer& observer_;
  TimeLimit limit_;
  bool looks_for_races_;
  Report report_;
  Proof proof_;
  Acceptance acceptance_;
  PartialReport partial_;
  ir::Program program_;
  ir::SystemOptions options_;
  ShownBugs bugs_;
  JudgedFaults judged_faults_;
  std::unique_ptr<ProveRound> round_;
  ProveRound* building_ = nullptr;  // the budget is looked at inside of local code
  std::function<bool()> is_late_;   // of that round
  double rounds_until_ = 1e300;     // of processor time; nothing is judged beyond it
  bool is_complete_ = false;
  std::uint64_t looks_ = 0;
};

}  // namespace skein::session
