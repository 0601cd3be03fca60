// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_settle.hpp"

namespace skein::event {

namespace {

// The step of the word, if any, without which the gate would be open after it: every smaller part
// after which it is open lacks that step. `kNowhere` if it is open; sets `is_hopeless` if it is
// closed from the start.
Position closer_of_gate(const Scene& scene, const Word& word, bool& is_hopeless) {
  const Trace& trace = scene.trace;
  const ObjectId gate = gate_object(word.last.op);
  dpor::Touch undone = dpor::kNoTouch;
  dpor::Touch t = trace.write_at_or_before(trace.last_touch(gate));
  while (t != dpor::kNoTouch && !word.contains(trace[dpor::position(t)])) {
    undone = t;
    t = trace.last_write(t);
  }
  if (t != dpor::kNoTouch) {
    if (!trace[dpor::position(t)].gate_after) return dpor::position(t);
  } else if (undone != dpor::kNoTouch && !trace[dpor::position(undone)].gate_before) {
    is_hopeless = true;
    return kNowhere;
  }
  if (access(word.last.op, gate) != Access::Write || !trace.has_shared_holds()) return kNowhere;
  // Readers: one that does not give back what it took, since it last held nothing.
  for (std::size_t b = 0; b < word.cut.size(); ++b) {
    int held = 0;
    Position first = kNowhere;
    for (std::uint32_t n = 0; n < word.cut[b]; ++n) {
      const Position x = trace.step_of(AgentId{b}, n);
      if (trace[x].shared == 0 || gate_object(trace[x].op) != gate) continue;
      if (held == 0) first = x;
      held += trace[x].shared;
    }
    if (held > 0) return first;
  }
  return kNowhere;
}

}  // namespace

bool settle_last(const Scene& scene, Word& word) {
  const Trace& trace = scene.trace;
  for (;;) {
    if (word.count(word.last.move.agent) != word.last.index) return false;
    if (word.enabler != kNowhere && !word.contains(trace[word.enabler])) return false;
    // In a mailbox that keeps the order the enabler is the end of the message before; the message
    // must have been posted all the same.
    if (word.last.op.kind == OpKind::MessageBegin) {
      const dpor::Touch post = trace.write_at_or_before(trace.last_touch(word.last.op.second));
      if (post != dpor::kNoTouch && !word.contains(trace[dpor::position(post)])) return false;
    }
    if (!needs_gate(word.last.op.kind)) return true;
    const Position at = trace.step_of(word.last.move.agent, word.last.index);
    // Executed through a closed gate: by its holder, who needs no gate.
    if (at != kNowhere && !trace[at].gate_before) return true;
    bool is_hopeless = false;
    const Position closer = closer_of_gate(scene, word, is_hopeless);
    if (is_hopeless) return false;
    if (closer == kNowhere) return true;
    word.remove(trace, closer);
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
