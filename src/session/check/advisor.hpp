// SPDX-License-Identifier: Apache-2.0
// Works out what to do after a budget stopped an exploration (report/advice.hpp).
//
// Estimates of the tree's size do not hold for bounded explorations: with a bound on preemptions
// the executions that count depend on the order of exploration. So small bounds are tried, for a
// moment and on a machine of their own, and their growth tells what the next ones will take.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "findings/race_statistics.hpp"
#include "report/advice.hpp"
#include "report/report.hpp"
#include "session/choose_explorer.hpp"
#include "session/program/open_program.hpp"
#include "session/settings.hpp"

namespace skein::session {

// An exploration with a bound on preemptions.
struct BoundTrial {
  std::uint64_t bound = 0;
  std::uint64_t runs = 0;
  double seconds = 0;
  bool is_complete = false;
};

// The largest bound that ends within `seconds`, and how long it takes: one that was tried, or the
// one that follows from the growth of those. `trials` are for the bounds 1, 2, ...; all but the
// last are complete. Bound 0: there is none.
struct ChosenBound {
  std::uint64_t bound = 0;
  double seconds = 0;
  bool is_tried = false;
};
[[nodiscard]] ChosenBound choose_bound(const std::vector<BoundTrial>& trials, double seconds);

class Advisor {
 public:
  Advisor(const CheckSettings& settings, const Program& program, const Choice& choice)
      : settings_(settings), program_(program), choice_(choice) {}

  // The report has statistics and estimate. `seconds`: for trials.
  [[nodiscard]] Advice advise(const Report& report, const RaceStatistics& race_statistics,
                              double seconds);

 private:
  [[nodiscard]] std::vector<BoundTrial> try_bounds(double seconds) const;
  void add_whole(const Report& report, Advice& advice) const;

  const CheckSettings& settings_;
  const Program& program_;
  const Choice& choice_;
};

}  // namespace skein::session
