// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/spin_loops.hpp"

#include <cstring>
#include <emmintrin.h>

#include "core/fixed_table.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/sched/tls.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/round_removal.hpp"
#include "runtime/spin/spin_trail.hpp"

namespace skein::runtime::spins {

const char* caller_frame = nullptr;
bool is_foreign = false;
const char* foreign_frame = nullptr;
bool sees_plain_writes = false;
bool has_changed = false;
bool notes_reads = false;
bool has_hit_bound = false;
std::uint32_t spinner_count = 0;

namespace {

// An agent's visits of a site, for --spin-bound.
struct Counter {
  std::uint32_t run;
  std::uint32_t agent;
  std::uint32_t site;
  std::uint32_t count;
  [[nodiscard]] bool is_free() const { return run != run_number; }
};

constexpr std::uint32_t kCounters = 1U << 14U;
FixedTable<Counter, kCounters> counters;

std::uint64_t state_of(const Agent& me, const Request& request, const Trail& trail) {
  const StackFingerprint dead =
      trail.is_foreign ? StackFingerprint{}
                       : dead::fingerprint_of_dead(trail.frame + kSavedRegisters, stack_base(me));
  const StackFingerprint own = trail.left - trail.foreign - dead;
  std::uint64_t state = (static_cast<std::uint64_t>(request.kind) << 32U) |
                        static_cast<std::uint64_t>(request.first.value);
  state = fold(state ^ me.random_state ^ kA, heap_used(me.id) ^ kB);
  state = fold(state ^ request.argument, kB);
  state = fold(state ^ own.low, own.swapped ^ kB);
  // The depth at which the fingerprint begins is part of the state.
  state =
      fold(state ^ trail.held ^ kA, static_cast<std::uint64_t>(stack_base(me) - trail.frame) ^ kB);
  return state == 0 ? 1 : state;
}

constexpr std::uint32_t kFirstCleared = 2048;
constexpr std::uint32_t kLongRun = 128;  // steps after which the runtime asks for dead values

// Operations that take something to release it later. Loops around them are compared only on the
// second visit, since locks are many and such loops are few.
bool is_of_locks(OpKind kind) {
  switch (kind) {
    case OpKind::MutexLock:
    case OpKind::RwReadLock:
    case OpKind::RwWriteLock:
    case OpKind::SemWait: return true;
    default: return false;
  }
}

bool can_head_loop(OpKind kind) {
  switch (kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::Section:
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait:
    case OpKind::SemGetValue:
    case OpKind::Yield: return true;
    default: return is_of_locks(kind);
  }
}

// Counts a visit. Returns whether it exceeds the bound. What has no counter any more is unbounded.
bool is_beyond_bound(const Agent& me, SiteId site, std::uint32_t bound) {
  const std::uint64_t hash = fold(me.id.value + kA, site.value + 1);
  Counter* const counter = counters.seek_within(kCounters, hash, [&](const Counter& known) {
    return known.agent == me.id.value && known.site == site.value;
  });
  if (counter == nullptr) return false;
  if (counter->is_free()) *counter = {run_number, me.id.value, site.value, 0};
  return ++counter->count > bound;
}

// Whether a loop that began with this visit can be left out.
bool is_useless(const Trail& trail, std::uint32_t begin, AgentId me) {
  std::uint32_t i = begin;
  while (i < trail.count && trail.visits[i].holding == Holding::Same) ++i;
  return i == trail.count || can_leave_out(me, trail.visits[begin].step - 1);
}

// The visit with which the loop began that ends here, or `count` if there is none.
std::uint32_t find_loop(const Trail& trail, std::uint64_t state, AgentId me) {
  for (std::uint32_t i = 0; i < trail.count; ++i) {
    if (trail.visits[i].state != state || !trail.visits[i].may_begin) continue;
    if (is_useless(trail, i, me)) return i;
  }
  return trail.count;
}

// Notes when the agent was in this state before.
void note_earlier(const Trail& trail, std::uint64_t state) {
  for (std::uint32_t i = trail.count; i-- > 0;) {
    if (trail.visits[i].state != state) continue;
    note_same_state(g.position - 1, trail.visits[i].arrival);
    return;
  }
}

// Whether the loop that began with this visit has read nothing that we saw. If libraries are loaded
// that we do not see, it may wait for what one of them reads.
bool may_wait_unseen(const Trail& trail, std::uint32_t begin) {
  for (std::uint32_t i = begin; i < trail.count; ++i) {
    if (trail.visits[i].kind != OpKind::Yield) return false;
  }
  for (std::uint32_t i = 0; i < trail.read_count; ++i) {
    if (trail.reads[i].visit >= begin) return false;
  }
  return instrumented_code::has_foreign();
}

bool has_been_here(const Trail& trail, SiteId site, ObjectId object) {
  for (std::uint32_t i = trail.count; i-- > 0;) {
    if (trail.visits[i].site == site && trail.visits[i].object == object) return true;
  }
  return false;
}

// Loops at this depth need a stack that was cleared down to it.
void require_cleared(const Agent& me, const char* frame) {
  std::uint32_t& cleared = g.channel->clean_stack;
  const auto depth =
      static_cast<std::uint64_t>(tls[me.id.value].stack_top - frame) + kSavedRegisters;
  if (depth <= cleared) return;
  if (cleared == 0) cleared = kFirstCleared;  // so far only code that reports its writes had loops
  while (cleared < depth) cleared *= 2;
  ask_for_restart(g.channel->run, RestartReason::DeeperStack);
}

// Zeroes `size` bytes below the caller's frame. A loop of stores, because the compiler's `rep stos`
// takes three times as long for a size this small.
template <std::size_t size>
[[gnu::noinline]] void wipe() {
  alignas(16) char frames[size];
  for (std::size_t i = 0; i < size; i += 16) {
    _mm_store_si128(reinterpret_cast<__m128i*>(frames + i), _mm_setzero_si128());
    asm volatile("" : : "r"(frames) : "memory");
  }
}

StackFingerprint fingerprint_now(const Trail& trail, const Agent& me) {
  return stack_fingerprint(trail.frame, stack_base(me));
}

}  // namespace

void clear_stack(char* top) {
  std::uint32_t& cleared = g.channel->clean_stack;
  if (!sees_plain_writes && cleared == 0) return;
  if (cleared == 0) cleared = kFirstCleared;
  std::memset(top - cleared, 0, cleared);
}

void wipe_own_frames() { wipe<256>(); }
void wipe_deep_frames() { wipe<1024>(); }

bool arrive(const Request& request) {
  const bool is_of_foreign = is_foreign;
  const char* const frame = is_of_foreign ? foreign_frame : caller_frame;
  is_foreign = false;
  caller_frame = nullptr;
  notes_reads = false;
  const Agent& me = *g.current;
  Trail& trail = trail_of(me.id);
  // The step before this operation belongs to this agent: local code runs right after its step.
  if (trail.count > 0 && !finish_visit(trail, *g.step)) clear_trail(trail);
  const channel::Settings& settings = g.channel->settings;
  if (settings.spin_bound != kUnbounded && request.site != nullptr &&
      is_beyond_bound(me, g.interner.site(request.site), settings.spin_bound)) {
    has_hit_bound = true;
    return true;
  }
  if (!settings.recognises_spins || (!sees_plain_writes && !is_of_foreign)) return false;
  if (frame == nullptr || !can_fingerprint(me, frame - kSavedRegisters)) {
    clear_trail(trail);
    return false;
  }
  if (g.position >= kLongRun && dead::can_ask) dead::ask();
  const SiteId site = g.interner.site(request.site);
  const bool is_candidate =
      can_head_loop(request.kind) &&
      (!is_of_locks(request.kind) || has_been_here(trail, site, request.first));
  std::uint64_t state = 0;
  // From the first fingerprint on, other agents' writes must be distinguished from its own.
  if (is_candidate || trail.frame != nullptr) {
    // What a library reads and writes in its loop is not seen.
    if (!is_of_foreign && instrumented_code::is_foreign(request.site)) {
      clear_trail(trail);
      return false;
    }
    require_cleared(me, frame);
    if (trail.frame == nullptr) trail.foreign = StackFingerprint{};
    trail.frame = frame - kSavedRegisters;
    trail.is_foreign = is_of_foreign;
    trail.left = fingerprint_now(trail, me);
    state = state_of(me, request, trail);
    note_earlier(trail, state);
    const std::uint32_t begin = is_candidate ? find_loop(trail, state, me.id) : trail.count;
    if (begin < trail.count && (is_of_foreign || !may_wait_unseen(trail, begin))) {
      trail.is_spinning = true;
      trail.loop_begin = begin;
      if (!is_of_foreign) dead::forget_reads_of_dead(frame, stack_base(me));
      ++spinner_count;
      return true;
    }
  }
  if (trail.count > 0 || is_candidate || is_of_locks(request.kind)) {
    add_visit(trail, state, request, site).may_begin = is_candidate;
  }
  return false;
}

bool is_spinning(AgentId id) {
  return spinner_count > 0 && id.value < channel::kMaxAgents && trail_of(id).is_spinning;
}

void revive(AgentId id) {
  Trail& trail = trail_of(id);
  trail.is_spinning = false;
  --spinner_count;
  clear_trail(trail);
}

void begin_step() {
  has_changed = false;
  const Agent& me = *g.current;
  Trail& trail = trail_of(me.id);
  notes_reads = trail.count > 0;
  if (trail.frame == nullptr) return;
  // No other agent has run since it arrived here.
  if (g.position >= 2 && g.channel->steps[g.position - 2].agent == me.id) return;
  const StackFingerprint now = fingerprint_now(trail, me);
  if (now == trail.left) return;
  trail.foreign += now - trail.left;
}

void begin_run() {
  ++run_number;
  spinner_count = 0;
  has_hit_bound = false;
  has_changed = false;
  notes_reads = false;
  caller_frame = nullptr;
}

}  // namespace skein::runtime::spins
