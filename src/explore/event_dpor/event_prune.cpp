// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_prune.hpp"

#include "core/enabling.hpp"

namespace skein::event {

namespace {

// The steps of a cut, as a history.
struct CutHistory {
  const Trace& trace;
  const Cut& cut;

  [[nodiscard]] bool contains(StepIndex p) const { return cut.contains(trace[p]); }
  [[nodiscard]] const dpor::Item& step(StepIndex p) const { return trace[p]; }
  template <class Visit>
  void visit_changes(ObjectId x, const Visit& visit) const {
    trace.visit_changes(trace.last_touch(x), visit);
  }
  template <class Visit>
  void visit_touches(ObjectId x, const Visit& visit) const {
    trace.visit_touches(trace.last_touch(x), visit);
  }
};

Needs needs_of_last(const Trace& trace, const Cut& cut) {
  const AgentId agent = cut.last.move.agent;
  const std::uint32_t index = cut.last.index;
  Needs needs = needs_of(cut.last.op, trace.step_before(agent, index), cut.enabler);
  if (!trace.has_shared_holds()) needs.excludes_readers = false;
  return needs;
}

}  // namespace

// Obstacles are final: no executable cut after which the last operation is possible has one.
bool prune_for_last(const Scene& scene, Cut& cut) {
  const Trace& trace = scene.trace;
  const Needs needs = needs_of_last(trace, cut);
  EnablingOracle oracle;
  for (;;) {
    const Obstacle obstacle = oracle.obstacle(needs, CutHistory{trace, cut});
    if (obstacle.kind == Obstacle::Kind::None) return true;
    if (obstacle.kind == Obstacle::Kind::Hopeless) return false;
    cut.remove(trace, obstacle.step);
  }
}

Operation last_operation(const Scene& scene, const Cut& cut) {
  return operation_after(CutHistory{scene.trace, cut}, cut.attempt);
}

bool prune(const Scene& scene, Cut& cut) {
  const Trace& trace = scene.trace;
  const auto messages = scene.messages.all();
  const AgentId own = cut.last.move.agent;
  const Position previous = trace.step_before(own, cut.last.index);
  const auto lacks_end = [&](const Message& m) {
    return cut.count(m.agent) > 0 && !is_complete(scene, cut, m);
  };
  const auto is_needed = [&](AgentId agent) {
    return (!previous.is_none() && trace.known_steps(previous, agent) > 0) ||
           (!cut.enabler.is_none() && trace.known_steps(cut.enabler, agent) > 0);
  };
  for (;;) {
    if (!prune_for_last(scene, cut)) return false;
    cut.drop_begins(scene.messages);
    bool has_removed = false;
    for (const Message& keeper : messages) {
      if (keeper.agent != own && !(lacks_end(keeper) && is_needed(keeper.agent))) continue;
      for (const Message& m : messages) {
        if (m.handler != keeper.handler || m.agent == keeper.agent || !lacks_end(m)) continue;
        cut.remove(trace, m.begin);
        has_removed = true;
      }
    }
    if (!has_removed) return true;
  }
}

}  // namespace skein::event
