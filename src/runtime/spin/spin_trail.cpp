// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/spin_trail.hpp"

#include <cstring>

#include "runtime/sched/tls.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::spins {

std::uint32_t run_number = 0;

alignas(Trail) unsigned char trail_bytes[sizeof(Trail) * channel::kMaxAgents];

namespace {

// The contribution of a held object to Trail::held.
std::uint64_t weight_of(ObjectId object, bool is_for_writing) {
  return fold(object.value + kA, kB ^ (is_for_writing ? 1U : 0U));
}

// Forgets the older half of the visits.
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

// The agent releases what it took in an earlier visit. A loop that began in between would release
// what it had not taken, and so let others in. Returns false if nothing in this trail took it.
bool match(Trail& trail, const Step& step) {
  for (std::uint32_t i = trail.count - 1; i-- > 0;) {
    Visit& visit = trail.visits[i];
    if (visit.object != step.op.first || visit.holding != Holding::Takes || visit.is_matched)
      continue;
    visit.is_matched = true;
    for (std::uint32_t k = i + 1; k < trail.count; ++k) trail.visits[k].may_begin = false;
    return true;
  }
  return false;
}

}  // namespace

Visit& add_visit(Trail& trail, std::uint64_t state, const Request& request, SiteId site) {
  if (trail.count == kMostVisits) make_room(trail);
  Visit& visit = trail.visits[trail.count++];
  visit.state = state;
  visit.site = site;
  visit.object = request.first;
  visit.kind = request.kind;
  visit.holding = Holding::Same;
  visit.is_matched = false;
  visit.arrival = g.position - 1;
  visit.step = g.position;
  return visit;
}

bool finish_visit(Trail& trail, const Step& step) {
  Visit& visit = trail.visits[trail.count - 1];
  visit.step = g.position;
  if (has_changed || !is_harmless(step)) return false;
  visit.holding = holding_of(step);
  if (visit.holding == Holding::Same) return true;
  const bool is_for_writing = access(step.op, step.op.first) != Access::Read;
  const std::uint64_t weight = weight_of(step.op.first, is_for_writing);
  if (visit.holding == Holding::Takes) {
    trail.held += weight;
    return true;
  }
  trail.held -= weight;
  return match(trail, step);
}

const char* stack_base(const Agent& agent) {
  return agent.stack_base != nullptr ? agent.stack_base : tls[agent.id.value].stack_top;
}

bool can_fingerprint(const Agent& agent, const char* begin) {
  const char* const base = stack_base(agent);
  return begin >= tls[agent.id.value].stack_low && begin < base &&
         static_cast<std::uint64_t>(base - begin) <= kDeepestFingerprint;
}

bool is_harmless(const Step& step) {
  switch (step.op.kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::Section:
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
    case OpKind::SemPost: return Holding::Releases;
    default: return Holding::Same;
  }
}

bool is_attempt(OpKind kind) {
  switch (kind) {
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait: return true;
    default: return false;
  }
}

void note_nested(ObjectId object, bool is_taken) {
  Trail& trail = trail_of(g.current->id);
  const std::uint64_t weight = weight_of(object, true);
  trail.held += is_taken ? weight : 0 - weight;
}

void note_read(const volatile void* address, std::size_t size) {
  Trail& trail = trail_at(g.current->id);
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
  Trail& trail = trail_at(g.current->id);
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

}  // namespace skein::runtime::spins
