// SPDX-License-Identifier: Apache-2.0
// The sleep sets along the current run.
//
// Moves asleep at a position need not be made there: everything that begins with them was explored
// before. A step wakes the moves that depend on it, so the set at the next position is a subset of
// the set here. An empty set stays empty, and most are empty; only positions up to the first empty
// set are kept. The sets are stored one after the other in one vector.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/dpor/reversal.hpp"

namespace skein::dpor {

struct SleepingMove : KnownMove {
  std::uint32_t choices = 1;  // the number of choices there were
};

class SleepSets {
 public:
  [[nodiscard]] std::span<const SleepingMove> at(Position i) const {
    const std::size_t n = i.index();
    if (n >= begins_.size()) return {};
    const std::size_t end = n + 1 < begins_.size() ? begins_[n + 1] : moves_.size();
    return std::span(moves_).subspan(begins_[n], end - begins_[n]);
  }

  // The move, if it is one of several choices and is asleep at position i; else null.
  [[nodiscard]] const SleepingMove* find_choice(Position i, const KnownMove& move) const {
    for (const SleepingMove& m : at(i)) {
      if (m.choices > 1 && m.move == move.move && m.index == move.index) return &m;
    }
    return nullptr;
  }

  // Puts the move of a step at position i to sleep there and forgets the sets of all later
  // positions.
  void add(Position i, const Item& item) {
    forget_after(i);
    while (begins_.size() <= i.index()) begins_.push_back(moves_.size());
    moves_.push_back(SleepingMove{known_move(item), item.choices});
  }

  // Records that the step at position i is `taken`; drops later sets and makes the set of i + 1.
  void step(Position i, const KnownMove& taken) {
    forget_after(i);
    const std::size_t begin = i.index() < begins_.size() ? begins_[i.index()] : moves_.size();
    const std::size_t end = moves_.size();
    if (begin == end) return;
    begins_.push_back(end);
    for (std::size_t m = begin; m < end; ++m) {
      const SleepingMove move = moves_[m];
      if (is_independent(move, taken)) moves_.push_back(move);
    }
  }

 private:
  void forget_after(Position i) {
    const std::size_t kept = i.index() + 1;
    if (begins_.size() <= kept) return;
    moves_.resize(begins_[kept]);
    begins_.resize(kept);
  }

  std::vector<std::size_t> begins_;  // where the set of each position begins
  std::vector<SleepingMove> moves_;
};

}  // namespace skein::dpor
