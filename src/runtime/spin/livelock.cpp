// SPDX-License-Identifier: Apache-2.0
// Decides about spinning agents when no agent can continue. An agent that would now see something
// new is only blocked in this run. If none would, nothing can ever end their loops: a livelock.
#include <cstring>

#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"
#include "runtime/spin/spin_trail.hpp"

namespace skein::runtime::spins {

namespace {

bool is_failed_attempt(const Visit& visit) {
  if (visit.holding != Holding::Same) return false;
  switch (visit.kind) {
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait:
    case OpKind::SemGetValue: return true;
    default: return false;
  }
}

// Whether another agent has used the object since, so that a new attempt may succeed.
bool may_succeed_now(AgentId id, const Visit& visit) {
  if (visit.object.is_none() || !is_failed_attempt(visit)) return false;
  for (std::uint32_t i = visit.step; i < g.position; ++i) {
    const Step& step = g.channel->steps[i];
    if (step.agent == id || access(step.op, visit.object) == Access::None) continue;
    if (holding_of(step) != Holding::Same || !is_harmless(step)) return true;
  }
  return false;
}

// Whether the agent would now read other values than in its last visits of the loop.
bool would_see_changes(AgentId id, const Trail& trail) {
  if (trail.has_more_reads) return true;  // possibly
  for (std::uint32_t i = 0; i < trail.read_count; ++i) {
    const Read& read = trail.reads[i];
    if (read.visit < trail.loop_begin) continue;
    if (std::memcmp(const_cast<const void*>(read.address), read.bytes, read.size) != 0) return true;
  }
  for (std::uint32_t i = trail.loop_begin; i < trail.count; ++i) {
    if (may_succeed_now(id, trail.visits[i])) return true;
  }
  return false;
}

void note_livelock(AgentId id, const Trail& trail) {
  Wrong wrong(ViolationCode::Livelock);
  SiteId last;
  for (std::uint32_t i = trail.loop_begin; i < trail.count; ++i) {
    const SiteId site = trail.visits[i].site;
    if (site.is_none() || site == last) continue;
    wrong.at(g.channel->sites.records[site.index()]);
    last = site;
  }
  Agent* const current = g.current;
  g.current = &agent(id);
  note_violation(wrong, nullptr);
  g.current = current;
  channel::ViolationOut& out = g.channel->violations[g.channel->run.violation_count - 1];
  out.site = trail.visits[trail.count - 1].site;
}

}  // namespace

End end_of_run(End end) {
  if (has_hit_bound) return End::Cut;
  if (spinner_count == 0 || end == End::Violation || end == End::Blocked) return end;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const AgentId id{g.run_agents[i]};
    const Trail& trail = trail_of(id);
    if (trail.is_spinning && would_see_changes(id, trail)) return End::Blocked;
  }
  if (g.channel->run.has_exited) return end;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const AgentId id{g.run_agents[i]};
    const Trail& trail = trail_of(id);
    if (trail.is_spinning) note_livelock(id, trail);
  }
  return End::Violation;
}

}  // namespace skein::runtime::spins
