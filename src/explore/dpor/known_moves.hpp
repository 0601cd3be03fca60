// SPDX-License-Identifier: Apache-2.0
// Numbers for known moves. An exploration meets few distinct moves but keeps many copies in its
// wakeup trees, and a number takes a sixth of the memory of a move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "explore/dpor/reversal.hpp"

namespace skein::dpor {

using KnownMoveId = Id<struct KnownMoveTag>;

class KnownMoves {
 public:
  [[nodiscard]] const KnownMove& operator[](KnownMoveId n) const {
    return entries_[n.index()].move;
  }

  // The number of this move; a new one if the move is new.
  [[nodiscard]] KnownMoveId number_of(const KnownMove& move) {
    const std::size_t agent = move.move.agent.index();
    if (agent >= first_.size()) first_.resize(agent + 1);
    std::vector<KnownMoveId>& of_agent = first_[agent];
    if (move.index >= of_agent.size()) of_agent.resize(move.index + 1);
    KnownMoveId* link = &of_agent[move.index];
    while (!link->is_none()) {
      Entry& known = entries_[link->index()];
      if (known.move.op == move.op && known.move.move.choice == move.move.choice) return *link;
      link = &known.next;
    }
    const KnownMoveId number{entries_.size()};
    *link = number;
    entries_.push_back(Entry{move, KnownMoveId{}});
    return number;
  }

  [[nodiscard]] std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    KnownMove move;
    KnownMoveId next;  // of the same agent and index
  };

  std::vector<Entry> entries_;
  std::vector<std::vector<KnownMoveId>> first_;  // by agent and index; the others follow by `next`
};

}  // namespace skein::dpor
