// SPDX-License-Identifier: Apache-2.0
// The abstract state of one thread in the middle of its local code: a thread of the ir machine, and
// what of it is unknown.
//
// Everything that is known is in the machine's own thread, so that instructions whose operands are
// known are executed by the machine itself. An unknown slot, or unknown bytes of private memory,
// have a number here and are zero there. Shared memory is not part of a thread: a state has the
// cells that it has written since its last visible operation, and what it learnt about others from
// conditions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/state/address_expression.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/abstract/values/zone.hpp"
#include "machine/ir/memory/cells.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::abstract {

struct UnknownBytes {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;  // at most 8
  NumberId number;

  friend bool operator==(const UnknownBytes&, const UnknownBytes&) = default;
};

// Sorted by offset, without overlaps.
using UnknownMemory = std::vector<UnknownBytes>;

struct FrameUnknowns {
  std::vector<NumberId> slots;  // by slot; none: known
  UnknownMemory memory;
};

// A slot that holds what a shared cell holds, or some bytes of it, or some bytes of private memory,
// or an element of an array. The entry is valid until anything is written.
struct Loaded {
  std::size_t frame = 0;
  std::size_t slot = 0;
  ObjectId object;
  std::uint32_t first = 0;
  std::uint32_t count = 0;  // 0: all bytes
  std::uint32_t size = 0;   // of the cell, where it is larger
  NumberId whole;           // all of it then
  std::uint64_t pointer = 0;
  std::uint32_t bytes = 0;    // 0: the cell
  AddressExpression element;  // empty: it is a cell

  [[nodiscard]] bool is_element() const { return !element.terms.empty(); }
  friend bool operator==(const Loaded&, const Loaded&) = default;
};

// What a branch has told about two slots of a frame: how the one may compare with the other.
struct Relation {
  static constexpr std::uint8_t kLess = 1;  // as signed numbers
  static constexpr std::uint8_t kEqual = 2;
  static constexpr std::uint8_t kGreater = 4;
  static constexpr std::uint8_t kAny = kLess | kEqual | kGreater;

  std::size_t frame = 0;
  ir::Operand left = 0;  // the lower slot
  ir::Operand right = 0;
  std::uint8_t may_be = kAny;
  bool is_copy = false;  // one was given the value of the other

  friend auto operator<=>(const Relation&, const Relation&) = default;
};

// What is known about a shared cell, by object; sorted.
template <class T>
using ByObject = std::vector<std::pair<ObjectId, T>>;

struct State {
  ir::Thread thread;
  std::vector<FrameUnknowns> frames;  // as many as the thread has
  UnknownMemory own;                  // thread-local variables
  ByObject<ValueId> written;          // shared cells
  ByObject<NumberId> learnt;          // of shared cells that have not been written since
  std::vector<Loaded> loaded;
  std::vector<Relation> relations;  // sorted
  Zone zone;                        // of slots and of shared cells that are not watched
  std::optional<Fault> fault;
};

template <class T>
[[nodiscard]] inline auto place_in(ByObject<T>& list, ObjectId object) {
  return std::lower_bound(list.begin(), list.end(), object,
                          [](const auto& pair, ObjectId x) { return pair.first < x; });
}
template <class T>
[[nodiscard]] inline T* find(ByObject<T>& list, ObjectId object) {
  const auto at = place_in(list, object);
  return at != list.end() && at->first == object ? &at->second : nullptr;
}
template <class T>
[[nodiscard]] inline const T* find(const ByObject<T>& list, ObjectId object) {
  return find(const_cast<ByObject<T>&>(list), object);
}
template <class T>
inline void put(ByObject<T>& list, ObjectId object, T value) {
  const auto at = place_in(list, object);
  if (at != list.end() && at->first == object) {
    at->second = value;
  } else {
    list.insert(at, {object, value});
  }
}

// Whether the threads stand at the same place with the same call stack and differ in values alone.
[[nodiscard]] bool have_same_control(const State& a, const State& b);

// What a shared cell holds if a state has not written it.
using BaseMemory = std::function<ValueId(ObjectId)>;

// The lattice of states with the same control.
class StateLattice {
 public:
  StateLattice(ir::Cells& cells, Numbers& numbers) : cells_(cells), numbers_(numbers) {}

  // Replaces `into` by a state that covers both. With thresholds it is widened, so that chains of
  // joins are finite. False, and `into` is unchanged, if the two differ in more than values that
  // can be joined.
  [[nodiscard]] bool join(State& into, const State& with, const BaseMemory& base,
                          const std::vector<std::uint64_t>* thresholds = nullptr);
  [[nodiscard]] bool covers(const State& large, const State& small, const BaseMemory& base);

  // covers() and join() for the values of one cell. Locks in different states cannot be joined.
  [[nodiscard]] bool covers(ValueId large, ValueId small);
  [[nodiscard]] std::optional<ValueId> join(ValueId a, ValueId b,
                                            const std::vector<std::uint64_t>* thresholds);

  // The bound on x - y that the values of two variables give by themselves.
  [[nodiscard]] std::optional<std::int64_t> bound_by_values(const State& s, const BaseMemory& base,
                                                            ZoneVariable x, ZoneVariable y,
                                                            Sense sense);
  [[nodiscard]] std::optional<std::int64_t> bound_by_values(NumberId x, NumberId y, Sense sense);
  // Adds those bounds on the differences of two cells, of 32 bits, that are not above `largest`.
  void add_bounds_by_values(Zone& zone, const State& s, const BaseMemory& base, ObjectId x,
                            ObjectId y, std::int64_t largest);

  [[nodiscard]] NumberId anything() { return numbers_.any(64); }
  // A cell of bytes as a number; none: it is something else.
  [[nodiscard]] NumberId number_in(ValueId cell);
  // The cell with this number in it, of the same size.
  [[nodiscard]] ValueId with_number(ValueId cell, NumberId number);
  [[nodiscard]] bool is_unknown(ValueId cell) const { return !cells_[cell].woken.empty(); }
  // REQUIRES: a cell of bytes.
  [[nodiscard]] unsigned bits_of(ValueId cell) const { return 8U * cells_[cell].a; }
  // Known to be 0 or 1.
  [[nodiscard]] bool is_flag(ValueId cell) const {
    return !is_unknown(cell) && cells_[cell].bits <= 1;
  }

 private:
  // The number that a variable holds; none if it holds something else.
  [[nodiscard]] NumberId value_of(const State& s, const BaseMemory& base, ZoneVariable x);
  [[nodiscard]] Zone join_zones(const State& a, const State& b, const BaseMemory& base,
                                bool widens);
  [[nodiscard]] NumberId merge(NumberId a, NumberId b,
                               const std::vector<std::uint64_t>* thresholds) {
    return thresholds == nullptr ? numbers_.join(a, b) : numbers_.widen(a, b, *thresholds);
  }
  void join_memory(std::vector<std::uint8_t>& bytes, UnknownMemory& into,
                   const std::vector<std::uint8_t>& other_bytes, const UnknownMemory& with,
                   const std::vector<std::uint64_t>* thresholds);
  [[nodiscard]] bool covers_slots(const State& large, const State& small);
  [[nodiscard]] bool covers_memory(const std::vector<std::uint8_t>& bytes,
                                   const UnknownMemory& large,
                                   const std::vector<std::uint8_t>& other_bytes,
                                   const UnknownMemory& small);

  ir::Cells& cells_;
  Numbers& numbers_;
};

// Private memory with unknowns. At most 8 bytes at a time.
[[nodiscard]] NumberId read_bytes(Numbers& numbers, const std::vector<std::uint8_t>& bytes,
                                  const UnknownMemory& unknowns, std::uint32_t offset,
                                  std::uint32_t size);
void write_bytes(Numbers& numbers, std::vector<std::uint8_t>& bytes, UnknownMemory& unknowns,
                 std::uint32_t offset, std::uint32_t size, NumberId number);

}  // namespace skein::abstract
