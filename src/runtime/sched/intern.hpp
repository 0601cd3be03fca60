// SPDX-License-Identifier: Apache-2.0
// Turns names into numbers: agents, objects and sites, in the channel's tables.
//
// An object has a class and an address. Locations (atomics, futex words) are exact byte ranges, so
// that neighbours in an array stay independent. When ranges of different sizes overlap, all
// locations in that aligned unit of 16 bytes become and stay one object: they are *merged*. Merging
// changes what numbers mean, so the run reports it (`restart`) and the exploration starts over.
// The tables remember merged units, so each place causes this once.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace skein::runtime {

class Interner {
 public:
  void attach(channel::Channel& channel) { channel_ = &channel; }

  [[nodiscard]] AgentId agent(AgentId creator, std::uint32_t ordinal, std::uint64_t start);
  [[nodiscard]] ObjectId object(channel::ObjectClass kind, std::uint64_t address);
  [[nodiscard]] ObjectId object(channel::ObjectClass kind, const volatile void* address) {
    return object(kind, reinterpret_cast<std::uint64_t>(address));
  }
  [[nodiscard]] ObjectId life(AgentId agent) {
    return object(channel::ObjectClass::Life, agent.value);
  }
  // The part of the data that a lock protects, by its first byte.
  [[nodiscard]] ObjectId region(ObjectId lock, std::uint64_t address) {
    return object_number(channel::ObjectClass::Region, address, lock.value);
  }
  [[nodiscard]] ObjectId location(const volatile void* address, std::uint32_t size);
  // Whether the location is just these bytes: it was not merged with others.
  [[nodiscard]] bool is_exact(ObjectId location, std::uint32_t size) const {
    return channel_->objects.records[location.index()].size == size;
  }
  [[nodiscard]] SiteId site(const void* pc);

  // Another process may have changed the tables.
  void forget_recent() {
    for (Recent& r : recent_objects_) r = Recent{};
  }

 private:
  // The tables are sparse and large, and each look-up touches other memory. These caches hold
  // recent answers.
  struct Recent {
    std::uint64_t key;  // address or pc
    std::uint32_t detail;
    std::uint32_t slot;  // number + 1; 0: empty

    [[nodiscard]] bool is_for(std::uint64_t other_key, std::uint32_t other_detail) const {
      return slot != 0 && key == other_key && detail == other_detail;
    }
  };
  static constexpr std::uint32_t kRecent = 256;
  static Recent& recent(Recent (&cache)[kRecent], std::uint64_t key, std::uint32_t detail) {
    return cache[((key ^ detail) * 0x9e3779b97f4a7c15ULL) >> 56U];
  }

  [[nodiscard]] ObjectId location_number(std::uint64_t address, std::uint32_t size);
  [[nodiscard]] ObjectId object_number(channel::ObjectClass kind, std::uint64_t address,
                                       std::uint32_t size);
  // The slot of the location with exactly these bytes; a free one if there is none.
  [[nodiscard]] IndexSlot find_location(std::uint64_t address, std::uint32_t size) const;
  [[nodiscard]] bool overlaps_other_size(std::uint64_t address, std::uint32_t size) const;

  channel::Channel* channel_ = nullptr;
  Recent recent_objects_[kRecent] = {};
  Recent recent_sites_[kRecent] = {};
  Recent recent_agents_[kRecent] = {};
};

}  // namespace skein::runtime
