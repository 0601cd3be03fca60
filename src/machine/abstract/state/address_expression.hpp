// SPDX-License-Identifier: Apache-2.0
// How a pointer was computed: two loads from an array are of the same element if their pointers
// were computed in the same way from the same slots, and nothing was written in between. So
// `a[i] >= 0 && a[i] < n` is about one element, whichever it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/abstract/state/function_facts.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::abstract {

struct AddressExpression {
  std::vector<std::uint64_t> terms;  // equal expressions have equal terms; empty: none is known
  std::vector<std::uint32_t> slots;  // that it is computed from

  friend bool operator==(const AddressExpression&, const AddressExpression&) = default;
};

// An address is made by several instructions, all with the same destination: a pointer plus an
// offset (Offset), then plus each index times a size (Index). The first of those that end here;
// empty if these do not make one.
[[nodiscard]] std::optional<std::size_t> begin_of_address(const std::vector<ir::Instruction>& code,
                                                          std::size_t last);

[[nodiscard]] AddressExpression address_expression(const ir::Program& program,
                                                   const ir::Function& function,
                                                   const FunctionFacts& facts, ir::Operand pointer);

}  // namespace skein::abstract
