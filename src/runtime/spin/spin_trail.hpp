// SPDX-License-Identifier: Apache-2.0
// An agent's history since its last change: the operations that it reached, and the values that it
// read. spin_loops.cpp finds loops in it, livelock.cpp derives livelocks from it.
#pragma once

#include <cstdint>

#include "runtime/sched/run_control.hpp"
#include "runtime/spin/stack_fingerprint.hpp"

namespace skein::runtime::spins {

// Hashes two words into one.
__extension__ using Wide = unsigned __int128;

inline std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

inline constexpr std::uint64_t kA = 0xa0761d6478bd642fULL;
inline constexpr std::uint64_t kB = 0xe7037ed1a0b428dbULL;

// A loop is recognised if at most this many operations lie between two visits of the same place.
inline constexpr std::uint32_t kMostVisits = 256;
inline constexpr std::uint32_t kMostReads = 64;
inline constexpr std::uint32_t kMostBytes = 16;

// How a step changes what its agent holds.
enum class Holding : std::uint8_t { Same, Takes, Releases };

// An operation since the agent's last change.
struct Visit {
  std::uint64_t state;  // hash of everything the agent's future depends on; 0: unknown
  SiteId site;
  ObjectId object;
  OpKind kind;
  Holding holding;        // the step's effect, once the step is done
  bool is_matched;        // it took something and released it
  bool may_begin;         // a loop may begin here: it releases only what it took
  std::uint32_t arrival;  // position of the agent's previous step
  std::uint32_t step;     // position in the run after the step
};

// Bytes that the agent read, atomically or not.
struct Read {
  const volatile void* address;
  std::uint32_t visit;  // the visit whose step read them
  std::uint32_t size;
  unsigned char bytes[kMostBytes];
};

struct Trail {
  std::uint32_t run;  // the run that this trail belongs to
  std::uint32_t count;
  std::uint32_t read_count;
  std::uint32_t loop_begin;  // if it spins: its first visit of the loop
  bool is_spinning;
  bool has_more_reads;  // than there was room for
  // Fingerprints of the stack from `frame` on: `left` when the agent reached its last operation,
  // `foreign` for all that other agents have written there since the trail began.
  const char* frame;  // null: no fingerprint was needed
  bool is_foreign;    // `frame` is that of a signal (runtime/foreign/waiting_loops.hpp)
  StackFingerprint left;
  StackFingerprint foreign;
  std::uint64_t held;      // sum over everything that it took and has not released
  Read reads[kMostReads];  // most trails are short: so their parts in use lie in few pages
  Visit visits[kMostVisits];
};

// The number of the current run. Trails of earlier runs are invalid.
[[gnu::visibility("hidden")]] extern std::uint32_t run_number;

// The trails of all agents. All zero bytes are the initial state: a constructor would touch all of
// this memory at every start.
alignas(Trail) [[gnu::visibility(
    "hidden")]] extern unsigned char trail_bytes[sizeof(Trail) * channel::kMaxAgents];

inline Trail& trail_at(AgentId id) { return reinterpret_cast<Trail*>(trail_bytes)[id.index()]; }

inline void clear_trail(Trail& trail) {
  trail.count = 0;
  trail.read_count = 0;
  trail.has_more_reads = false;
  trail.frame = nullptr;
  trail.foreign = StackFingerprint{};
  trail.held = 0;
}

// The agent's trail in this run. Inline: every step asks for it.
inline Trail& trail_of(AgentId id) {
  Trail& trail = trail_at(id);
  if (trail.run != run_number) {
    trail.run = run_number;
    trail.is_spinning = false;
    clear_trail(trail);
  }
  return trail;
}

Visit& add_visit(Trail& trail, std::uint64_t state, const Request& request, SiteId site);
// Completes the last visit, whose operation is done. Returns whether the trail continues.
bool finish_visit(Trail& trail, const Step& step);

// The number of spinning agents, and whether the bound on visits has halted an agent, in this run.
extern std::uint32_t spinner_count;
extern bool has_hit_bound;

// Where the program's part of the agent's stack begins; our own frames lie above.
[[nodiscard]] const char* stack_base(const Agent& agent);
// Whether the stack from `begin` on is shallow enough for a fingerprint.
[[nodiscard]] bool can_fingerprint(const Agent& agent, const char* begin);

// Whether the step changed nothing, except perhaps what its agent holds. Writes to memory are
// recorded by note_change.
[[nodiscard]] bool is_harmless(const Step& step);
[[nodiscard]] Holding holding_of(const Step& step);
[[nodiscard]] bool is_attempt(OpKind kind);

}  // namespace skein::runtime::spins
