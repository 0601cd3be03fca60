// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_archive.hpp"

#include <algorithm>

namespace skein::event {

KnownEvent FingerprintTable::find(const WideFingerprint& fingerprint) const {
  const auto is_it = [&](Slot slot) { return fingerprints_[slot.event.index()] == fingerprint; };
  return table_.seek(hash(fingerprint), is_it).event;
}

KnownEvent FingerprintTable::add(const WideFingerprint& fingerprint) {
  const auto is_it = [&](Slot slot) { return fingerprints_[slot.event.index()] == fingerprint; };
  Slot& slot = table_.seek(hash(fingerprint), is_it);
  if (!slot.is_free()) return slot.event;
  const KnownEvent added{fingerprints_.size()};
  slot.event = added;
  fingerprints_.push_back(fingerprint);
  if (3 * fingerprints_.size() > 2 * table_.slots()) {
    table_.grow([&](Slot s) { return hash(fingerprints_[s.event.index()]); });
  }
  return added;
}

void FingerprintTable::clear() {
  fingerprints_.clear();
  table_.reset(kSmallest);
}

void Archive::clear() {
  known_.clear();
  sets_.clear();
  earlier_.clear();
  run_.clear();
  runs_ = RunId{0U};
}

void Archive::begin_interval(Runs& runs) {
  if (runs.last.begin != runs.last.end) {
    if (runs.earlier.is_none()) {
      runs.earlier = EarlierId{earlier_.size()};
      earlier_.emplace_back();
    }
    earlier_[runs.earlier.index()].push_back(runs.last);
  }
  runs.last = Interval{runs_, RunId{}};
}

// Closes the intervals of the events that the next run may lack.
void Archive::close_from(Position shared) {
  for (std::size_t i = shared.index(); i < run_.size(); ++i) {
    sets_[run_[i].index()].last.end = runs_;
  }
  run_.resize(shared.index());
}

void Archive::append(const WideFingerprint& fingerprint) {
  const KnownEvent event = known_.add(fingerprint);
  if (event.index() == sets_.size()) sets_.emplace_back();
  run_.push_back(event);
  Runs& runs = sets_[event.index()];
  if (runs.last.end == runs_ && runs.last.begin != runs_) {
    runs.last.end = RunId{};  // the previous run had it too
  } else {
    begin_interval(runs);
  }
}

// Gallops: doubles the step, then halves it.
bool Archive::Cursor::go_down(RunId run) {
  if (now.begin <= run) return true;
  if (earlier == nullptr) return false;
  const std::vector<Interval>& list = *earlier;
  std::size_t high = left;  // the intervals from here on begin later
  std::size_t low = 0;      // those below here do not
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
bool Archive::contains(std::span<const KnownEvent> events) {
  if (runs_.value == 0) return false;
  cursors_.clear();
  for (const KnownEvent event : events) {
    if (event.is_none()) return false;
    const Runs& runs = sets_[event.index()];
    const bool is_in_all =
        runs.last.end.is_none() && runs.earlier.is_none() && runs.last.begin.value == 0;
    if (is_in_all) continue;
    Cursor cursor;
    cursor.now = runs.last;
    if (!runs.earlier.is_none()) {
      cursor.earlier = &earlier_[runs.earlier.index()];
      cursor.left = cursor.earlier->size();
    }
    cursors_.push_back(cursor);
  }
  // The rarest first: it takes the largest leaps.
  std::sort(cursors_.begin(), cursors_.end(),
            [](const Cursor& a, const Cursor& b) { return a.left < b.left; });
  RunId run{runs_.value - 1};
  for (;;) {
    bool is_common = true;
    for (Cursor& cursor : cursors_) {
      if (!cursor.go_down(run)) return false;
      if (cursor.now.end > run) continue;
      run = RunId{cursor.now.end.value - 1};
      is_common = false;
      break;
    }
    if (is_common) return true;
  }
}

}  // namespace skein::event
