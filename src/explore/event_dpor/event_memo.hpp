// SPDX-License-Identifier: Apache-2.0
// Words and parts seen before, as prints: a table that forgets.
//
// Most reversals of a run are those of a recent one. To look at one again is no harm, only work, so
// a print may be overwritten by another that wants its place; the table grows up to a limit. Two
// megabytes: the cache has room for them. (With 64 hardly more was met again, but for
// consensus(4), and every look was a miss of the cache: sparse-mat(4,7) took a tenth longer.)
#pragma once

#include <cstddef>
#include <vector>

#include "explore/event_dpor/event_prints.hpp"

namespace skein::event {

class Memo {
 public:
  // True if the print is remembered; remembers it.
  bool meet(const Print& print) {
    if (++added_ > prints_.size() && prints_.size() < kLargest) {
      const std::vector<Print> old = std::move(prints_);
      prints_.assign(2 * old.size(), Print{});
      for (const Print& p : old) prints_[p.low & (prints_.size() - 1)] = p;
      added_ /= 2;
    }
    Print& slot = prints_[print.low & (prints_.size() - 1)];
    if (slot == print) return true;
    slot = print;
    return false;
  }
  void clear() {
    prints_.assign(kSmallest, Print{});
    added_ = 0;
  }

 private:
  static constexpr std::size_t kSmallest = std::size_t{1} << 12U;
  static constexpr std::size_t kLargest = std::size_t{1} << 17U;
  std::vector<Print> prints_ = std::vector<Print>(kSmallest);
  std::size_t added_ = 0;
};

}  // namespace skein::event
