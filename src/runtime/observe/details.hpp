// SPDX-License-Identifier: Apache-2.0
// The "tell me everything" mode: a run that is to be shown to people.
//
// Where plan.records_details is set, every step's call stack and the values around it are noted in
// the channel, with the stacks of violations, of both sides of a race, and of allocations.
// Otherwise all this costs one look at a flag at each operation. What it leaves on the program's
// stack is put back, since spin loops compare stacks (spin_loops.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/memory/shadow.hpp"

namespace skein::runtime::details {

extern bool is_on;

void begin_run();
// The current agent has come to an operation and will wait for its turn.
void arrive();
// Its turn has come: the step is g.step, and nothing of it has been executed yet.
void begin_step();
void end_run();

// The next violation is about this heap block.
void about_block(const void* block);
// The last violation noted is the current agent's.
void on_violation();
// That violation is a race at `address`: `mine` of the current agent, which is about to happen,
// with `old`.
void on_race(const Access& old, const Access& mine, std::uint64_t word_address,
             std::uint64_t address);
// The race detector will remember this access.
void on_access(const Access& access, std::uint64_t word_address);

// A plain access by the current agent.
void on_plain(const void* address, std::size_t size, bool is_write, const void* pc);

void on_allocation(const void* block, std::size_t size);
void on_free(const void* block);

// Whether the address is in our own code.
[[nodiscard]] bool is_ours(std::uint64_t pc);
// For the handler of signals: where the code of the program, or of a library it called, stands that
// led to ours, as a return address; 0 if the stack cannot be read.
[[nodiscard]] std::uint64_t innermost_of_program();
// The explorer's warning has come. True if it is too early to act on it, in the middle of the
// unwinder: it will come again.
[[nodiscard]] bool defers_warning();

// Called by the handler of crashes. Does not return if the crash is one of ours, while we looked at
// a stack that the program has destroyed; then no more is tried in this run.
void catch_crash();

}  // namespace skein::runtime::details
