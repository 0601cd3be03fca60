// SPDX-License-Identifier: Apache-2.0
// Plain accesses of foreign code to words that foreign code changes atomically: the load of a flag,
// the store that releases a lock. On this processor such a load or store is a plain move, so no
// instruction tells it from any other; only the word does.
//
// The first atomic instruction on a word makes it a *guarded word*, and the exploration starts over
// (RestartReason::ForeignWord). From then on the page of the word cannot be accessed while the
// program has several agents. An access to it faults:
//
// - by foreign code, to a guarded word: the access is a step, an atomic load or store. The agent
//   waits for its turn, then the page is opened, the processor executes the one instruction (it
//   traps after it), and the page is closed again;
// - anything else is not a step, and is let through in the same way. Code that skein has compiled
//   has reported its access already.
//
// A lock may have words that no atomic instruction ever accesses, such as the number that a ticket
// lock serves. They lie close to one that is. So if two agents access a word of a guarded page from
// foreign code, one of them writing, it becomes a guarded word too.
//
// Words on the stacks of agents are not guarded, since every call would fault there; the explorer
// is told (Channel::has_unguarded_words).
#pragma once

#include <cstdint>
#include <signal.h>

namespace skein::runtime::foreign::guarded_words {

// Takes over the words that are known. Call when a run begins.
void begin_run();

// Whether this run has found new words. Until the exploration starts over, what they synchronise is
// not known, and a race that is found may be false.
[[nodiscard]] bool has_learned();

// Call when a second agent is created.
void raise();

// Call before the run is left.
void lower();

// An atomic instruction of foreign code is about to access these bytes.
void note(const char* word, std::uint32_t size);

// A segmentation fault. Returns whether it is the guards' doing, and the program can go on.
bool on_fault(const siginfo_t& info, void* context);

// A trap: after one instruction, or where on_fault() has sent the agent. Returns whether it is one
// of these. REQUIRES: called on the agent's own stack.
bool on_trap(const siginfo_t& info, void* context);

// Opens all guarded pages for a system call, and closes them after it.
void open_all();
void close_all();

// The word can be accessed while this exists. REQUIRES: no other agent runs meanwhile.
class Opened {
 public:
  explicit Opened(const volatile void* word);
  ~Opened();
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

 private:
  bool is_open_ = false;
};

}  // namespace skein::runtime::foreign::guarded_words
