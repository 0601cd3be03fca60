// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/spin_loops.hpp"

#include <cstring>
#include <emmintrin.h>

#include "runtime/memory/heap.hpp"
#include "runtime/sched/tls.hpp"
#include "runtime/spin/dead_values.hpp"
#include "runtime/spin/spin_trail.hpp"

namespace skein::runtime::spins {

const char* caller_frame = nullptr;
bool sees_plain_writes = false;
bool has_changed = false;
bool notes_reads = false;
bool has_hit_bound = false;
std::uint32_t spinner_count = 0;

namespace {

constexpr std::uint32_t kCounters = 1U << 14U;

// How often an agent has come to a site, for --spin-bound.
struct Counter {
  std::uint32_t run;
  std::uint32_t agent;
  std::uint32_t site;
  std::uint32_t count;
};

// All zero is its initial state, as bytes: a constructor would touch all of it at every start.
alignas(Trail) unsigned char trail_bytes[sizeof(Trail) * channel::kMaxAgents];
Trail* const trails = reinterpret_cast<Trail*>(trail_bytes);
Counter counters[kCounters];
std::uint32_t run_number = 0;

void clear(Trail& trail) {
  trail.count = 0;
  trail.read_count = 0;
  trail.has_more_reads = false;
  trail.frame = nullptr;
  trail.foreign = StackPrint{};
  trail.held = 0;
}

__extension__ using Wide = unsigned __int128;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

constexpr std::uint64_t kA = 0xa0761d6478bd642fULL;
constexpr std::uint64_t kB = 0xe7037ed1a0b428dbULL;

// What holding an object adds to Trail::held.
std::uint64_t weight_of(ObjectId object, bool is_for_writing) {
  return fold(object.value + kA, kB ^ (is_for_writing ? 1U : 0U));
}

std::uint64_t state_of(const Agent& me, const Request& request, const Trail& trail) {
  const StackPrint dead = dead::print_of_dead(trail.frame + kSavedRegisters, stack_base(me));
  const StackPrint own = trail.left - trail.foreign - dead;
  std::uint64_t state = (static_cast<std::uint64_t>(request.kind) << 32U) |
                        static_cast<std::uint64_t>(request.first.value);
  state = fold(state ^ me.random_state ^ kA, heap_used(me.id) ^ kB);
  state = fold(state ^ request.argument, kB);
  state = fold(state ^ own.low, own.swapped ^ kB);
  // From where on the stack was looked at is part of the state.
  state =
      fold(state ^ trail.held ^ kA, static_cast<std::uint64_t>(stack_base(me) - trail.frame) ^ kB);
  return state == 0 ? 1 : state;
}

constexpr std::uint32_t kFirstCleared = 2048;
constexpr std::uint32_t kLongRun = 128;  // steps after which dead values are looked for

// Takes and gives back: such loops are compared only when they come by a second time, since locks
// are many and loops around them few.
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
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait:
    case OpKind::SemGetValue:
    case OpKind::Yield: return true;
    default: return is_of_locks(kind);
  }
}

// Counts a visit. Returns whether it is one too many.
bool is_beyond_bound(const Agent& me, SiteId site, std::uint32_t bound) {
  const std::uint64_t hash = fold(me.id.value + kA, site.value + 1);
  for (std::uint32_t i = static_cast<std::uint32_t>(hash) % kCounters, tried = 0; tried < kCounters;
       i = (i + 1) % kCounters, ++tried) {
    Counter& counter = counters[i];
    if (counter.run != run_number) counter = {run_number, me.id.value, site.value, 0};
    if (counter.agent == me.id.value && counter.site == site.value) return ++counter.count > bound;
  }
  return false;
}

// Forgets the older half.
void make_room(Trail& trail) {
  constexpr std::uint32_t kKept = kMostVisits / 2;
  constexpr std::uint32_t kGone = kMostVisits - kKept;
  std::memmove(trail.visits, trail.visits + kGone, kKept * sizeof(Visit));
  trail.count = kKept;
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < trail.read_count; ++i) {
    if (trail.reads[i].visit < kGone) continue;
    trail.reads[kept] = trail.reads[i];
    trail.reads[kept++].visit -= kGone;
  }
  trail.read_count = kept;
}

void add(Trail& trail, std::uint64_t state, const Request& request, SiteId site) {
  if (trail.count == kMostVisits) make_room(trail);
  Visit& visit = trail.visits[trail.count++];
  visit.state = state;
  visit.site = site;
  visit.object = request.first;
  visit.kind = request.kind;
  visit.holding = Holding::Same;
  visit.is_matched = false;
  visit.may_begin = true;
  visit.step = g.position;
}

// The agent gives back what it took in an earlier visit: a loop that began in between would give
// back what it had not taken, and so let others in. Returns false if it was not taken in this
// trail.
bool match(Trail& trail, const Step& step) {
  for (std::uint32_t i = trail.count - 1; i-- > 0;) {
    Visit& visit = trail.visits[i];
    if (visit.object != step.op.first || visit.holding != Holding::Takes || visit.is_matched)
      continue;
    visit.is_matched = true;
    visit.given_back = g.position - 1;
    for (std::uint32_t k = i + 1; k < trail.count; ++k) trail.visits[k].may_begin = false;
    return true;
  }
  return false;
}

// The agent's last operation is done. Returns whether the trail goes on.
bool finish_visit(Trail& trail, const Step& step) {
  Visit& visit = trail.visits[trail.count - 1];
  visit.step = g.position;
  if (has_changed || !is_harmless(step)) return false;
  visit.holding = holding_of(step);
  if (visit.holding == Holding::Same) return true;
  const bool is_for_writing = access(step.op, step.op.first) == Access::Write;
  const std::uint64_t weight = weight_of(step.op.first, is_for_writing);
  if (visit.holding == Holding::Takes) {
    trail.held += weight;
    return true;
  }
  trail.held -= weight;
  return match(trail, step);
}

// Whether the agent of this step came to it before in the same state, and has changed nothing
// since: then it goes in a circle as well, and whatever this time told it, it knew already. (Two
// threads that each hold one lock, try the other's and give back their own.) All of this lies in
// the past of whoever gives back what the step noticed.
bool is_repeated(AgentId observer, std::uint32_t step) {
  const Trail& trail = trail_of(observer);
  for (std::uint32_t i = trail.count; i-- > 0;) {
    if (trail.visits[i].step != step + 1) continue;
    const std::uint64_t state = trail.visits[i].state;
    for (std::uint32_t k = 0; k < i; ++k) {
      if (state != 0 && trail.visits[k].state == state) return true;
    }
    return false;
  }
  return false;
}

// Whether another agent may have noticed what the loop took and gave back.
bool is_observed(const Trail& trail, std::uint32_t loop_begin, AgentId me) {
  for (std::uint32_t i = loop_begin; i < trail.count; ++i) {
    const Visit& visit = trail.visits[i];
    if (visit.holding != Holding::Takes) continue;
    const std::uint32_t end = visit.is_matched ? visit.given_back : g.position;
    for (std::uint32_t k = visit.step; k < end; ++k) {
      const Step& step = g.channel->steps[k];
      if (step.agent == me || !observes(step, visit.object)) continue;
      if (!is_repeated(step.agent, k)) return true;
    }
  }
  return false;
}

// The visit with which a loop began that ends here, or `count` if there is none.
std::uint32_t find_loop(const Trail& trail, std::uint64_t state, AgentId me) {
  for (std::uint32_t i = 0; i < trail.count; ++i) {
    if (trail.visits[i].state != state || !trail.visits[i].may_begin) continue;
    if (!is_observed(trail, i, me)) return i;
  }
  return trail.count;
}

bool has_been_here(const Trail& trail, SiteId site, ObjectId object) {
  for (std::uint32_t i = trail.count; i-- > 0;) {
    if (trail.visits[i].site == site && trail.visits[i].object == object) return true;
  }
  return false;
}

// Loops this far down need a stack that was cleared this far.
void require_cleared(const Agent& me, const char* frame) {
  std::uint32_t& cleared = g.channel->clean_stack;
  const auto depth =
      static_cast<std::uint64_t>(tls[me.id.value].stack_top - frame) + kSavedRegisters;
  if (depth <= cleared) return;
  while (cleared < depth) cleared *= 2;
  ask_for_restart(g.channel->run, channel::RestartReason::DeeperStack);
}

// Zeroes so much below the caller's frame. A loop of stores: the compiler's `rep stos` takes three
// times as long for so little.
template <std::size_t size>
[[gnu::noinline]] void wipe() {
  alignas(16) char frames[size];
  for (std::size_t i = 0; i < size; i += 16) {
    _mm_store_si128(reinterpret_cast<__m128i*>(frames + i), _mm_setzero_si128());
    asm volatile("" : : "r"(frames) : "memory");
  }
}

StackPrint print_now(const Trail& trail, const Agent& me) {
  return stack_print(trail.frame, stack_base(me));
}

}  // namespace

Trail& trail_of(AgentId id) {
  Trail& trail = trails[id.index()];
  if (trail.run != run_number) {
    trail.run = run_number;
    trail.is_spinning = false;
    clear(trail);
  }
  return trail;
}

const char* stack_base(const Agent& agent) {
  return agent.stack_base != nullptr ? agent.stack_base : tls[agent.id.value].stack_top;
}

bool can_print(const Agent& agent, const char* begin) {
  const char* const base = stack_base(agent);
  return begin >= tls[agent.id.value].stack_low && begin < base &&
         static_cast<std::uint64_t>(base - begin) <= kDeepestPrint;
}

bool is_harmless(const Step& step) {
  switch (step.op.kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::SemGetValue:
    case OpKind::Yield:
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait: return true;
    default: return holding_of(step) != Holding::Same;
  }
}

Holding holding_of(const Step& step) {
  switch (step.op.kind) {
    case OpKind::MutexLock:
    case OpKind::RwReadLock:
    case OpKind::RwWriteLock:
    case OpKind::SemWait: return Holding::Takes;
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock: return step.value != 0 ? Holding::Takes : Holding::Same;
    case OpKind::SemTryWait: return step.gate_before ? Holding::Takes : Holding::Same;
    case OpKind::MutexUnlock:
    case OpKind::RwReadUnlock:
    case OpKind::RwWriteUnlock:
    case OpKind::SemPost: return Holding::GivesBack;
    default: return Holding::Same;
  }
}

bool observes(const Step& step, ObjectId object) {
  if (step.op.first != object) return false;
  switch (step.op.kind) {
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait: return holding_of(step) == Holding::Same;
    case OpKind::SemGetValue: return true;
    default: return false;
  }
}

void clear_stack(char* top) {
  if (!sees_plain_writes) return;
  std::uint32_t& cleared = g.channel->clean_stack;
  if (cleared == 0) cleared = kFirstCleared;
  std::memset(top - cleared, 0, cleared);
}

void wipe_own_frames() { wipe<256>(); }
void wipe_deep_frames() { wipe<1024>(); }

bool arrive(const Request& request) {
  const char* frame = caller_frame;
  caller_frame = nullptr;
  notes_reads = false;
  const Agent& me = *g.current;
  Trail& trail = trail_of(me.id);
  // The step before this operation is this agent's own: local code runs right after its step.
  if (trail.count > 0 && !finish_visit(trail, *g.step)) clear(trail);
  const channel::Settings& settings = g.channel->settings;
  if (settings.spin_bound != kUnbounded && request.site != nullptr &&
      is_beyond_bound(me, g.names.site(request.site), settings.spin_bound)) {
    has_hit_bound = true;
    return true;
  }
  if (!settings.recognises_spins || !sees_plain_writes) return false;
  if (frame == nullptr || !can_print(me, frame - kSavedRegisters)) {
    clear(trail);
    return false;
  }
  if (g.position >= kLongRun && dead::can_ask) dead::ask();
  const SiteId site = g.names.site(request.site);
  const bool is_candidate =
      can_head_loop(request.kind) &&
      (!is_of_locks(request.kind) || has_been_here(trail, site, request.first));
  std::uint64_t state = 0;
  // The others' writes are to be told from its own from the first look on.
  if (is_candidate || trail.frame != nullptr) {
    require_cleared(me, frame);
    if (trail.frame == nullptr) trail.foreign = StackPrint{};
    trail.frame = frame - kSavedRegisters;
    trail.left = print_now(trail, me);
    if (is_candidate) {
      state = state_of(me, request, trail);
      const std::uint32_t begin = find_loop(trail, state, me.id);
      if (begin < trail.count) {
        trail.is_spinning = true;
        trail.loop_begin = begin;
        dead::forget_reads_of_dead(frame, stack_base(me));
        ++spinner_count;
        return true;
      }
    }
  }
  if (trail.count > 0 || is_candidate || is_of_locks(request.kind)) {
    add(trail, state, request, site);
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
  clear(trail);
}

void begin_step() {
  has_changed = false;
  const Agent& me = *g.current;
  Trail& trail = trail_of(me.id);
  notes_reads = trail.count > 0;
  if (trail.frame == nullptr) return;
  // Nobody else has run since it came here.
  if (g.position >= 2 && g.channel->steps[g.position - 2].agent == me.id) return;
  const StackPrint now = print_now(trail, me);
  if (now == trail.left) return;
  trail.foreign += now - trail.left;
}

void note_nested(ObjectId object, bool is_taken) {
  Trail& trail = trail_of(g.current->id);
  const std::uint64_t weight = weight_of(object, true);
  trail.held += is_taken ? weight : 0 - weight;
}

void note_read(const volatile void* address, std::size_t size) {
  Trail& trail = trails[g.current->id.index()];
  if (trail.count == 0 || trail.has_more_reads) return;
  const auto* from = static_cast<const volatile char*>(address);
  const std::uint32_t visit = trail.count - 1;
  while (size > 0) {
    const auto part = static_cast<std::uint32_t>(size < kMostBytes ? size : kMostBytes);
    if (trail.read_count == kMostReads) {
      trail.has_more_reads = true;
      return;
    }
    Read& read = trail.reads[trail.read_count++];
    read.address = from;
    read.visit = visit;
    read.size = part;
    std::memcpy(read.bytes, const_cast<const char*>(from), part);
    from += part;
    size -= part;
  }
}

void forget_read(const void* address, std::size_t size) {
  Trail& trail = trails[g.current->id.index()];
  const auto* begin = static_cast<const volatile char*>(address);
  std::uint32_t kept = 0;
  for (std::uint32_t i = 0; i < trail.read_count; ++i) {
    const Read& read = trail.reads[i];
    const auto* at = static_cast<const volatile char*>(read.address);
    if (at < begin + size && begin < at + read.size) continue;
    trail.reads[kept++] = read;
  }
  trail.read_count = kept;
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
