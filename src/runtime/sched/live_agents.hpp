// SPDX-License-Identifier: Apache-2.0
// The agents that can still take steps (State::live), and their next operations.
#pragma once

#include "core/plan.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

inline bool is_ready(const Agent& a) { return a.is_ready == nullptr || a.is_ready(a); }

inline std::uint32_t choices_of(const Agent& a) {
  return a.count_choices == nullptr ? 1 : a.count_choices(a);
}

inline Pending pending_of(const Agent& a, bool is_enabled) {
  Pending p;
  p.agent = a.id;
  p.op = a.op;
  p.choices = choices_of(a);
  p.site = a.site;
  p.enabler = a.enabler;
  p.is_enabled = is_enabled;
  return p;
}

inline bool can_go(AgentId id) {
  if (id.value >= channel::kMaxAgents) return false;
  const Agent& a = agent(id);
  return a.life == Agent::Life::Active && is_ready(a);
}

inline void add_live(AgentId id) {
  std::uint32_t i = g.live_count++;
  for (; i > 0 && g.live[i - 1] > id.value; --i) g.live[i] = g.live[i - 1];
  g.live[i] = id.value;
}

inline void remove_live(AgentId id) {
  std::uint32_t i = 0;
  while (g.live[i] != id.value) ++i;
  for (--g.live_count; i < g.live_count; ++i) g.live[i] = g.live[i + 1];
}

}  // namespace skein::runtime
