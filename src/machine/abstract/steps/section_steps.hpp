// SPDX-License-Identifier: Apache-2.0
// Atomic sections: one step from beginning to end, on all its paths.
//
// A section that must wait in its middle cannot be taken: it waits as a whole, as for `verify`.
// Whether it waits depends on the locks it touches, and on the branches before them, so all that
// such a section accesses is watched. Where some paths wait and others do not, the section has one
// more outcome: the thread is back at its beginning, marked as one that may have to wait. A marked
// section can be taken only where no path waits.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/local/analysis_instance.hpp"
#include "machine/abstract/state/section_footprints.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"

namespace skein::abstract {

// A local state, and the values of the objects that its transition touches.
using StepKey = std::pair<ValueId, std::vector<ValueId>>;

class SectionSteps {
 public:
  explicit SectionSteps(AnalysisInstance& instance) : instance_(instance) {}

  // Whether the thread is about to begin an atomic section.
  [[nodiscard]] bool is_at_section(const State& s) const;

  // What the section touches, and what it is like. REQUIRES for all that follows: is_at_section.
  void describe(const State& s, Transition& what);
  // The segment is the memory before it.
  [[nodiscard]] bool can_be_taken(ValueId local, const Transition& what,
                                  std::span<const ValueId> values, Segment segment);
  // The states in which it ends.
  [[nodiscard]] std::vector<State> execute(State s, const Transition& what, Segment& segment);

  // Whether a section has accessed what was not foreseen: the unfolding must be built again.
  [[nodiscard]] bool has_learnt() const { return has_learnt_; }
  void begin_again();

 private:
  AnalysisInstance& instance_;
  SectionFootprints footprints_;
  std::map<StepKey, bool> can_be_taken_;
  bool has_learnt_ = false;
};

}  // namespace skein::abstract
