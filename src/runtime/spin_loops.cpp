#include "runtime/spin_loops.hpp"

#include <cstring>
#include <emmintrin.h>

#include "runtime/heap.hpp"
#include "runtime/text.hpp"
#include "runtime/tls.hpp"
#include "runtime/violation.hpp"

namespace skein::runtime::spins {

const char* caller_frame = nullptr;
bool sees_plain_writes = false;
bool has_changed = false;

namespace {

// So many operations may lie between two visits of the same place for a loop to be recognised.
constexpr std::uint32_t kMostVisits = 64;
// Deeper stacks are not looked at: hashing them for each operation would cost too much.
constexpr std::uint64_t kDeepest = 1U << 16U;
constexpr std::uint32_t kCounters = 1U << 14U;
constexpr std::uint32_t kMostBytes = 16;

// An operation since the agent's last change.
struct Visit {
  std::uint64_t state;  // hash of all that the agent's future depends on
  SiteId site;
  ObjectId object;
  std::uint32_t step;  // position in the run after it
  std::uint32_t size;  // bytes read; 0 if it was no location
  const volatile void* address;
  unsigned char bytes[kMostBytes];
};

struct Trail {
  std::uint32_t run = 0;  // which the rest is about
  std::uint32_t count = 0;
  std::uint32_t loop_begin = 0;  // if it spins: its first visit of the loop
  bool is_spinning = false;
  Visit visits[kMostVisits];
};

// How often an agent has come to a site, for --spin-bound.
struct Counter {
  std::uint32_t run;
  std::uint32_t agent;
  std::uint32_t site;
  std::uint32_t count;
};

// All zero is its initial state, as bytes: a constructor would touch 40 MB at every start (25 ms).
alignas(Trail) unsigned char trail_bytes[sizeof(Trail) * channel::kMaxAgents];
Trail* const trails = reinterpret_cast<Trail*>(trail_bytes);
Counter counters[kCounters];
std::uint32_t run_number = 0;
std::uint32_t spinner_count = 0;
bool has_hit_bound = false;

Trail& trail_of(const Agent& a) {
  Trail& trail = trails[a.id.index()];
  if (trail.run != run_number) {
    trail.run = run_number;
    trail.count = 0;
    trail.is_spinning = false;
  }
  return trail;
}

__extension__ using Wide = unsigned __int128;

std::uint64_t fold(std::uint64_t a, std::uint64_t b) {
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

std::uint64_t hash_bytes(const char* begin, const char* end, std::uint64_t seed) {
  constexpr std::uint64_t kA = 0xa0761d6478bd642fULL;
  constexpr std::uint64_t kB = 0xe7037ed1a0b428dbULL;
  std::uint64_t first = seed;
  std::uint64_t second = seed ^ kB;
  for (; end - begin >= 32; begin += 32) {
    std::uint64_t w[4];
    std::memcpy(w, begin, sizeof(w));
    first = fold(first ^ w[0] ^ kA, w[1] ^ kB);
    second = fold(second ^ w[2] ^ kB, w[3] ^ kA);
  }
  for (; end - begin >= 8; begin += 8) {
    std::uint64_t w = 0;
    std::memcpy(&w, begin, sizeof(w));
    first = fold(first ^ w ^ kA, kB);
  }
  return fold(first ^ kA, second ^ kB);
}

std::uint64_t state_of(const Agent& me, const Request& request, const char* frame) {
  const char* begin = frame - kSavedRegisters;
  const char* end = tls[me.id.value].stack_top;
  const std::uint64_t operation = (static_cast<std::uint64_t>(request.kind) << 32U) |
                                  static_cast<std::uint64_t>(request.first.value);
  const std::uint64_t seed =
      fold(operation ^ me.random_state, heap_used(me.id) ^ 0x8ebc6af09c88c6e3ULL);
  return hash_bytes(begin, end, seed);
}

constexpr std::uint32_t kFirstCleared = 2048;

bool is_deep(const Agent& me, const char* frame) {
  const Slot& slot = tls[me.id.value];
  return frame <= slot.stack_low || frame >= slot.stack_top ||
         static_cast<std::uint64_t>(slot.stack_top - frame) > kDeepest;
}

// Whether a step left everything as it was; writes of memory have been noted by note_change.
bool is_silent(const Step& step) {
  switch (step.op.kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::SemGetValue:
    case OpKind::Yield: return true;
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock: return step.value == 0;
    case OpKind::SemTryWait: return !step.gate_before;
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
    case OpKind::Yield: return true;
    default: return false;
  }
}

[[noreturn]] void spin(Trail& trail, std::uint32_t loop_begin) {
  trail.is_spinning = true;
  trail.loop_begin = loop_begin;
  ++spinner_count;
  halt_current();
}

// Counts a visit; does not return if it is one too many.
void count_visit(const Agent& me, SiteId site, std::uint32_t bound) {
  const std::uint64_t hash = fold(me.id.value + 0xa0761d6478bd642fULL, site.value + 1);
  for (std::uint32_t i = static_cast<std::uint32_t>(hash) % kCounters, tried = 0; tried < kCounters;
       i = (i + 1) % kCounters, ++tried) {
    Counter& counter = counters[i];
    if (counter.run != run_number) counter = {run_number, me.id.value, site.value, 0};
    if (counter.agent != me.id.value || counter.site != site.value) continue;
    if (++counter.count <= bound) return;
    has_hit_bound = true;
    halt_current();
  }
}

void add(Trail& trail, std::uint64_t state, const Request& request, SiteId site) {
  if (trail.count == kMostVisits) {
    constexpr std::uint32_t kKept = kMostVisits / 2;
    std::memmove(trail.visits, trail.visits + kMostVisits - kKept, kKept * sizeof(Visit));
    trail.count = kKept;
  }
  Visit& visit = trail.visits[trail.count++];
  visit.state = state;
  visit.site = site;
  visit.object = request.first;
  visit.size = 0;
  visit.step = g.position;
}

// Whether the agent would see something else now than in its last visits of the loop.
bool is_stale(AgentId id, const Visit& visit) {
  if (visit.size > 0) {
    return std::memcmp(const_cast<const void*>(visit.address), visit.bytes, visit.size) != 0;
  }
  if (visit.object.is_none()) return false;
  for (std::uint32_t i = visit.step; i < g.position; ++i) {
    const Step& step = g.channel->steps[i];
    if (step.agent != id && access(step.op, visit.object) == Access::Write && !is_silent(step)) {
      return true;
    }
  }
  return false;
}

bool is_stale(AgentId id, const Trail& trail) {
  for (std::uint32_t i = trail.loop_begin; i < trail.count; ++i) {
    if (is_stale(id, trail.visits[i])) return true;
  }
  return false;
}

void note_livelock(AgentId id, const Trail& trail) {
  Text<1024> message;
  message << "livelock: waits in a loop for what nobody will do";
  std::uint32_t named = 0;
  SiteId last;
  for (std::uint32_t i = trail.loop_begin; i < trail.count && named < 8; ++i) {
    const SiteId site = trail.visits[i].site;
    if (site.is_none() || site == last) continue;
    message << (named == 0 ? " (" : ", ") << "{line ";
    message.hex(g.channel->sites.records[site.index()]) << "}";
    last = site;
    ++named;
  }
  if (named > 0) message << ")";
  Agent* const current = g.current;
  g.current = &agent(id);
  note_violation(ViolationKind::Livelock, message.c_str(), nullptr);
  g.current = current;
  channel::ViolationOut& out = g.channel->violations[g.channel->run.violation_count - 1];
  out.site = trail.visits[trail.count - 1].site;
}

// Loops this far down need a stack that was cleared this far.
void require_cleared(const Agent& me, const char* frame) {
  std::uint32_t& cleared = g.channel->clean_stack;
  const auto depth =
      static_cast<std::uint64_t>(tls[me.id.value].stack_top - frame) + kSavedRegisters;
  if (depth <= cleared) return;
  while (cleared < depth) cleared *= 2;
  g.channel->run.has_merged = true;
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

}  // namespace

void clear_stack(char* top) {
  if (!sees_plain_writes) return;
  std::uint32_t& cleared = g.channel->clean_stack;
  if (cleared == 0) cleared = kFirstCleared;
  std::memset(top - cleared, 0, cleared);
}

void wipe_own_frames() { wipe<256>(); }
void wipe_deep_frames() { wipe<1024>(); }

void arrive(const Request& request) {
  const char* frame = caller_frame;
  caller_frame = nullptr;
  const Agent& me = *g.current;
  Trail& trail = trail_of(me);
  if (trail.count > 0) {
    // The step before this operation is this agent's own: local code runs right after its step.
    trail.visits[trail.count - 1].step = g.position;
    if (has_changed || !is_silent(*g.step)) trail.count = 0;
  }
  if (frame == nullptr || !can_head_loop(request.kind)) return;
  const channel::Settings& settings = g.channel->settings;
  const SiteId site = g.names.site(request.site);
  if (settings.spin_bound != kUnbounded) count_visit(me, site, settings.spin_bound);
  if (!settings.recognises_spins || !sees_plain_writes || is_deep(me, frame)) return;
  require_cleared(me, frame);
  const std::uint64_t state = state_of(me, request, frame);
  for (std::uint32_t i = 0; i < trail.count; ++i) {
    if (trail.visits[i].state == state) spin(trail, i);
  }
  add(trail, state, request, site);
}

void note_location(const volatile void* address, std::uint32_t size) {
  Trail& trail = trails[g.current->id.index()];
  if (trail.count == 0 || trail.run != run_number) return;
  Visit& visit = trail.visits[trail.count - 1];
  if (visit.object != g.step->op.first) return;
  visit.address = address;
  visit.size = size;
  std::memcpy(visit.bytes, const_cast<const void*>(address), size);
}

End end_of_run(End end) {
  if (has_hit_bound && end != End::Violation) return End::Cut;
  if (spinner_count == 0 || end == End::Violation || end == End::Blocked) return end;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const AgentId id{g.run_agents[i]};
    const Trail& trail = trail_of(agent(id));
    if (trail.is_spinning && is_stale(id, trail)) return End::Blocked;
  }
  if (g.channel->run.has_exited) return end;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const AgentId id{g.run_agents[i]};
    const Trail& trail = trail_of(agent(id));
    if (trail.is_spinning) note_livelock(id, trail);
  }
  return End::Violation;
}

void begin_run() {
  ++run_number;
  spinner_count = 0;
  has_hit_bound = false;
  caller_frame = nullptr;
}

}  // namespace skein::runtime::spins
