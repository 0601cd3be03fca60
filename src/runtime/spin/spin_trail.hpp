// SPDX-License-Identifier: Apache-2.0
// What an agent has done since it last changed something: the operations it came to, and what it
// read. Spin loops are found in it (spin_loops.cpp), livelocks told from it (livelock.cpp).
#pragma once

#include <cstdint>

#include "runtime/sched/schedule.hpp"
#include "runtime/spin/stack_print.hpp"

namespace skein::runtime::spins {

// So many operations may lie between two visits of the same place for a loop to be recognised.
inline constexpr std::uint32_t kMostVisits = 256;
inline constexpr std::uint32_t kMostReads = 64;
inline constexpr std::uint32_t kMostBytes = 16;

// How a step changes what its agent holds.
enum class Holding : std::uint8_t { Same, Takes, GivesBack };

// An operation since the agent's last change.
struct Visit {
  std::uint64_t state;  // hash of all that the agent's future depends on; 0: not known
  SiteId site;
  ObjectId object;
  OpKind kind;
  Holding holding;           // what the step did, once it is done
  bool is_matched;           // it took something and gave it back
  bool may_begin;            // a loop that begins here gives back only what it took
  std::uint32_t step;        // position in the run after it
  std::uint32_t given_back;  // if it took something: position before that was given back
};

// Bytes that the agent read, by an atomic operation or plainly.
struct Read {
  const volatile void* address;
  std::uint32_t visit;  // in which visit's step
  std::uint32_t size;
  unsigned char bytes[kMostBytes];
};

struct Trail {
  std::uint32_t run;  // which the rest is about
  std::uint32_t count;
  std::uint32_t read_count;
  std::uint32_t loop_begin;  // if it spins: its first visit of the loop
  bool is_spinning;
  bool has_more_reads;  // than there was room for
  // Prints of the stack from `frame` on: as it was when the agent came to its last operation, and
  // all that others have written there since the trail began.
  const char* frame;  // null: nobody needs to know
  StackPrint left;
  StackPrint foreign;
  std::uint64_t held;  // sum over what it took and has not given back
  Visit visits[kMostVisits];
  Read reads[kMostReads];
};

// The agent's trail in this run.
Trail& trail_of(AgentId id);

// How many agents spin, and whether the bound on visits has halted one, in this run.
extern std::uint32_t spinner_count;
extern bool has_hit_bound;

// Where the program's own part of the agent's stack begins; above lie our own frames.
[[nodiscard]] const char* stack_base(const Agent& agent);
// Whether a print of its stack from `begin` on can be taken: it is not too deep.
[[nodiscard]] bool can_print(const Agent& agent, const char* begin);

// Whether a step by another agent can have told it that `object` was held, or shown it a count:
// attempts that failed, looks at a semaphore.
[[nodiscard]] bool observes(const Step& step, ObjectId object);

// Whether a step left everything as it was, or but for what it holds. Writes of memory are noted by
// note_change.
[[nodiscard]] bool is_harmless(const Step& step);
[[nodiscard]] Holding holding_of(const Step& step);

}  // namespace skein::runtime::spins
