// SPDX-License-Identifier: Apache-2.0
// The estimate of how much is done, made while the exploration goes on.
//
// A small share of the time is spent on random descents (explore/estimate/tree_sampler.hpp), on a
// separate machine, because they must not affect the exploration. If anything goes wrong there,
// there is no estimate.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "explore/estimate/tree_sampler.hpp"
#include "explore/exploration.hpp"
#include "report/words/estimate_text.hpp"
#include "session/choose_explorer.hpp"
#include "session/program/open_program.hpp"
#include "session/settings.hpp"

namespace skein::session {

class Estimator {
 public:
  Estimator(const ProgramSettings& settings, const Program& program, const Choice& choice);

  // Whether there can be an estimate at all: not for samples, and not with bounds on switches,
  // since it cannot be foreseen what the explorers leave out because of them.
  [[nodiscard]] bool is_possible() const { return is_possible_; }

  // Samples until its share of the time so far is used, then returns the estimate.
  std::optional<Estimate> look(const Statistics& statistics);

  // The last estimate, at the end of an exploration that a budget stopped. Takes a little longer if
  // that is needed to have one.
  std::optional<Estimate> last_look(const Statistics& statistics);

 private:
  void open();
  void sample_for(double seconds);
  [[nodiscard]] std::optional<Estimate> estimate(const Statistics& statistics);
  [[nodiscard]] double pace(const Statistics& statistics);

  const ProgramSettings& settings_;
  const Program& program_;
  const Choice& choice_;
  bool is_possible_;
  std::unique_ptr<Machine> machine_;
  std::optional<TreeSampler> sampler_;
  double spent_ = 0;        // seconds
  double deadline_ = 0;     // of the current descents, in the middle of a run
  double longest_run_ = 1;  // seconds that one run of a descent may take

  // Two past moments, so that the pace is that of the later part of the exploration.
  struct Moment {
    double seconds = 0;
    double done = 0;
  };
  Moment older_;
  Moment newer_;
};

}  // namespace skein::session
