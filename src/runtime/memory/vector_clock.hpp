// SPDX-License-Identifier: Apache-2.0
// Vector clocks: what an agent, or an object through which agents synchronise, knows of every
// agent's past.
//
// An entry is the number of an agent's epoch; agents begin a new epoch when they release something.
// A clock belongs to one run; in any other run it is empty, so nothing has to be cleared between
// runs. Entries beyond `width` count as zero. Nearly every step joins clocks, so entries are stored
// and joined in blocks of four; the entries of the last block beyond the width are zero.
#pragma once

#include <cstdint>

namespace skein::runtime {

class VectorClock {
 public:
  [[nodiscard]] bool is_empty(std::uint32_t run) const { return run_ != run || width_ == 0; }
  [[nodiscard]] std::uint32_t get(std::uint32_t run, std::uint32_t agent) const {
    return run_ == run && agent < width_ ? entry(agent) : 0;
  }
  void set(std::uint32_t run, std::uint32_t agent, std::uint32_t epoch) {
    if (run_ != run) clear(run);
    widen(agent + 1);
    blocks_[agent / kInBlock][agent % kInBlock] = static_cast<std::int32_t>(epoch);
  }
  void clear(std::uint32_t run) {
    run_ = run;
    width_ = 0;
  }
  // Adds what the other clock knows.
  void join(std::uint32_t run, const VectorClock& other) {
    if (run_ != run) clear(run);
    if (other.is_empty(run)) return;
    widen(other.width_);
    for (std::uint32_t b = 0; b < blocks(other.width_); ++b) {
      const Block theirs = blocks_[b] < other.blocks_[b];
      blocks_[b] = (other.blocks_[b] & theirs) | (blocks_[b] & ~theirs);
    }
  }
  void assign(std::uint32_t run, const VectorClock& other) {
    clear(run);
    if (other.is_empty(run)) return;
    reserve(other.width_);
    for (std::uint32_t b = 0; b < blocks(other.width_); ++b) blocks_[b] = other.blocks_[b];
    width_ = other.width_;
  }

 private:
  // Four entries. Signed, because every machine can compare signed blocks at once; no epoch is that
  // large.
  using Block [[gnu::vector_size(16)]] = std::int32_t;
  static constexpr std::uint32_t kInBlock = 4;
  static constexpr std::uint32_t blocks(std::uint32_t width) {
    return (width + kInBlock - 1) / kInBlock;
  }

  [[nodiscard]] std::uint32_t entry(std::uint32_t agent) const {
    return static_cast<std::uint32_t>(blocks_[agent / kInBlock][agent % kInBlock]);
  }

  void widen(std::uint32_t width) {
    if (width <= width_) return;
    reserve(width);
    for (std::uint32_t b = blocks(width_); b < blocks(width); ++b) blocks_[b] = Block{};
    width_ = width;
  }
  void reserve(std::uint32_t width) {
    if (blocks(width) > capacity_) [[unlikely]]
      grow(blocks(width));
  }
  void grow(std::uint32_t needed);

  std::uint32_t run_ = 0;
  std::uint32_t width_ = 0;
  std::uint32_t capacity_ = 0;  // in blocks
  Block* blocks_ = nullptr;
};

}  // namespace skein::runtime
