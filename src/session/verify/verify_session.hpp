// SPDX-License-Identifier: Apache-2.0
// skein verify: builds a complete prefix of the program's unfolding, and fills a report with what
// it proves or shows.
#pragma once

#include <cstdint>
#include <string>

#include "report/formats/proof.hpp"
#include "report/report.hpp"
#include "session/observer.hpp"
#include "session/partial_report.hpp"
#include "session/settings.hpp"
#include "session/time_limit.hpp"
#include "session/verify/verified_prefix.hpp"

namespace skein::session {

class VerifySession {
 public:
  // Starts the clock. Throws UserError for an invalid value of an option. Settings and observer
  // must outlive the session.
  VerifySession(const VerifySettings& settings, Observer& observer);

  // REQUIRES: called once. Throws UserError, InternalError; report() then has the error.
  void run();

  [[nodiscard]] const Report& report() const { return report_; }
  [[nodiscard]] const Proof& proof() const { return proof_; }
  // What the program printed in the run of the first bug.
  [[nodiscard]] const std::string& output() const { return output_; }

  // Skips the destruction of large structures, because the process ends soon.
  void leave() { built_.leave(); }

 private:
  void load_and_build();
  void note_reservations();
  void find_bugs();
  void look_at_assumptions();
  void note_budget();
  void complete_statistics();
  void replay_natively();
  bool is_enough();

  const VerifySettings& settings_;
  Observer& observer_;
  TimeLimit limit_;
  Report report_;
  Proof proof_;
  Acceptance acceptance_;
  PartialReport partial_;
  VerifiedPrefix built_;
  bool looks_for_races_;
  std::string output_;
  std::uint64_t looks_ = 0;
};

}  // namespace skein::session
