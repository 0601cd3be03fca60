// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_archive.hpp"

#include <algorithm>

namespace skein::event {

std::size_t PrintTable::slot_of(const Print& print) const {
  std::size_t slot = print.low & (slots_.size() - 1);
  while (slots_[slot] != kUnknown && !(prints_[slots_[slot]] == print)) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

Known PrintTable::add(const Print& print) {
  const std::size_t slot = slot_of(print);
  if (slots_[slot] != kUnknown) return slots_[slot];
  const auto number = static_cast<Known>(prints_.size());
  slots_[slot] = number;
  prints_.push_back(print);
  if (3 * prints_.size() > 2 * slots_.size()) {
    slots_.assign(2 * slots_.size(), kUnknown);
    for (std::size_t i = 0; i < prints_.size(); ++i) {
      slots_[slot_of(prints_[i])] = static_cast<Known>(i);
    }
  }
  return number;
}

void PrintTable::clear() {
  prints_.clear();
  slots_.assign(kSmallest, kUnknown);
}

void Archive::clear() {
  known_.clear();
  sets_.clear();
  earlier_.clear();
  run_.clear();
  runs_ = 0;
}

void Archive::begin_interval(Runs& runs) {
  if (runs.last.begin != runs.last.end) {
    if (runs.earlier == kNone) {
      runs.earlier = static_cast<std::uint32_t>(earlier_.size());
      earlier_.emplace_back();
    }
    earlier_[runs.earlier].push_back(runs.last);
  }
  runs.last = Interval{runs_, kOpen};
}

void Archive::add(const Prints& prints, Position size, Position shared) {
  for (std::size_t i = shared; i < run_.size(); ++i) sets_[run_[i]].last.end = runs_;
  run_.resize(shared);
  for (Position i = shared; i < size; ++i) {
    const Known event = known_.add(prints[i]);
    if (event == sets_.size()) sets_.emplace_back();
    run_.push_back(event);
    Runs& runs = sets_[event];
    if (runs.last.end == runs_ && runs.last.begin != runs_) {
      runs.last.end = kOpen;  // the run before had it too
    } else {
      begin_interval(runs);
    }
  }
  ++runs_;
}

// By doubling steps and then halving them.
bool Archive::Cursor::go_down(RunNumber run) {
  if (now.begin <= run) return true;
  if (earlier == nullptr) return false;
  const std::vector<Interval>& list = *earlier;
  std::size_t high = left;  // what is from here on begins later
  std::size_t low = 0;      // what is below here does not
  for (std::size_t step = 1; step <= high; step *= 2) {
    const std::size_t probe = high - step;
    if (list[probe].begin <= run) {
      low = probe + 1;
      break;
    }
    high = probe;
  }
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (list[middle].begin <= run) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return false;
  now = list[low - 1];
  left = low - 1;
  return true;
}

// Leapfrog through the intervals, downwards.
bool Archive::contains(std::span<const Known> events) {
  if (runs_ == 0) return false;
  cursors_.clear();
  for (const Known event : events) {
    if (event == kUnknown) return false;
    const Runs& runs = sets_[event];
    if (runs.last.end == kOpen && runs.earlier == kNone && runs.last.begin == 0) continue;  // all
    Cursor cursor;
    cursor.now = runs.last;
    if (runs.earlier != kNone) {
      cursor.earlier = &earlier_[runs.earlier];
      cursor.left = cursor.earlier->size();
    }
    cursors_.push_back(cursor);
  }
  // The rarest first: it takes the largest leaps.
  std::sort(cursors_.begin(), cursors_.end(),
            [](const Cursor& a, const Cursor& b) { return a.left < b.left; });
  RunNumber run = runs_ - 1;
  for (;;) {
    bool is_common = true;
    for (Cursor& cursor : cursors_) {
      if (!cursor.go_down(run)) return false;
      if (cursor.now.end > run) continue;
      run = cursor.now.end - 1;
      is_common = false;
      break;
    }
    if (is_common) return true;
  }
}

}  // namespace skein::event
