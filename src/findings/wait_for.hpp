// SPDX-License-Identifier: Apache-2.0
// Who waits for whom in a deadlock, in words: "main waits for lock m held by t1".
//
// The machine says only which operations are stuck. Who holds what follows from the steps of the
// run: whoever closed a gate and has not opened it since, whoever shares a lock as a reader, whose
// life a join waits for.
#pragma once

#include <string>
#include <vector>

#include "findings/finding.hpp"
#include "machine/machine.hpp"

namespace skein {

// One agent that is stuck.
struct Wait {
  AgentId agent;
  Operation op;
  SiteId site;
  std::vector<AgentId> for_agents;  // those who could end the wait; empty: anybody or nobody
  std::string text;                 // "main waits for lock m held by t1"
};

// One for each stuck agent of a deadlock, by agent. REQUIRES finding.is_deadlock.
[[nodiscard]] std::vector<Wait> waits_of(const Finding& finding, const Machine& machine);

// Agents that wait for each other in a circle, each for the next and the last for the first;
// empty if there is no circle (a lost signal, say).
[[nodiscard]] std::vector<AgentId> wait_cycle(const std::vector<Wait>& waits);

// One sentence: "t1 waits for lock b held by t2, t2 waits for lock a held by t1".
[[nodiscard]] std::string deadlock_message(const std::vector<Wait>& waits);

// The message of any finding.
[[nodiscard]] std::string message_of(const Finding& finding, const Machine& machine);

}  // namespace skein
