// SPDX-License-Identifier: Apache-2.0
// The race detector: finds two accesses to the same byte by different agents, at least one a write
// and at least one plain, neither of which happens before the other. Watches every plain and atomic
// access of a program compiled by `skein cc`.
//
// A race is reported as a violation of kind Race, but the agent continues, and the run ends as if
// there had been no race. With RaceMode::Explore the word becomes a *watched* word: from then on
// its plain accesses are visible operations, and the exploration starts over.
#pragma once

#include <cstdint>

#include "core/operation.hpp"
#include "protocol/channel.hpp"
#include "runtime/memory/shadow.hpp"

namespace skein::runtime::races {

// Whether accesses must be reported: the detector is on, and this run has more than one agent.
// (Accesses of main before it created the first thread happen before everything else.)
extern bool is_on;

void begin_run();

// Whether the detector watches all of memory in this run.
[[nodiscard]] bool sees_all();

// The current agent executes the step g.step.
void on_step();
// The attempt of this step, which could have failed, succeeded.
void on_acquired();
// The attempt succeeded on another object than that of the step.
void on_acquired(ObjectId object);
// What this agent did so far happens before what an attempt on the same object acquires later.
void on_released();
void on_released(ObjectId object);
void on_atomic(OpKind kind, const volatile void* address, std::uint32_t size, int order,
               const void* pc);
void on_fence(int order);

// A plain access by the current agent; `flags` as in shadow.hpp.
void on_plain(const void* address, std::size_t size, std::uint8_t flags, const void* pc);

// A section of a simple lock (intercept/locks/lock_sections.hpp) begins and ends: its accesses have
// epochs of their own. Return its first and its last epoch. `region` is none if it had no step.
[[nodiscard]] std::uint32_t begin_section();
[[nodiscard]] std::uint32_t end_section(ObjectId region);
// The current agent takes a simple lock or, as a write, makes or destroys it.
void on_lock_use(const void* lock, bool is_write, const void* pc);
// A section ends a heap block by a library that the detector does not judge.
void on_free_in_section(const void* block, std::size_t size, const void* pc);

// Hidden reference counts (shared_counts.hpp): a change of one, and the destruction of its object
// by the agent that has released the last reference. Destructions may be nested; the outermost has
// depth 0.
inline constexpr std::uint32_t kDeepestDestruction = 64;
void on_hidden_count(const int* count, const void* pc);
void begin_destruction(std::uint32_t depth, const int* count);
void end_destruction(std::uint32_t depth);

// The program knows of races on these bytes; from now on they are not reported.
void declare_harmless(const void* address, std::size_t size);

// The current agent frees this heap block, which is a write to all of it.
void on_free(const void* block, std::size_t size, const void* pc);

}  // namespace skein::runtime::races
