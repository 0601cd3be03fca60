// SPDX-License-Identifier: Apache-2.0
// The exploration of `skein check`: the loop (explore/exploration.hpp) and everything around it. It
// restarts when the machine has learned more (session/restarts.hpp), resumes from a checkpoint,
// estimates how much is done, and finds out what is at fault when runs contradict each other
// (session/check/nondeterminism.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "explore/exploration.hpp"
#include "findings/finding.hpp"
#include "findings/race_statistics.hpp"
#include "report/report.hpp"
#include "session/check/checkpoint.hpp"
#include "session/check/estimator.hpp"
#include "session/choose_explorer.hpp"
#include "session/observer.hpp"
#include "session/partial_report.hpp"
#include "session/program/open_program.hpp"
#include "session/settings.hpp"
#include "session/time_limit.hpp"

namespace skein::session {

class CheckExploration {
 public:
  // What the session provides; all of it outlives the exploration.
  struct Context {
    const CheckSettings& settings;
    const Choice& choice;
    TimeLimit& limit;
    PartialReport& partial;
    Observer& observer;
  };

  CheckExploration(Context context, Program& program, std::optional<Checkpoint>& checkpoint)
      : context_(context), program_(program), checkpoint_(checkpoint) {}

  // Explores until nothing is left or a budget stops it. `earlier` receives the findings of
  // explorations that had to restart; at the end the report contains them too.
  void run(Report& report, FindingSet& earlier);

 private:
  void explore_once(const Budget& budget, Report& report);
  void explore_again(Budget budget, std::uint64_t runs);
  void end_early(std::unique_ptr<Explorer> explorer, Estimator& estimator, Report& report);
  void advise(const RaceStatistics& race_statistics, Report& report);
  bool explain_contradiction(const Plan* plan, Report& report);
  [[nodiscard]] Progress progress_of(const Statistics& statistics, std::size_t depth,
                                     Estimator& estimator) const;
  [[nodiscard]] bool is_killed_with_us(const Run& run) const;

  Context context_;
  Program& program_;
  std::optional<Checkpoint>& checkpoint_;
  std::unique_ptr<Machine> recorded_;  // with a checkpoint: the machine that the loop sees
};

}  // namespace skein::session
