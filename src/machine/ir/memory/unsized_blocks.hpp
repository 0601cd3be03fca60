// SPDX-License-Identifier: Apache-2.0
// Heap blocks whose size is not known.
//
// `skein prove` allocates a block for all values of its size at once: header + unit * count bytes,
// where the count is an abstract number that is kept in a cell of its own after the block
// (machine/abstract/local/unknown_sizes). Header and unit belong to the block's name, like the
// number of words of other heap blocks. What lies beyond the header is folded (folds.hpp). The ir
// machine itself has no such blocks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "machine/ir/memory/folds.hpp"

namespace skein::ir {

// The room that the name of such a block leaves: an offset always has 31 bits, so that as signed
// and as unsigned numbers of 32 bits offsets and counts are the same.
inline constexpr std::uint64_t kUnsizedBytes = 1ULL << 31U;
// A block has at most this many bytes.
inline constexpr std::uint64_t kMostUnsizedBytes = kUnsizedBytes - 1024;
// The cell after the block, which has the count.
inline constexpr std::uint32_t kCountCell = 1U << 31U;

struct UnsizedShape {
  std::uint32_t header = 0;
  std::uint32_t unit = 1;

  friend bool operator==(const UnsizedShape&, const UnsizedShape&) = default;

  [[nodiscard]] std::uint64_t bytes(std::uint64_t count) const { return header + unit * count; }
  // The most that fit into a block.
  [[nodiscard]] std::uint64_t most() const { return (kMostUnsizedBytes - header) / unit; }

  // Elements are folded, the words of the header are not, if there are not too many of either.
  [[nodiscard]] Fold fold() const {
    constexpr std::uint32_t kMany = 4096;
    return {header <= kMany ? header / 8 * 8 : 0, static_cast<std::uint32_t>(kUnsizedBytes),
            unit <= kMany ? unit : 8U};
  }

  // The header is divided into words, like other heap blocks; the elements into cells of their
  // alignment, since a word with two integers in it tells little about either.
  [[nodiscard]] std::uint32_t cell_at(std::uint32_t offset) const {
    const std::uint32_t begin = fold().begin;
    return offset < begin ? offset / 8 : begin / 8 + (offset - begin) / element_cell();
  }
  [[nodiscard]] std::uint32_t offset_of(std::uint32_t cell) const {
    const std::uint32_t begin = fold().begin;
    if (cell == kCountCell) return static_cast<std::uint32_t>(kUnsizedBytes);
    return cell < begin / 8 ? 8 * cell : begin + (cell - begin / 8) * element_cell();
  }
  [[nodiscard]] std::uint32_t size_of(std::uint32_t cell) const {
    return cell < fold().begin / 8 ? 8 : element_cell();
  }
  // The header's and those of the first element.
  [[nodiscard]] std::uint32_t own_cells() const { return cell_at(fold().begin + fold().stride); }

 private:
  [[nodiscard]] std::uint32_t element_cell() const { return std::gcd(unit, 8U); }
};

class UnsizedShapes {
 public:
  // The number of a shape.
  std::uint32_t add(const UnsizedShape& shape) {
    const auto number = static_cast<std::uint32_t>(
        std::find(shapes_.begin(), shapes_.end(), shape) - shapes_.begin());
    if (number == shapes_.size()) shapes_.push_back(shape);
    return number;
  }
  [[nodiscard]] const UnsizedShape& operator[](std::uint32_t number) const {
    return shapes_[number];
  }
  [[nodiscard]] bool is_empty() const { return shapes_.empty(); }

 private:
  std::vector<UnsizedShape> shapes_;
};

}  // namespace skein::ir
