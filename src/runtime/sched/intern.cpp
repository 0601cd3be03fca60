// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/intern.hpp"

#include "core/random.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

using channel::ObjectClass;
using channel::ObjectRecord;

// A merged unit is a Location of this size, which no real access has.
constexpr std::uint32_t kMergedSize = 0xff;
constexpr std::uint64_t kUnit = 16;

std::uint64_t hash_of(std::uint64_t a, std::uint64_t b) {
  return (a * 0x9e3779b97f4a7c15ULL ^ (b + 0x7f4a7c15ULL) * 0xff51afd7ed558ccdULL) >> 20U;
}

// Locations that lie close together get hashes that lie close together: a search for one location
// of a unit searches for all of them, and each page of the table that it touches must first be
// fetched.
std::uint64_t object_hash(ObjectClass kind, std::uint64_t address, std::uint32_t size) {
  constexpr unsigned kNear = 5;  // bits: a cache line or two
  const std::uint64_t detail = (static_cast<std::uint64_t>(kind) << 8U) + size + address % kUnit;
  return (hash_of(address / kUnit, 0) << kNear) | (hash_of(detail, 0) % (1U << kNear));
}

std::uint32_t recent_detail(ObjectClass kind, std::uint32_t size) {
  return (static_cast<std::uint32_t>(kind) << 8U) | size;
}

// The message for a full table.
template <class Record>
constexpr const char* kTooMany =
    "more than 65,536 places in the program at which something visible happens";
template <>
constexpr const char* kTooMany<channel::AgentRecord> =
    "more than 8,191 threads and handlers: skein's tables have no room for them";
template <>
constexpr const char* kTooMany<ObjectRecord> =
    "too many objects (locks, atomic variables, racing locations): skein's tables have no room";

// The number of the record for which is_same() is true. If there is none, adds `added`.
template <class Record, std::uint32_t capacity, class Same>
std::uint32_t find_or_add(channel::Table<Record, capacity>& table, std::uint64_t hash,
                          const Same& is_same, const Record& added) {
  IndexSlot& slot = table.seek(hash, is_same);
  if (slot.is_free()) {
    if (table.count.load(std::memory_order_relaxed) >= capacity) give_up(kTooMany<Record>);
    table.add(slot, added);
  }
  return slot.number();
}

}  // namespace

AgentId Interner::agent(AgentId creator, std::uint32_t ordinal, std::uint64_t start) {
  Recent& known = recent(recent_agents_, creator.value, ordinal);
  if (known.is_for(creator.value, ordinal)) return AgentId{known.slot - 1};
  const channel::AgentRecord record{creator, ordinal, start};
  const std::uint32_t number = find_or_add(
      channel_->agents, hash_of(creator.value, ordinal),
      [&](const channel::AgentRecord& r) { return r.creator == creator && r.ordinal == ordinal; },
      record);
  known = Recent{creator.value, ordinal, number + 1};
  return AgentId{number};
}

ObjectId Interner::object_number(ObjectClass kind, std::uint64_t address, std::uint32_t size) {
  const ObjectRecord record{address, size, kind};
  const std::uint32_t number = find_or_add(
      channel_->objects, object_hash(kind, address, size),
      [&](const ObjectRecord& r) {
        return r.address == address && r.size == size && r.kind == kind;
      },
      record);
  return ObjectId{number};
}

IndexSlot Interner::find_location(std::uint64_t address, std::uint32_t size) const {
  return channel_->objects.seek(
      object_hash(ObjectClass::Location, address, size), [&](const ObjectRecord& r) {
        return r.address == address && r.size == size && r.kind == ObjectClass::Location;
      });
}

ObjectId Interner::object(ObjectClass kind, std::uint64_t address) {
  const std::uint32_t detail = recent_detail(kind, 0);
  Recent& known = recent(recent_objects_, address, detail);
  if (!known.is_for(address, detail)) {
    known = Recent{address, detail, object_number(kind, address, 0).value + 1};
  }
  return ObjectId{known.slot - 1};
}

bool Interner::overlaps_other_size(std::uint64_t address, std::uint32_t size) const {
  const std::uint64_t unit = address & ~(kUnit - 1);
  for (std::uint32_t other = 1; other <= kUnit; other *= 2) {
    for (std::uint64_t at = unit; at < unit + kUnit; at += other) {
      const bool overlaps = at < address + size && address < at + other;
      const bool is_other = at != address || other != size;
      if (overlaps && is_other && !find_location(at, other).is_free()) return true;
    }
  }
  return false;
}

ObjectId Interner::location(const volatile void* pointer, std::uint32_t size) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const std::uint32_t detail = recent_detail(ObjectClass::Location, size);
  Recent& known = recent(recent_objects_, address, detail);
  if (!known.is_for(address, detail)) {
    // The number first: finding it may invalidate the cache.
    const ObjectId number = location_number(address, size);
    known = Recent{address, detail, number.value + 1};
  }
  return ObjectId{known.slot - 1};
}

ObjectId Interner::location_number(std::uint64_t address, std::uint32_t size) {
  const std::uint64_t unit = address & ~(kUnit - 1);
  // Free is the class of locations that have become part of a merged unit.
  const IndexSlot exact = find_location(address, size);
  if (!exact.is_free()) return ObjectId{exact.number()};
  const IndexSlot merged = find_location(unit, kMergedSize);
  if (!merged.is_free()) return ObjectId{merged.number()};
  if (overlaps_other_size(address, size)) {
    // All exact locations in the unit die: their records match no key any more.
    for (std::uint32_t i = 0; i < channel_->objects.count.load(std::memory_order_relaxed); ++i) {
      ObjectRecord& r = channel_->objects.records[i];
      if (r.kind == ObjectClass::Location && (r.address & ~(kUnit - 1)) == unit) {
        r.kind = ObjectClass::Free;
      }
    }
    forget_recent();
    ask_for_restart(channel_->run, RestartReason::OverlappingAtomics);
    return object_number(ObjectClass::Location, unit, kMergedSize);
  }
  return object_number(ObjectClass::Location, address, size);
}

SiteId Interner::site(const void* pc) {
  const auto address = reinterpret_cast<std::uint64_t>(pc);
  Recent& known = recent(recent_sites_, address, 0);
  if (known.is_for(address, 0)) return SiteId{known.slot - 1};
  const std::uint32_t number = find_or_add(
      channel_->sites, hash_of(address, 0), [&](std::uint64_t r) { return r == address; }, address);
  known = Recent{address, 0, number + 1};
  return SiteId{number};
}

}  // namespace skein::runtime
