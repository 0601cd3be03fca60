// SPDX-License-Identifier: Apache-2.0
// Copies of the state along the current run, so that the next run, which mostly begins alike, can
// start from the last copy before the two diverge.
//
// Copies are taken every few steps, less often when the state is large (a copy should cost no more
// than the steps it may save). They form a stack in one arena. When the arena is full, every other
// copy is dropped and the distance doubled, so that long runs stay within the budget.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace skein {

class Snapshots {
 public:
  // Drops all copies; from now on a copy has `bytes` bytes.
  void configure(std::size_t bytes) {
    bytes_ = bytes;
    positions_.clear();
    distance_ = std::clamp<std::size_t>(bytes / kBytesPerStep, kShortest, kLongest);
    most_ = std::max<std::size_t>(kBudget / bytes, 8);
  }

  [[nodiscard]] bool is_due(std::size_t position) const {
    return positions_.empty() || position >= positions_.back() + distance_;
  }

  // REQUIRES: position is beyond those of all copies.
  void take(std::size_t position, const std::byte* state) {
    if (positions_.size() == most_) thin_out();
    const std::size_t end = (positions_.size() + 1) * bytes_;
    if (arena_.size() < end) arena_.resize(std::max(end, 2 * arena_.size()));
    std::memcpy(&arena_[end - bytes_], state, bytes_);
    positions_.push_back(position);
  }

  // Drops the copies beyond `position`; the last one left is the place to start from.
  // REQUIRES: there is a copy at position 0.
  void back_to(std::size_t position) {
    while (positions_.back() > position) positions_.pop_back();
  }
  [[nodiscard]] std::size_t position() const { return positions_.back(); }
  [[nodiscard]] const std::byte* state() const { return &arena_[(positions_.size() - 1) * bytes_]; }

 private:
  static constexpr std::size_t kBytesPerStep = 256;
  static constexpr std::size_t kShortest = 4;
  static constexpr std::size_t kLongest = 4096;
  static constexpr std::size_t kBudget = std::size_t{64} << 20U;

  void thin_out() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < positions_.size(); i += 2, ++kept) {
      positions_[kept] = positions_[i];
      if (kept != i) std::memcpy(&arena_[kept * bytes_], &arena_[i * bytes_], bytes_);
    }
    positions_.resize(kept);
    distance_ *= 2;
  }

  std::size_t bytes_ = 0;
  std::size_t distance_ = kShortest;
  std::size_t most_ = 0;
  std::vector<std::size_t> positions_;
  std::vector<std::byte> arena_;
};

}  // namespace skein
