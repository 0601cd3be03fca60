// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/state/address_expression.hpp"

#include <algorithm>

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;
using ir::Operand;

constexpr unsigned kDeepestTerm = 6;

class Walk {
 public:
  Walk(const ir::Program& program, const ir::Function& function, const FunctionFacts& facts,
       AddressExpression& to)
      : program_(program), function_(function), facts_(facts), to_(to) {}

  void add(Operand operand, unsigned depth) {
    if (operand < 0) {
      to_.terms.push_back(kConstant);
      to_.terms.push_back(program_.constant(operand));
      return;
    }
    const auto slot = static_cast<std::size_t>(operand);
    const std::optional<std::uint32_t> definition = facts_.definition[slot];
    if (!definition || depth == kDeepestTerm || !add_definition(*definition, depth)) add_slot(slot);
  }

 private:
  static constexpr std::uint64_t kConstant = 1ULL << 40U;
  static constexpr std::uint64_t kSlot = 2ULL << 40U;
  static constexpr std::uint64_t kInstruction = 3ULL << 40U;

  void add_slot(std::size_t slot) {
    to_.terms.push_back(kSlot + slot);
    to_.slots.push_back(static_cast<std::uint32_t>(slot));
  }

  void add_code(const Instruction& in) {
    to_.terms.push_back(kInstruction + (static_cast<std::uint64_t>(in.code) << 16U) +
                        (static_cast<std::uint64_t>(in.bits) << 8U) + in.bits2);
    to_.terms.push_back(static_cast<std::uint64_t>(in.imm));
  }

  // False: it is not followed.
  bool add_definition(std::uint32_t definition, unsigned depth) {
    const Instruction& last = function_.code[definition];
    const std::optional<std::size_t> begin = begin_of_address(function_.code, definition);
    if (begin && function_.code[*begin].a != last.dst) {
      const Instruction& first = function_.code[*begin];
      add_code(first);
      add(first.a, depth + 1);
      for (std::size_t i = *begin + 1; i <= definition; ++i) {
        add_code(function_.code[i]);
        add(function_.code[i].b, depth + 1);
      }
      return true;
    }
    const bool is_conversion = last.code == Code::Move || last.code == Code::Trunc ||
                               last.code == Code::ZExt || last.code == Code::SExt;
    const bool is_sum = last.code >= Code::Add && last.code <= Code::Xor;
    if ((!is_conversion && !is_sum) || last.a == last.dst || (is_sum && last.b == last.dst)) {
      return false;
    }
    add_code(last);
    add(last.a, depth + 1);
    if (is_sum) add(last.b, depth + 1);
    return true;
  }

  const ir::Program& program_;
  const ir::Function& function_;
  const FunctionFacts& facts_;
  AddressExpression& to_;
};

}  // namespace

std::optional<std::size_t> begin_of_address(const std::vector<Instruction>& code,
                                            std::size_t last) {
  std::size_t begin = last;
  while (begin > 0 && code[begin].code == Code::Index) --begin;
  if (code[begin].code != Code::Offset || code[begin].dst != code[last].dst) return std::nullopt;
  return begin;
}

AddressExpression address_expression(const ir::Program& program, const ir::Function& function,
                                     const FunctionFacts& facts, Operand pointer) {
  AddressExpression result;
  Walk(program, function, facts, result).add(pointer, 0);
  std::sort(result.slots.begin(), result.slots.end());
  result.slots.erase(std::unique(result.slots.begin(), result.slots.end()), result.slots.end());
  return result;
}

}  // namespace skein::abstract
