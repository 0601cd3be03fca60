// SPDX-License-Identifier: Apache-2.0
// Runs a program with states (core/states.hpp) under a plan, as every machine does. It shows
// witnesses like those of the other machines, and lets tests compare machines by their runs.
//
// If a step touches more than two objects, its operation has the first two. DEVIATION from the
// contract of machine.hpp: a step's enabler is the last step that wrote its first object, which for
// a wake-up may be a later signal than its own; and an agent may start again once its name is free.
// So explorers that reorder steps (all but the exhaustive and random ones) must not be used with
// it; `skein verify` grows a Prefix instead.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/scheduler.hpp"
#include "core/states.hpp"
#include "machine/detailed_run.hpp"
#include "machine/machine.hpp"

namespace skein {

// A transition as an explorer sees it: at most two objects.
[[nodiscard]] Operation operation_of(const Transition& what);

// Records what the step did to its gate, whose values these are.
void record_gate(Step& step, const StateSystem& system, ValueId before, ValueId after);

class StatesMachine final : public Machine, public DetailedRunner {
 public:
  // Source places, if they are known.
  struct Text {
    std::function<Place(SiteId)> place;
    std::function<Stack(ValueId)> stack;  // of the agent in a local state
  };

  explicit StatesMachine(StateSystem& system, Text text = {}, std::uint32_t max_steps = 1'000'000)
      : system_(system), text_(std::move(text)), max_steps_(max_steps) {}

  const Run& run(const Plan& plan) override {
    follow(plan, nullptr);
    return run_;
  }
  // For a violation only its site is known, not its callers; values are not recorded.
  [[nodiscard]] DetailedRun run_detailed(const Plan& plan) override;
  [[nodiscard]] Place place_of(SiteId site) override;
  // What the program printed in the last run.
  [[nodiscard]] const std::string& output() const { return output_; }

  [[nodiscard]] const Names& names() const override { return system_; }

 private:
  [[nodiscard]] ValueId& value(ObjectId x);
  void follow(const Plan& plan, std::vector<StepDetails>* details);
  void list_pending();
  void step(Move move, Step& step);
  [[nodiscard]] End end_of_run() const;
  [[nodiscard]] Stack stack_of(AgentId agent) const;

  StateSystem& system_;
  Text text_;
  std::uint32_t max_steps_;
  Scheduler scheduler_;
  Run run_;
  std::string output_;
  std::vector<ValueId> locals_;     // by agent
  std::vector<ValueId> values_;     // by object
  std::vector<StepIndex> writers_;  // by object: the step that wrote it last
  std::vector<char> is_known_;      // by object
  std::vector<Pending> pending_;    // of all agents that have a next step
  std::vector<Pending> enabled_;
};

}  // namespace skein
