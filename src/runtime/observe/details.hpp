// SPDX-License-Identifier: Apache-2.0
// Records the details of a run that will be shown to people.
//
// If plan.records_details is set, the channel gets the call stack of every step and the values
// before and after it, with the stacks of violations, of both sides of a race, and of allocations.
// Otherwise the mode costs one test of a flag per operation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"
#include "runtime/memory/shadow.hpp"

namespace skein::runtime::details {

extern bool is_on;

void begin_run();
// The current agent has reached an operation and will wait for its turn.
void arrive();
// Its turn has come: the step is g.step, not yet executed.
void begin_step();
void end_run();

// The next violation is about this heap block.
void about_block(const void* block);
// The last recorded violation is the current agent's.
void on_violation();
// That violation is a race at `address` between `old` and `mine`, which the current agent is about
// to make.
void on_race(const Access& old, const Access& mine, std::uint64_t word_address,
             std::uint64_t address);
// The race detector will remember this access.
void on_access(const Access& access, std::uint64_t word_address);

// A plain access by the current agent.
void on_plain(const void* address, std::size_t size, bool is_write, const void* pc);

void on_allocation(const void* block, std::size_t size);
void on_free(const void* block);

}  // namespace skein::runtime::details
