// SPDX-License-Identifier: Apache-2.0
// Sets of unsigned numbers as lists of strided intervals, and what sets can do: cut, intersect,
// filter. The values of unknown numbers (numbers.hpp) are kept in this form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/abstract/values/strided.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::abstract {

using Parts = std::vector<Strided>;  // sorted, disjoint; empty: no value

inline constexpr std::uint64_t kLargest = ~0ULL;

// The number of elements; kLargest if they are more.
[[nodiscard]] std::uint64_t count_of(const Parts& parts);

// Sorted and disjoint, and at most `most` of them: surplus parts are merged with their nearest
// neighbours.
[[nodiscard]] Parts normalised(Parts parts, std::size_t most);

// Whether all elements of `part` are among them.
[[nodiscard]] bool contain(const Parts& parts, const Strided& part);

// The elements from lo to hi.
[[nodiscard]] std::optional<Strided> clipped(const Strided& part, std::uint64_t lo,
                                             std::uint64_t hi);
[[nodiscard]] Parts clipped(const Parts& parts, std::uint64_t lo, std::uint64_t hi);

// An overapproximation of the elements that are in both.
[[nodiscard]] Parts common(const Parts& a, const Parts& b);

// Signed order is unsigned order with the sign bit flipped.
[[nodiscard]] Parts with_flipped_sign(const Parts& parts, unsigned bits);

// The elements of a for which `a predicate b` holds with some element of b. REQUIRES: the predicate
// is unsigned; b is not empty.
[[nodiscard]] Parts filtered(ir::Compare predicate, const Parts& a, const Parts& b);

}  // namespace skein::abstract
