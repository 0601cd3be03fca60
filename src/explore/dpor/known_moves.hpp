// SPDX-License-Identifier: Apache-2.0
// Known moves by number. An exploration meets few different ones, but keeps many of them in its
// wakeup trees: a number takes a sixth of the place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/dpor/reversal.hpp"

namespace skein::dpor {

class KnownMoves {
 public:
  using Number = std::uint32_t;

  [[nodiscard]] const KnownMove& operator[](Number n) const { return entries_[n].move; }

  [[nodiscard]] Number number_of(const KnownMove& move) {
    const std::size_t agent = move.move.agent.index();
    if (agent >= first_.size()) first_.resize(agent + 1);
    std::vector<Number>& of_agent = first_[agent];
    if (move.index >= of_agent.size()) of_agent.resize(move.index + 1, kNone);
    Number* link = &of_agent[move.index];
    while (*link != kNone) {
      const KnownMove& known = entries_[*link].move;
      if (known.op == move.op && known.move.choice == move.move.choice) return *link;
      link = &entries_[*link].next;
    }
    const auto number = static_cast<Number>(entries_.size());
    *link = number;
    entries_.push_back(Entry{move, kNone});
    return number;
  }

  [[nodiscard]] std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  static constexpr Number kNone = 0xffffffffU;

  struct Entry {
    KnownMove move;
    Number next;  // of the same agent and index
  };

  std::vector<Entry> entries_;
  std::vector<std::vector<Number>> first_;  // by agent and index
};

}  // namespace skein::dpor
