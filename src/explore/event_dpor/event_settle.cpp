// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_settle.hpp"

#include "core/enabling.hpp"

namespace skein::event {

namespace {

// The steps of a word, as a history.
struct WordHistory {
  const Trace& trace;
  const Word& word;

  [[nodiscard]] bool contains(StepIndex p) const { return word.contains(trace[p.value]); }
  [[nodiscard]] const dpor::Item& step(StepIndex p) const { return trace[p.value]; }
  template <class Visit>
  void visit_writes(ObjectId x, const Visit& visit) const {
    trace.visit_writes(trace.last_touch(x), visit);
  }
  template <class Visit>
  void visit_touches(ObjectId x, const Visit& visit) const {
    trace.visit_touches(trace.last_touch(x), visit);
  }
};

Needs needs_of_last(const Trace& trace, const Word& word) {
  const AgentId agent = word.last.move.agent;
  const std::uint32_t index = word.last.index;
  const Position previous = index == 0 ? kNowhere : trace.step_of(agent, index - 1);
  Needs needs = needs_of(word.last.op, StepIndex{previous}, StepIndex{word.enabler});
  if (!trace.has_shared_holds()) needs.excludes_readers = false;
  const Position at = trace.step_of(agent, index);
  if (at != kNowhere && !trace[at].gate_before) needs.waive_gate();
  return needs;
}

}  // namespace

// Every obstacle is removed: no part after which the last operation is possible has it.
bool settle_last(const Scene& scene, Word& word) {
  const Trace& trace = scene.trace;
  const Needs needs = needs_of_last(trace, word);
  EnablingOracle oracle;
  for (;;) {
    const Obstacle obstacle = oracle.obstacle(needs, WordHistory{trace, word});
    if (obstacle.kind == Obstacle::Kind::None) return true;
    if (obstacle.kind == Obstacle::Kind::Hopeless) return false;
    word.remove(trace, obstacle.step.value);
  }
}

bool settle(const Scene& scene, Word& word) {
  const Trace& trace = scene.trace;
  const auto messages = scene.messages.all();
  const AgentId own = word.last.move.agent;
  const Position previous =
      word.last.index == 0 ? kNowhere : trace.step_of(own, word.last.index - 1);
  const auto lacks_end = [&](const Message& m) {
    return word.count(m.agent) > 0 && !is_complete(scene, word, m);
  };
  const auto is_needed = [&](AgentId agent) {
    return (previous != kNowhere && trace.known_steps(previous, agent) > 0) ||
           (word.enabler != kNowhere && trace.known_steps(word.enabler, agent) > 0);
  };
  for (;;) {
    if (!settle_last(scene, word)) return false;
    word.drop_begins(scene.messages);
    bool has_removed = false;
    for (const Message& keeper : messages) {
      if (keeper.agent != own && !(lacks_end(keeper) && is_needed(keeper.agent))) continue;
      for (const Message& m : messages) {
        if (m.handler != keeper.handler || m.agent == keeper.agent || !lacks_end(m)) continue;
        word.remove(trace, m.begin);
        has_removed = true;
      }
    }
    if (!has_removed) return true;
  }
}

}  // namespace skein::event
