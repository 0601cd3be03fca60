// SPDX-License-Identifier: Apache-2.0
// Initialising a lock is a step once there is a second agent: whether somebody uses the lock before
// is for the schedule to decide. (Before the first thread nobody can.) Initialising what another
// agent holds or sleeps on is misuse. Who is only about to wait has taken no step, and is no
// business of others.
#pragma once

#include "runtime/sched/schedule.hpp"
#include "runtime/sched/violation.hpp"

namespace skein::runtime {

// To be called before a lock is initialised. `is_open`: tells whether it could be taken
// until now, by what lies there.
template <class IsOpen>
void visit_init(ObjectId object, IsOpen is_open, bool is_open_after, const void* site) {
  if (!is_running() || g.run_agent_count < 2) return;
  visit(Request{.kind = OpKind::LockInit, .first = object, .site = site});
  set_gate(is_open(), is_open_after);
}

// Likewise for what agents sleep on: condition variables, barriers.
inline void visit_init_of_bed(ObjectId object, const void* bed, ViolationCode misuse,
                              const void* site) {
  if (!is_running() || g.run_agent_count < 2) return;
  visit(Request{.kind = OpKind::LibraryCall, .first = object, .site = site});
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    if (a.sleeps_on == bed && !a.is_woken) violate(misuse, site);
  }
}

}  // namespace skein::runtime
