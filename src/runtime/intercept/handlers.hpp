// SPDX-License-Identifier: Apache-2.0
// Handlers and their messages (include/skein/events.h).
//
// A message is an agent, with a stack and thread-local storage of its own; its first step is the
// begin, its last the end. The handler's record lies in the program's heap, so that it is reset
// with it. Three objects stand for a handler: itself (who runs on it), its mailbox (what was
// posted), and, if it keeps the order, one for each turn: message number k begins on turn k, which
// the end of number k-1 opens.
//
// Explorer `event` takes two messages of a handler for independent if their visible operations are.
// So plain accesses that only the handler keeps apart have to be visible: the race detector finds
// them (race_detector.cpp). Where it does not look (a program not compiled by `skein cc`,
// --races=off or a share of memory), a message is a thread that takes the handler as a lock, to
// every explorer.
#pragma once

#include <cstdint>

#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

struct Handler {
  std::uint64_t magic = 0;
  // Looked at in steps alone, after the memory was freed too. (A compiler drops plain stores before
  // free.)
  volatile bool is_destroyed = false;
  int order = 0;
  std::uint32_t running = 0;  // the message that runs: agent number + 1; 0: none
  std::uint32_t posted = 0;   // only counted if it keeps the order
  std::uint32_t ended = 0;
};

[[nodiscard]] bool keeps_order(const Handler& handler);

// What the stack of a message executes: all but its first step, which has just been taken.
void run_message(Agent& message);
// Its last step. Does not return.
[[noreturn]] void end_message(Agent& message);

}  // namespace skein::runtime
