// SPDX-License-Identifier: Apache-2.0
// Values of objects, interned: equal values have equal ids.
//
// A cell holds bytes or the state of a lock. Value 0 is memory that does not exist: never
// allocated, or freed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/states.hpp"

namespace skein::ir {

// The fields of each kind:
//             a              b             bits       waiting, woken
//   Bytes     length         not written   contents   small locks in it (see below)
//   Life      LifeState                    result     numbers of blocks not freed; its clock
//   Mutex     type (4: dead) owner + 1     depth
//   RwLock                   writer + 1               readers (with repetition)
//   Cond                                              sleepers; those woken (see kTimed)
//   Barrier   how many                                arrived; those let through
//   Semaphore                              value
//   Once      OnceState      owner + 1
enum class ValueKind : std::uint8_t {
  Nothing,
  Bytes,
  Life,
  Mutex,
  RwLock,
  Cond,
  Barrier,
  Semaphore,
  Once
};

// Flag of a sleeper of a condition variable: it may time out before a signal comes. Of a woken one:
// it may have timed out.
inline constexpr std::uint32_t kTimed = 0x8000'0000U;

enum LifeState : std::uint32_t { kRunning = 1, kFinished = 2, kDetached = 3 };

enum OnceState : std::uint32_t { kOnceNew = 0, kOnceBusy = 1, kOnceDone = 2 };

struct Cell {
  ValueKind kind = ValueKind::Nothing;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint64_t bits = 0;
  std::vector<std::uint32_t> waiting;  // sorted
  std::vector<std::uint32_t> woken;    // sorted
};

// Empty unless the cell is a lock that a thread can hold.
[[nodiscard]] inline std::optional<LockState> lock_state_of(const Cell& cell) {
  switch (cell.kind) {
    case ValueKind::Mutex: return LockState{cell.b == 0, 0};
    case ValueKind::RwLock:
      return LockState{cell.b == 0, static_cast<std::uint32_t>(cell.waiting.size())};
    default: return std::nullopt;
  }
}

// Locks of 4 bytes (spin locks, once) may share a cell with other variables: two words of the heap,
// a union. So they are kept next to the cell's bytes, which are zero at their places: one number
// each, ordered by place.
inline constexpr std::uint32_t kSmallLock = 4;  // bytes

constexpr std::uint32_t pack_small_lock(std::uint32_t place, ValueKind kind, std::uint32_t state,
                                        std::uint32_t owner) {
  return (place << 28U) + (static_cast<std::uint32_t>(kind) << 24U) + (state << 20U) + owner;
}
constexpr std::uint32_t place_of_small_lock(std::uint32_t packed) { return packed >> 28U; }
inline Cell unpack_small_lock(std::uint32_t packed) {
  Cell lock;
  lock.kind = static_cast<ValueKind>((packed >> 24U) & 0xfU);
  lock.a = (packed >> 20U) & 0xfU;
  lock.b = packed & 0xfffffU;
  return lock;
}

class Cells {
 public:
  Cells() { cells_.emplace_back(); }

  [[nodiscard]] const Cell& operator[](ValueId id) const { return cells_[id.index()]; }

  ValueId intern(const Cell& cell) {
    if (cell.kind == ValueKind::Nothing) return {};
    key_.clear();
    const auto put = [&](std::uint64_t word) {
      key_.append(reinterpret_cast<const char*>(&word), sizeof word);
    };
    put((static_cast<std::uint64_t>(cell.kind) << 56U) +
        (static_cast<std::uint64_t>(cell.a) << 24U) + cell.waiting.size());
    put(cell.b);
    put(cell.bits);
    for (const std::uint32_t w : cell.waiting) put(w);
    for (const std::uint32_t w : cell.woken) put(w);
    const auto [it, is_new] = ids_.emplace(key_, ValueId{cells_.size()});
    if (is_new) cells_.push_back(cell);
    return it->second;
  }

  ValueId bytes(std::uint32_t length, std::uint64_t bits) {
    Cell cell;
    cell.kind = ValueKind::Bytes;
    cell.a = length;
    cell.bits = bits;
    return intern(cell);
  }

  [[nodiscard]] std::size_t size() const { return cells_.size(); }

 private:
  std::vector<Cell> cells_;
  std::unordered_map<std::string, ValueId> ids_;
  std::string key_;
};

}  // namespace skein::ir
