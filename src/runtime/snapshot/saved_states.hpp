// SPDX-License-Identifier: Apache-2.0
// Copies of everything that a run has changed in memory, made at some of its steps, to go back to
// these steps in the same process.
//
// Such a copy consists of
// - every page of the program's variables that any run has written (reset.hpp),
// - the same of the runtime's own memory (own_memory.hpp): so no module has to save its state, and
//   none can be forgotten,
// - thread-local storage, thread descriptor and heap of every agent of the run,
// - the stacks in use, and below them what loops are compared by (spin_loops.hpp).
// Agents that are created later begin as at any reset.
//
// The pages are those found so far. A page that is written for the first time after a copy was made
// is missing in the copy, so the copy is dropped; likewise after other changes that last. That ends
// soon: all runs of a program write the same pages.
//
// What the kernel keeps is not copied. A copy can only be made while the run has left all of that
// as it was before main (outside.hpp); then a reset of it is right for the copy, too.
//
// The copies are a stack: each belongs to a later step of the run than the one below. Copying is
// done on the executor's own stack, while no other is in use.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/snapshot/knowledge.hpp"
#include "runtime/snapshot/placement.hpp"

namespace skein::runtime::saved_states {

inline constexpr std::uint32_t kMost = 64;  // at once

// What else belongs to a copy.
struct Place {
  std::uint32_t position;  // in the run
  snapshots::Ticks time;   // of the run
  snapshots::Knowledge knowledge;
  snapshots::RunSoFar so_far;
};

// Call once, between two runs. Returns whether the kernel can do what is needed.
bool prepare();

// Whether a copy could be made of the run's present state.
[[nodiscard]] bool can_save();

// Makes a copy, on top of the others. Returns when it is made; and again, whenever the run is
// continued from it. REQUIRES: can_save(); the caller runs on the stack of the scheduler or of the
// current agent.
void save(const Place& place);

// The executor's side of save(): makes the copy if the run asks for one. Returns false if the run
// has left for another reason; else the caller switches back to `context`.
[[nodiscard]] bool serve();
struct Context {
  void* stack_pointer;
  void* fs;
};
[[nodiscard]] Context context();

// The number of copies, and the uppermost.
[[nodiscard]] std::uint32_t count();
[[nodiscard]] const Place& top();
// Looks for pages that were written for the first time, and drops the copies that lack them.
void drop_incomplete();
void drop_top();
void drop_all();

// Puts back the uppermost copy, which must be complete; the caller then switches to `context`.
void restore_top();

// The bytes of the copy made last.
[[nodiscard]] std::uint64_t last_size();

}  // namespace skein::runtime::saved_states
