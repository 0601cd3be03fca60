// SPDX-License-Identifier: Apache-2.0
// Initialising a lock is a step once there is a second agent: the schedule decides whether another
// agent uses the lock before. (Before the first thread is created, none can.) Initialising an
// object that another agent holds or sleeps on is misuse. An agent that is only about to wait has
// taken no step, and does not count.
#pragma once

#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

// Call before a lock is initialised. `is_open` decides, from the bytes there, whether the lock
// could be taken until now.
template <class IsOpen>
void visit_init(ObjectId object, IsOpen is_open, bool is_open_after, const void* site) {
  if (!is_running() || g.run_agent_count < 2) return;
  visit(Request{.kind = OpKind::LockInit, .first = object, .site = site});
  set_gate(is_open(), is_open_after);
}

// Visits the initialisation of an object on which agents sleep: a condition variable, a barrier.
inline void visit_init_of_waited(ObjectId object, const void* waited, ViolationCode misuse,
                                 const void* site) {
  if (!is_running() || g.run_agent_count < 2) return;
  visit(Request{.kind = OpKind::LibraryCall, .first = object, .site = site});
  std::int64_t waiters = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    if (a.sleeps_on == waited && !a.is_woken) ++waiters;
  }
  g.step->seen = waiters;
  if (waiters > 0) violate(misuse, site);
}

}  // namespace skein::runtime
