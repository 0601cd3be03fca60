// SPDX-License-Identifier: Apache-2.0
// Unknown numbers: the abstract values of `skein prove` [THESIS Def.26, 28].
//
// A number is a set of unsigned values of up to 64 bits, kept as at most eight disjoint strided
// intervals. So it is a small set where the values are few, an interval with a congruence where
// they are many, and for pointers a choice of blocks, each with a range of offsets. Signed values
// are their two's complement. Numbers are interned: equal numbers have equal ids, and the results
// of operations are remembered.
//
// Every operation over-approximates: each value that the operation can give for some elements of
// its operands is in the result. Where the elements are few, the operation is computed for each
// combination by the machine's own arithmetic and is exact; otherwise it is computed on intervals,
// of integers (ranges.hpp) or of reals (real_arithmetic.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"
#include "machine/abstract/values/parts.hpp"
#include "machine/abstract/values/ranges.hpp"
#include "machine/ir/program/arithmetic.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::abstract {

// The default stands for a value that is known and kept elsewhere (state.hpp).
using NumberId = Id<struct NumberTag>;

// What else an operation can do than give a value.
struct Troubles {
  bool division_by_zero = false;
  bool division_overflow = false;
  bool signed_overflow = false;

  void add(ir::Trouble trouble);
};

class Numbers {
 public:
  static constexpr std::size_t kMostParts = 8;
  // Up to this many combinations of elements are computed one by one.
  static constexpr std::size_t kMostCombinations = 64;

  explicit Numbers(RangeFunction range) : range_(range) {}

  // Merges what is too much for kMostParts. REQUIRES: not empty.
  [[nodiscard]] NumberId intern(Parts parts);
  [[nodiscard]] NumberId intern_or_none(Parts parts);  // none: it was empty
  [[nodiscard]] NumberId constant(std::uint64_t value) {
    return intern({Strided::constant(value)});
  }
  [[nodiscard]] NumberId between(std::uint64_t lo, std::uint64_t hi) {
    return intern({Strided{lo, hi, lo == hi ? 0U : 1U}});
  }
  // All values of this many bits.
  [[nodiscard]] NumberId any(unsigned bits) { return between(0, ir::cut_to(~0ULL, bits)); }
  // From lo to hi in the order of signed numbers. REQUIRES lo <= hi.
  [[nodiscard]] NumberId between_signed(std::int64_t lo, std::int64_t hi, unsigned bits);

  // The least and the greatest element as signed numbers of 64 bits.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> signed_bounds(NumberId n) const;

  // The least and the greatest element of a number of `bits` bits, if they are far from the ends of
  // the 64-bit range.
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> bounds_in(
      NumberId n, unsigned bits, bool is_signed) const;

  [[nodiscard]] const Parts& operator[](NumberId n) const { return numbers_[n.index()]; }
  [[nodiscard]] bool is_constant(NumberId n) const {
    const Parts& parts = numbers_[n.index()];
    return parts.size() == 1 && parts.front().is_constant();
  }
  // REQUIRES is_constant(n).
  [[nodiscard]] std::uint64_t value_of(NumberId n) const { return numbers_[n.index()].front().lo; }
  [[nodiscard]] bool contains(NumberId n, std::uint64_t value) const;
  // The elements, if there are at most this many; else nothing.
  [[nodiscard]] std::vector<std::uint64_t> elements(NumberId n, std::size_t most) const;
  // "7", "{0, 3}", "{-4..99 by 4}": as signed numbers of this many bits.
  [[nodiscard]] std::string text(NumberId n, unsigned bits) const;

  // The lattice. join and widen give a number that covers both; `widen` leaves out values only at
  // thresholds, so that a chain a, widen(a, b), ... is finite. meet may return none: no value.
  [[nodiscard]] bool covers(NumberId large, NumberId small);
  [[nodiscard]] NumberId join(NumberId a, NumberId b);
  [[nodiscard]] NumberId meet(NumberId a, NumberId b);
  [[nodiscard]] NumberId widen(NumberId before, NumberId after,
                               std::span<const std::uint64_t> thresholds);

  // dst of an instruction with two operands, a conversion or a comparison. None if no value is
  // left: there is only trouble.
  [[nodiscard]] NumberId compute(const ir::Instruction& in, NumberId a, NumberId b,
                                 Troubles& troubles);
  [[nodiscard]] NumberId modify(ir::RmwKind kind, unsigned bits, NumberId old, NumberId operand);

  // The values of a for which `a predicate b` holds with some element of b. None: no value.
  [[nodiscard]] NumberId filter(ir::Compare predicate, unsigned bits, NumberId a, NumberId b);

  // filter() for reals, with a predicate of real_arithmetic.hpp.
  [[nodiscard]] NumberId filter_reals(unsigned predicate, unsigned bits, NumberId a, NumberId b);

  // The square of a real: both factors are the same element.
  [[nodiscard]] NumberId square_of_real(unsigned bits, NumberId a);

  // `count` bytes of a number from byte `first` on, and a number of `size` bytes with these bytes
  // replaced.
  [[nodiscard]] NumberId extract(NumberId n, unsigned first, unsigned count);
  [[nodiscard]] NumberId insert(NumberId n, unsigned size, NumberId bytes, unsigned first,
                                unsigned count);

  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  struct Result {
    NumberId number;
    Troubles troubles;
  };
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  [[nodiscard]] Result compute_new(const ir::Instruction& in, NumberId a, NumberId b);
  void compute_parts(const ir::Instruction& in, const Strided& a, const Strided& b, Parts& parts,
                     Troubles& troubles);

  RangeFunction range_;
  std::vector<Parts> numbers_;
  std::map<Parts, NumberId> ids_;
  std::map<Key, NumberId> joins_;
  std::map<Key, bool> covers_;
  std::map<Key, Result> results_;
};

}  // namespace skein::abstract
