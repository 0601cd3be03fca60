// SPDX-License-Identifier: Apache-2.0
// The agents that can still take steps (State::live), and their next operations.
#pragma once

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

inline bool is_ready(const Agent& a) { return a.is_ready == nullptr || a.is_ready(a); }

inline std::uint32_t choices_of(const Agent& a) {
  return a.count_choices == nullptr ? 1 : a.count_choices(a);
}

// What the agent is about to do, with or without effect.
inline Attempt attempt_of(const Agent& a) {
  Attempt attempt{a.op, a.is_idle != nullptr, 0};
  if (attempt.may_be_idle || a.op.effect == Effect::Blind) {
    attempt.operand = static_cast<std::int64_t>(a.detail);
  }
  if (attempt.may_be_idle) attempt.op.effect = a.is_idle(a) ? Effect::Idle : Effect::Full;
  return attempt;
}

inline Pending pending_of(const Agent& a, bool is_enabled) {
  Pending p;
  p.agent = a.id;
  set_attempt(p, attempt_of(a));
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

// Whether the agent is left where it is because the process has ended. A thread that polls (a
// server's maintenance, say) would go on for ever otherwise, and each of its rounds is a possible
// one: the real process might end later.
inline constexpr std::uint32_t kMostWaitsAfterEnd = 16;
inline bool is_left_behind(const Agent& a) {
  return a.waits_after_end > kMostWaitsAfterEnd && g.channel->run.has_exited;
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
