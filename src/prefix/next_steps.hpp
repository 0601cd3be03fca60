// SPDX-License-Identifier: Apache-2.0
// What an agent does next, by its local state: the system's transition with components instead of
// objects, and its label.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "prefix/components.hpp"

namespace skein {

// A component that an agent is about to touch, besides its own local state.
struct PendingTouch {
  ComponentId component;
  Access access = Access::Read;
};

struct NextStep {
  const Transition* transition = nullptr;  // null: the agent has stopped
  std::vector<PendingTouch> touches;       // the created agent first
  std::uint32_t label = 0;                 // agent and touches, numbered (order.hpp)

  // Null if the step does not touch c.
  [[nodiscard]] const PendingTouch* touch_of(ComponentId c) const {
    for (const PendingTouch& t : touches) {
      if (t.component == c) return &t;
    }
    return nullptr;
  }
};

class NextSteps {
 public:
  NextSteps(StateSystem& system, Components& components)
      : system_(system), components_(components) {}

  // Always stays valid. May make new components.
  [[nodiscard]] const NextStep& at(ValueId local) {
    if (steps_.size() <= local.index()) steps_.resize(local.index() + 1);  // moves no element
    Entry& known = steps_[local.index()];
    if (!known.is_known) find(local, known);
    return known.step;
  }

 private:
  struct Entry {
    NextStep step;
    bool is_known = false;
  };

  void find(ValueId local, Entry& entry) {
    entry.is_known = true;
    NextStep& step = entry.step;
    step.transition = system_.transition(local);
    if (step.transition == nullptr) return;
    if (!step.transition->child.is_none()) {
      step.touches.push_back({components_.component_of(step.transition->child), Access::Write});
    }
    for (const Touch& t : step.transition->touches) {
      step.touches.push_back({components_.component_of(t.object), t.access});
    }
    step.label = label_of(step);
  }

  [[nodiscard]] std::uint32_t label_of(const NextStep& step) {
    std::vector<std::uint32_t> label{step.transition->agent.value};
    for (const PendingTouch& t : step.touches) {
      label.push_back(2 * t.component.value + (t.access == Access::Write ? 1 : 0));
    }
    return labels_.emplace(std::move(label), static_cast<std::uint32_t>(labels_.size()))
        .first->second;
  }

  StateSystem& system_;
  Components& components_;
  std::deque<Entry> steps_;  // by local state
  std::map<std::vector<std::uint32_t>, std::uint32_t> labels_;
};

}  // namespace skein
