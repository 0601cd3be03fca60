// Words seen before, as prints: a table that forgets.
//
// Most reversals of a run are those of the run before. To look at one again is no harm, only work,
// so a print may be overwritten by another that wants its place; the table grows up to a limit.
#pragma once

#include <cstddef>
#include <vector>

#include "explore/event_prints.hpp"

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
  static constexpr std::size_t kLargest = std::size_t{1} << 22U;
  std::vector<Print> prints_ = std::vector<Print>(kSmallest);
  std::size_t added_ = 0;
};

}  // namespace skein::event
