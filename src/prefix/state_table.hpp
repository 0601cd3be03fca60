// SPDX-License-Identifier: Apache-2.0
// The table of states: maps each state to an event. It decides which events are cut-offs.
//
// It holds hashes and events only. The state of an event is computed from its view, so equality is
// exact (unless PrefixOptions::is_compact). The table may be emptied at any time, which makes the
// prefix larger, never wrong: it is the cache G of [POET Sec.5.1].
#pragma once

#include <tsl/robin_map.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "prefix/prefix.hpp"

namespace skein {

class StateTable {
 public:
  // The event that represents a state: one with the smallest history.
  struct Entry {
    PrefixEventId event;  // none: the beginning
    std::uint32_t size = 0;
  };

  StateTable(const Prefix& prefix, bool is_compact) : prefix_(prefix), is_compact_(is_compact) {}

  // The state before all events.
  void add_initial() { entries_.emplace(0, Entry{}); }
  // The entry of e's state, made with e if there was none. Valid until the next call. REQUIRES: e
  // has been executed, and is not a cut-off that was added.
  [[nodiscard]] Entry& entry_of(PrefixEventId e);
  // Whether both histories lead to the same state; none is the empty history.
  [[nodiscard]] bool are_same(PrefixEventId a, PrefixEventId b) const;

  void clear() {
    entries_.clear();
    bytes_ = 0;
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }  // estimate

 private:
  // At the average load of the table.
  static constexpr std::size_t kEntryBytes = 48;

  struct Mixed {
    std::size_t operator()(std::uint64_t key) const { return mix64(key); }
  };

  [[nodiscard]] std::vector<ValueId> state_of(PrefixEventId e) const;

  const Prefix& prefix_;
  bool is_compact_;
  std::size_t bytes_ = 0;
  // By hash. On a collision the key is the hash of the hash, and so on.
  tsl::robin_map<std::uint64_t, Entry, Mixed> entries_;
};

}  // namespace skein
