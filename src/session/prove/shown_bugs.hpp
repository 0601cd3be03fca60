// SPDX-License-Identifier: Apache-2.0
// Bugs of `skein prove` in its report: each is run once more by the concrete machine, with the
// inputs and the schedule that show it, and, with --traces, by the real program.
#pragma once

#include <functional>
#include <string>

#include "machine/ir/system.hpp"
#include "machine/states_machine.hpp"
#include "prefix/analyses/races/prefix_races.hpp"
#include "report/acceptance.hpp"
#include "report/formats/proof.hpp"
#include "report/report.hpp"
#include "session/prove/witness_search.hpp"
#include "session/settings.hpp"

namespace skein::session {

class ShownBugs {
 public:
  // The report, and its proof, that the bugs are added to.
  struct Target {
    Report& report;
    Proof& proof;
  };

  // All must outlive it. `is_over`: all time is used up.
  ShownBugs(const ir::Program& program, const ProveSettings& settings, Acceptance& acceptance,
            Target target, std::function<bool()> is_over)
      : program_(program),
        settings_(settings),
        acceptance_(acceptance),
        report_(target.report),
        proof_(target.proof),
        is_over_(std::move(is_over)) {}

  // Whether the witness shows a bug; it is in the report then.
  bool add(const InputWitness& witness);
  // Whether the witness shows a race that is one of this prefix; it is in the report then.
  bool add_race(const InputWitness& witness, const PrefixRace& race, const Prefix& prefix);

  // What the program printed in the run of the first bug.
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  // The concrete machine with the inputs of a witness.
  struct Concrete {
    Concrete(const ir::Program& program, const ir::SystemOptions& options);

    ir::IrSystem system;
    StatesMachine machine;
  };

  [[nodiscard]] ir::SystemOptions options_for(const InputWitness& witness) const;
  [[nodiscard]] static DetailedRun run(StatesMachine& machine, const InputWitness& witness);
  bool report(Concrete& concrete, const Run& run, const DetailedRun& details,
              const InputWitness& witness);
  void replay_natively(const ir::IrSystem& concrete, const Run& run, const Finding& finding,
                       const InputWitness& witness);

  const ir::Program& program_;
  const ProveSettings& settings_;
  Acceptance& acceptance_;
  Report& report_;
  Proof& proof_;
  std::function<bool()> is_over_;
  std::string output_;
};

}  // namespace skein::session
