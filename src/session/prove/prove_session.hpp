// SPDX-License-Identifier: Apache-2.0
// skein prove: builds the abstract unfolding of a program with unknown inputs [THESIS Alg.4], and
// fills a report with what it proves, or with what it could not exclude.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "machine/abstract/abstract_system.hpp"
#include "prefix/analyses/prefix_races.hpp"
#include "prefix/prefix.hpp"
#include "report/proof.hpp"
#include "report/report.hpp"
#include "session/observer.hpp"
#include "session/partial_report.hpp"
#include "session/prove/warning_refiner.hpp"
#include "session/settings.hpp"
#include "session/time_limit.hpp"

namespace skein::session {

class ProveSession {
 public:
  // Starts the clock. Throws UserError for an invalid value of an option. Settings and observer
  // must outlive the session.
  ProveSession(const ProveSettings& settings, Observer& observer);

  // REQUIRES: called once. Throws UserError, InternalError; report() then has the error.
  void run();

  [[nodiscard]] const Report& report() const { return report_; }
  [[nodiscard]] const Proof& proof() const { return proof_; }
  // What the program printed in the run of the first bug.
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  void load_and_build();
  // Whether the faults of a prefix that is not complete yet show a bug.
  bool judge_so_far();
  void judge_faults();
  void judge_deadlocks();
  void judge_races();
  void note_reservations();
  void add_warning(Counterexample warning);
  [[nodiscard]] WarningRefiner& refiner();
  // Whether the witness shows a bug; it is in the report then.
  bool show(const InputWitness& witness, const PrefixRace* race = nullptr);
  void replay_natively(const ir::IrSystem& concrete, const Run& run, const Finding& finding,
                       const InputWitness& witness);
  void complete_statistics();
  // Whether a budget is used up; the first looks only now and then.
  bool is_enough();
  bool is_over();
  [[nodiscard]] ir::SystemOptions system_options() const;

  const ProveSettings& settings_;
  Observer& observer_;
  TimeLimit limit_;
  bool looks_for_races_;
  Report report_;
  Proof proof_;
  PartialReport so_far_;
  ir::Program program_;
  std::unique_ptr<abstract::AbstractSystem> system_;
  std::unique_ptr<Prefix> prefix_;
  std::unique_ptr<WarningRefiner> refiner_;
  bool is_building_ = false;  // the budget is looked at inside of local code
  bool is_complete_ = false;
  std::string output_;
  std::uint64_t looks_ = 0;
};

}  // namespace skein::session
