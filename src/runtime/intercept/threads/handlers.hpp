// SPDX-License-Identifier: Apache-2.0
// Handlers and their messages (include/skein/events.h).
//
// A message is an agent with its own stack and thread-local storage; its first step is the begin,
// its last the end. The handler's record lies in the program's heap, so that it is reset with it.
// Three kinds of objects represent a handler: the handler itself (which message runs on it), its
// mailbox (what was posted), and, if it keeps the order, one for each turn: message k begins on
// turn k, which the end of message k-1 opens.
//
// Explorer `event` treats two messages of a handler as independent if their visible operations are.
// So plain accesses that only the handler separates must be visible: the race detector finds them
// (race_detector.cpp). Where it does not watch (a program not compiled by `skein cc`, --races=off,
// or a share of memory), a message is, to every explorer, a thread that takes the handler as a
// lock.
#pragma once

#include <cstdint>

#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

struct Handler {
  std::uint64_t magic = 0;
  // Read only in steps, even after the memory was freed. (Compilers drop plain stores before free.)
  volatile bool is_destroyed = false;
  int order = 0;
  std::uint32_t running = 0;  // the running message: agent number + 1; 0: none
  std::uint32_t posted = 0;   // counted only if the handler keeps the order
  std::uint32_t ended = 0;
};

[[nodiscard]] bool keeps_order(const Handler& handler);

// Runs a message on its stack: everything after its first step, which has just been taken.
void run_message(Agent& message);
// The message's last step. Does not return.
[[noreturn]] void end_message(Agent& message);

}  // namespace skein::runtime
