// SPDX-License-Identifier: Apache-2.0
#include "machine/native/dwarf/expressions.hpp"

#include <dwarf.h>
#include <vector>

namespace skein::dwarf {

namespace {

constexpr std::uint64_t kStackPointer = 7;  // its number in DWARF

std::optional<std::uint64_t> plus(std::optional<std::uint64_t> value, Dwarf_Word offset) {
  if (value) *value += offset;
  return value;
}

// The result of an operation with two operands; empty for others.
std::optional<std::uint64_t> combined(std::uint8_t atom, std::uint64_t a, std::uint64_t b) {
  switch (atom) {
    case DW_OP_plus: return a + b;
    case DW_OP_minus: return a - b;
    case DW_OP_mul: return a * b;
    case DW_OP_and: return a & b;
    case DW_OP_or: return a | b;
    case DW_OP_xor: return a ^ b;
    case DW_OP_shl: return b < 64 ? a << b : 0;
    case DW_OP_shr: return b < 64 ? a >> b : 0;
    case DW_OP_shra:
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) >> (b < 64 ? b : 63));
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<Location> Evaluator::location_of(Dwarf_Die& variable) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&variable, DW_AT_const_value, &attribute) != nullptr) {
    Dwarf_Sword value = 0;
    if (dwarf_formsdata(&attribute, &value) != 0) return {};
    return Location{static_cast<std::uint64_t>(value), true};
  }
  if (dwarf_attr_integrate(&variable, DW_AT_location, &attribute) == nullptr) return {};
  return evaluate(attribute);
}

std::optional<std::uint64_t> Evaluator::address_of(Dwarf_Die& variable) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&variable, DW_AT_location, &attribute) == nullptr) return {};
  const std::optional<Location> location = evaluate(attribute);
  if (location && !location->is_value) return location->number;
  return slot_elsewhere(attribute);
}

std::optional<std::uint64_t> Evaluator::slot_elsewhere(Dwarf_Attribute& attribute) {
  Dwarf_Addr base = 0;
  Dwarf_Addr begin = 0;
  Dwarf_Addr end = 0;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  std::ptrdiff_t offset = 0;
  while ((offset = dwarf_getlocations(&attribute, offset, &base, &begin, &end, &operations,
                                      &count)) > 0) {
    const bool is_slot = count == 1 && (operations[0].atom == DW_OP_fbreg ||
                                        operations[0].atom == DW_OP_breg0 + kStackPointer);
    if (!is_slot) continue;
    if (const auto address = pushed(operations[0])) return address;
  }
  return {};
}

std::optional<Location> Evaluator::evaluate(Dwarf_Attribute& attribute) {
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation_addr(&attribute, frame_.address, &operations, &count, 1) != 1) return {};
  return run(operations, count);
}

std::optional<Location> Evaluator::run(const Dwarf_Op* operations, std::size_t count) {
  std::vector<std::uint64_t> stack;
  for (std::size_t i = 0; i < count; ++i) {
    const Dwarf_Op& op = operations[i];
    if (op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31) {
      const auto value = value_of(op.atom - DW_OP_reg0);
      if (!value || count != 1) return {};
      return Location{*value, true};
    }
    if (const auto number = pushed(op)) {
      stack.push_back(*number);
      continue;
    }
    if (stack.empty()) return {};
    switch (op.atom) {
      case DW_OP_stack_value:
        if (i + 1 != count) return {};
        return Location{stack.back(), true};
      case DW_OP_plus_uconst: stack.back() += op.number; break;
      case DW_OP_neg: stack.back() = 0 - stack.back(); break;
      case DW_OP_not: stack.back() = ~stack.back(); break;
      case DW_OP_deref: {
        if (memory_ == nullptr) return {};
        const auto value = (*memory_)(stack.back(), 8);
        if (!value) return {};
        stack.back() = *value;
        break;
      }
      default: {
        if (stack.size() < 2) return {};
        const auto result = combined(op.atom, stack[stack.size() - 2], stack.back());
        if (!result) return {};
        stack.pop_back();
        stack.back() = *result;
      }
    }
  }
  if (stack.empty()) return {};
  return Location{stack.back(), false};
}

std::optional<std::uint64_t> Evaluator::pushed(const Dwarf_Op& op) {
  if (op.atom >= DW_OP_lit0 && op.atom <= DW_OP_lit31) return op.atom - DW_OP_lit0;
  if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) {
    return plus(value_of(op.atom - DW_OP_breg0), op.number);
  }
  switch (op.atom) {
    case DW_OP_bregx: return plus(value_of(op.number), op.number2);
    case DW_OP_call_frame_cfa: return frame_.end;
    case DW_OP_fbreg: return plus(base(), op.number);
    case DW_OP_const1u:
    case DW_OP_const2u:
    case DW_OP_const4u:
    case DW_OP_const8u:
    case DW_OP_constu:
    case DW_OP_const1s:
    case DW_OP_const2s:
    case DW_OP_const4s:
    case DW_OP_const8s:
    case DW_OP_consts: return op.number;
    default: return {};
  }
}

std::optional<std::uint64_t> Evaluator::value_of(std::uint64_t reg) const {
  if (reg == kStackPointer) return frame_.low;
  return reg < FrameState::kRegisters ? frame_.registers[reg] : std::nullopt;
}

// The base of a frame may be a register: then it is what the register holds.
std::optional<std::uint64_t> Evaluator::base() {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&function_, DW_AT_frame_base, &attribute) == nullptr) return {};
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_getlocation_addr(&attribute, frame_.address, &operations, &count, 1) != 1) return {};
  for (std::size_t i = 0; i < count; ++i) {
    if (operations[i].atom == DW_OP_fbreg) return {};  // it would refer to itself
  }
  const std::optional<Location> location = run(operations, count);
  return location ? std::optional(location->number) : std::nullopt;
}

}  // namespace skein::dwarf
