#include "explore/event_archive.hpp"

#include <algorithm>

namespace skein::event {

void Archive::clear() {
  known_.clear();
  lists_.clear();
  run_.clear();
  runs_ = 0;
}

void Archive::add(const Prints& prints, Position size, Position shared) {
  run_.resize(shared);
  for (Position i = shared; i < size; ++i) {
    const auto [found, is_new] = known_.try_emplace(prints[i], static_cast<Known>(lists_.size()));
    if (is_new) lists_.emplace_back();
    run_.push_back(found->second);
  }
  for (const Known event : run_) lists_[event].push_back(runs_);
  ++runs_;
}

Known Archive::find(const Print& print) const {
  const auto found = known_.find(print);
  return found == known_.end() ? kUnknown : found->second;
}

bool Archive::contains(std::span<const Known> events) {
  cursors_.clear();
  for (const Known event : events) {
    if (event == kUnknown) return false;
    cursors_.push_back(Cursor{&lists_[event], lists_[event].size()});
  }
  if (cursors_.empty()) return runs_ > 0;
  std::sort(cursors_.begin(), cursors_.end(),
            [](const Cursor& a, const Cursor& b) { return a.list->size() < b.list->size(); });

  // Leapfrog, downwards: `run` is the latest that is not yet excluded.
  std::uint32_t run = cursors_.front().list->back();
  std::size_t agreed = 0;
  for (std::size_t i = 0;; i = i + 1 == cursors_.size() ? 0 : i + 1) {
    Cursor& cursor = cursors_[i];
    const std::vector<std::uint32_t>& list = *cursor.list;
    // The last entry that is not above `run`, by doubling steps and then halving them.
    std::size_t step = 1;
    std::size_t high = cursor.end;
    std::size_t low = 0;
    while (step <= high) {
      const std::size_t probe = high - step;
      if (list[probe] <= run) {
        low = probe + 1;
        break;
      }
      high = probe;
      step *= 2;
    }
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (list[middle] <= run) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == 0) return false;
    cursor.end = low;
    if (list[low - 1] == run) {
      if (++agreed == cursors_.size()) return true;
    } else {
      run = list[low - 1];
      agreed = 1;
    }
  }
}

}  // namespace skein::event
