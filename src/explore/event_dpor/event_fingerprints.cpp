// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_fingerprints.hpp"

namespace skein::event {

// `before`: the last touch of each object before the operation. If there is a cut, only its steps
// count.
WideFingerprint RunFingerprints::make(const Trace& trace, const KnownMove& move,
                                      const std::array<dpor::TouchId, 2>& before,
                                      const std::array<Access, 2>& access, const Cut* cut) const {
  const Position parent = trace.step_before(move.move.agent, move.index);
  EventHasher<WideFingerprint> hasher(move.move.agent, move.op.kind, move.move.choice,
                                      parent.is_none() ? nullptr : &steps_[parent.index()]);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    if (access[slot] == Access::None) continue;
    // The causes: the last touches that clash and, being reads or adds, do not clash among
    // themselves.
    WideFingerprint several;
    const WideFingerprint* write = nullptr;
    Access kind = Access::None;
    dpor::TouchId t = trace.clash_at_or_before(before[slot], access[slot]);
    while (!t.is_none()) {
      const Position x = dpor::position(t);
      if (cut == nullptr || cut->contains(trace[x])) {
        if (kind != Access::None && trace.access_of(t) != kind) break;
        kind = trace.access_of(t);
        if (kind == Access::Write) {
          write = &steps_[x.index()];
          break;
        }
        several.add(terms_[x.index()]);
      }
      t = kind == Access::None ? trace.clash_before(t, access[slot]) : trace.previous(t);
    }
    hasher.after_object(slot == 0 ? move.op.first : move.op.second, write, several);
  }
  return hasher.result();
}

void RunFingerprints::follow(const Trace& trace, Position shared) {
  steps_.resize(shared.index());
  terms_.resize(shared.index());
  for (Position i = shared; i < trace.size(); ++i) {
    const dpor::Item& item = trace[i];
    steps_.push_back(make(trace, dpor::known_move(item), item.previous, item.access, nullptr));
    terms_.push_back(steps_.back().term());
  }
}

WideFingerprint RunFingerprints::of_last(const Trace& trace, const Cut& cut) const {
  return make(trace, cut.last,
              {trace.last_touch(cut.last.op.first), trace.last_touch(cut.last.op.second)},
              dpor::accesses(cut.last.op), &cut);
}

WideFingerprint RunFingerprints::of_cut(const Trace& trace, const Cut& cut) const {
  WideFingerprint fingerprint;
  fingerprint.combine((std::uint64_t{cut.last.move.agent.value} << 32U) + cut.last.move.choice);
  // The last step of an agent has all the agent's earlier steps in its history.
  for (std::size_t b = 0; b < cut.steps.size(); ++b) {
    if (cut.steps[b] > 0) {
      fingerprint.add(terms_[trace.step_of(AgentId{b}, cut.steps[b] - 1).index()]);
    }
  }
  return fingerprint;
}

}  // namespace skein::event
