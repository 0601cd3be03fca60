#include "explore/event_archive.hpp"

#include <algorithm>

namespace skein::event {

void Archive::clear() {
  known_.clear();
  sets_.clear();
  run_.clear();
  runs_ = 0;
}

void Archive::Runs::add(std::uint32_t run) {
  ++count;
  if (!is_dense()) {
    list.push_back(run);
    // Not worth it for the first runs: they are in every list.
    if (count < 64 || count * std::uint64_t{32} <= run) return;
    bits.assign(run / 64 + 1, 0);
    for (const std::uint32_t r : list) bits[r / 64] |= std::uint64_t{1} << (r % 64);
    list = {};
    return;
  }
  if (run / 64 >= bits.size()) bits.resize(run / 64 + 1, 0);
  bits[run / 64] |= std::uint64_t{1} << (run % 64);
}

void Archive::add(const Prints& prints, Position size, Position shared) {
  run_.resize(shared);
  for (Position i = shared; i < size; ++i) {
    const auto [found, is_new] = known_.try_emplace(prints[i], static_cast<Known>(sets_.size()));
    if (is_new) sets_.emplace_back();
    run_.push_back(found->second);
  }
  for (const Known event : run_) sets_[event].add(runs_);
  ++runs_;
}

Known Archive::find(const Print& print) const {
  const auto found = known_.find(print);
  return found == known_.end() ? kUnknown : found->second;
}

bool Archive::contains(std::span<const Known> events) {
  lists_.clear();
  dense_.clear();
  for (const Known event : events) {
    if (event == kUnknown) return false;
    const Runs& set = sets_[event];
    if (set.is_dense()) {
      dense_.push_back(&set);
    } else {
      lists_.push_back(Cursor{&set.list, set.list.size()});
    }
  }
  if (!lists_.empty()) return have_common_run();
  return dense_.empty() ? runs_ > 0 : have_common_bit();
}

bool Archive::have_common_bit() const {
  std::size_t size = dense_.front()->bits.size();
  for (const Runs* set : dense_) size = std::min(size, set->bits.size());
  constexpr std::size_t kBlock = 16;
  while (size > 0) {
    const std::size_t from = size > kBlock ? size - kBlock : 0;
    std::uint64_t common[kBlock];
    std::copy(dense_.front()->bits.begin() + static_cast<std::ptrdiff_t>(from),
              dense_.front()->bits.begin() + static_cast<std::ptrdiff_t>(size), common);
    for (std::size_t s = 1; s < dense_.size(); ++s) {
      const std::uint64_t* other = dense_[s]->bits.data() + from;
      for (std::size_t i = 0; i < size - from; ++i) common[i] &= other[i];
    }
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < size - from; ++i) any |= common[i];
    if (any != 0) return true;
    size = from;
  }
  return false;
}

// By doubling steps and then halving them.
bool Archive::Cursor::go_down(std::uint32_t run) {
  std::size_t step = 1;
  std::size_t high = end;
  std::size_t low = 0;
  while (step <= high) {
    const std::size_t probe = high - step;
    if ((*list)[probe] <= run) {
      low = probe + 1;
      break;
    }
    high = probe;
    step *= 2;
  }
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if ((*list)[middle] <= run) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  end = low;
  return low != 0;
}

// Leapfrog through the lists, downwards; what they have in common is looked up in the bits.
bool Archive::have_common_run() {
  std::sort(lists_.begin(), lists_.end(),
            [](const Cursor& a, const Cursor& b) { return a.end < b.end; });
  std::uint32_t run = lists_.front().run();
  for (;;) {
    bool is_common = true;
    for (Cursor& cursor : lists_) {
      if (!cursor.go_down(run)) return false;
      if (cursor.run() == run) continue;
      run = cursor.run();
      is_common = false;
      break;
    }
    if (!is_common) continue;
    if (std::all_of(dense_.begin(), dense_.end(),
                    [&](const Runs* set) { return set->has_bit(run); })) {
      return true;
    }
    if (run == 0) return false;
    --run;
  }
}

}  // namespace skein::event
