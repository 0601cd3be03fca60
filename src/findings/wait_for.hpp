// SPDX-License-Identifier: Apache-2.0
// Which agent waits for which in a deadlock. report/words/wait_text.hpp makes sentences of it.
//
// The machine reports only which operations are stuck. The rest follows from the steps of the run:
// an agent that closed a gate and did not open it holds the object, readers share a lock, and a
// join waits for the life of an agent.
#pragma once

#include <vector>

#include "findings/finding.hpp"

namespace skein {

// One agent that is stuck.
struct Wait {
  AgentId agent;
  Operation op;
  SiteId site;
  bool lacks_enabler = false;       // the enabling step (a signal, a post) did not happen
  ObjectId object;                  // the object it waits at, if agents can hold it; else none
  AgentId holder;                   // holds `object`, or is the thread to join; may be none
  std::vector<AgentId> readers;     // those that share `object`, if it has no holder
  std::vector<AgentId> for_agents;  // holder or readers; empty: no agent in particular
};

// One entry for each stuck agent of a deadlock, by agent. REQUIRES finding.is_deadlock.
[[nodiscard]] std::vector<Wait> waits_of(const Finding& finding);

// Agents that wait for each other in a cycle, each for the next and the last for the first;
// empty if there is no cycle (a lost signal, say).
[[nodiscard]] std::vector<AgentId> wait_cycle(const std::vector<Wait>& waits);

}  // namespace skein
