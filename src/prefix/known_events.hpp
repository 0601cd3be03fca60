// SPDX-License-Identifier: Apache-2.0
// Finds events by their identity: an agent at a node of its chain, the writes that its operation
// sees, and the reads that a write has seen. If these three are equal, the events are the same.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "prefix/prefix_event.hpp"

namespace skein {

// The operation of an agent after some history.
struct EventKey {
  ChainId before;                    // the agent's node
  std::vector<PrefixTouch> touched;  // only `component`, `access` and `saw` count
  std::vector<PrefixEventId> seen_reads;

  [[nodiscard]] std::uint64_t hash() const {
    std::uint64_t hash = mix64(before.value + 1);
    for (const PrefixTouch& t : touched) hash = mix64(hash + t.saw.value + 1);
    for (const PrefixEventId r : seen_reads) hash = mix64(hash + r.value + (1ULL << 40U));
    return hash;
  }
};

class KnownEvents {
 public:
  // The first of the operation's events, one for each choice; none if it is not known.
  [[nodiscard]] PrefixEventId find(const EventKey& key,
                                   const std::vector<PrefixEvent>& events) const {
    std::uint64_t hash = key.hash();
    for (auto it = table_.find(hash); it != table_.end(); it = table_.find(hash)) {
      if (is_of(events[it->second.index()], key)) return it->second;
      hash = mix64(hash + 1);
    }
    return PrefixEventId{};
  }

  // REQUIRES: the operation is not known.
  void add(const EventKey& key, PrefixEventId first) {
    std::uint64_t hash = key.hash();
    while (!table_.try_emplace(hash, first).second) hash = mix64(hash + 1);
  }

 private:
  struct Mixed {
    std::size_t operator()(std::uint64_t key) const { return mix64(key); }
  };

  [[nodiscard]] static bool is_of(const PrefixEvent& event, const EventKey& key) {
    return event.before == key.before && event.seen_reads == key.seen_reads &&
           std::equal(event.touched.begin(), event.touched.end(), key.touched.begin(),
                      key.touched.end(),
                      [](const PrefixTouch& a, const PrefixTouch& b) { return a.saw == b.saw; });
  }

  // By hash. On a collision the key is the hash of the hash, and so on.
  tsl::robin_map<std::uint64_t, PrefixEventId, Mixed> table_;
};

}  // namespace skein
