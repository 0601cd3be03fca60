// SPDX-License-Identifier: Apache-2.0
// Decides what a warning is: a bug with its inputs, or false.
//
// Inputs are first drawn at random, for a short time (witness_search.hpp); most bugs need no more.
// Then the solver looks for them, along the schedule of the warning (machine/symbolic). The
// concrete machine confirms what is found. A warning is removed if each event of the prefix that
// raises it is refuted, in one of two ways (docs/prove.md says why this is enough):
// - locally: the fault cannot happen in the event's step, from no element of the state before it,
//   or after no such steps of the same thread;
// - along its history, if nothing that was cut off can continue there.
// Otherwise the unfolding is built without cut-offs, within limits: if it is complete, its events
// may be refuted along their histories; if not, the bug may be among them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "machine/abstract/abstract_system.hpp"
#include "machine/symbolic/refinement.hpp"
#include "prefix/prefix.hpp"
#include "report/words/remark.hpp"
#include "session/prove/witness_search.hpp"

namespace skein::session {

struct Judgement {
  std::optional<InputWitness> witness;  // shows that the warning is a bug
  bool is_false = false;                // the warning is refuted
};

enum class Refutation : std::uint8_t { Refuted, RefutedButForCutoffs, Open };

// The judgement of a deadlock or a race at the end of a configuration.
struct EndJudgement {
  std::optional<InputWitness> witness;  // Open: it is a bug
  Refutation refutation = Refutation::Open;
};

class WarningRefiner {
 public:
  // `seconds`: for each warning. `is_over`: all time is used up. The rest must outlive the refiner.
  WarningRefiner(const ir::Program& program, const ir::SystemOptions& options,
                 abstract::AbstractSystem& system, const Prefix& prefix, double seconds,
                 std::function<bool()> is_over);

  // A fault, by all events of the prefix that raise it.
  [[nodiscard]] Judgement judge(std::span<const PrefixEventId> events);
  // Something else at the end of a schedule: a deadlock, a race. Those with the same key have the
  // time of one warning together.
  [[nodiscard]] EndJudgement judge_end(const Prefix& prefix, const View& before,
                                       const WitnessTarget& target, const std::string& key);
  // The unfolding without cut-offs, if it is finite and small; else null.
  [[nodiscard]] Prefix* whole_unfolding();

  // The schedule as visible operations. Only this machine takes a divided input in a step of its
  // own, so other machines cannot follow those steps.
  [[nodiscard]] std::vector<ScheduledStep> schedule_in(const Prefix& prefix,
                                                       std::span<const PrefixEventId> events) const;
  // Where inputs were asked for on the schedules that were not possible, the most important first.
  [[nodiscard]] const std::vector<abstract::InputSplits::Place>& culprits() const {
    return culprits_;
  }
  // The solver has to find everything, if there is one.
  void skip_drawing() { share_of_drawing_ = 0; }
  // Why there is no solver; empty if there is one, or it was not needed.
  [[nodiscard]] const std::optional<Remark>& missing_solver() const { return missing_solver_; }

 private:
  [[nodiscard]] WitnessTarget target_of(const Prefix& prefix, PrefixEventId e) const;
  // All events of a prefix that raise the fault. A witness ends it.
  [[nodiscard]] Refutation judge_in(const Prefix& prefix, std::span<const PrefixEventId> events,
                                    std::optional<InputWitness>& witness);
  [[nodiscard]] bool is_refuted_locally(const Prefix& prefix, PrefixEventId e);
  [[nodiscard]] bool is_refuted_after_steps(const Prefix& prefix, PrefixEventId e);
  [[nodiscard]] symbolic::StepStart start_of(const Prefix& prefix, PrefixEventId e) const;
  [[nodiscard]] std::optional<InputWitness> find_in(const Prefix& prefix,
                                                    std::span<const PrefixEventId> events);
  // The unfolding without cut-offs, or its beginning; null if there is none.
  [[nodiscard]] const Prefix* without_cutoffs();
  // Null if there is none.
  [[nodiscard]] symbolic::Refinement* solver();
  [[nodiscard]] std::optional<InputWitness> draw(const WitnessTarget& target, double until);
  [[nodiscard]] symbolic::SearchResult search(const WitnessTarget& target);
  [[nodiscard]] double seconds_left() const;
  void begin();

  abstract::AbstractSystem& system_;
  const Prefix& prefix_;
  const double seconds_;
  std::function<bool()> is_over_;
  WitnessSearch witnesses_;
  std::unique_ptr<symbolic::Refinement> solver_;
  std::optional<Remark> missing_solver_;
  std::vector<abstract::InputSplits::Place> culprits_;
  std::map<std::string, double> used_;  // by key: seconds
  std::unique_ptr<Prefix> without_cutoffs_;
  bool was_built_ = false;
  bool is_uncut_complete_ = false;
  double share_of_drawing_;  // of a warning's time, if there is a solver
  double begin_ = 0;         // of the current warning
};

}  // namespace skein::session
