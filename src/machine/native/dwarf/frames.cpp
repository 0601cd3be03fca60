// SPDX-License-Identifier: Apache-2.0
#include "machine/native/dwarf/frames.hpp"

#include <dwarf.h>
#include <vector>

#include "machine/native/dwarf/entries.hpp"
#include "machine/native/dwarf/object_parts.hpp"

namespace skein::dwarf {

namespace {

constexpr std::uint64_t kStackPointer = 7;  // its number in DWARF

std::optional<std::uint64_t> value_of(const FrameState& frame, std::uint64_t reg) {
  if (reg == kStackPointer) return frame.low;
  return reg < FrameState::kRegisters ? frame.registers[reg] : std::nullopt;
}

// Evaluates the expressions that name an address in the frame; empty for others, such as those that
// read memory.
class Evaluator {
 public:
  Evaluator(Dwarf_Die& function, const FrameState& frame) : function_(function), frame_(frame) {}

  std::optional<std::uint64_t> address_of(Dwarf_Die& variable) {
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(&variable, DW_AT_location, &attribute) == nullptr) return {};
    if (const auto address = evaluate(attribute, true)) return address;
    return slot_elsewhere(attribute);
  }

 private:
  // Optimised code may not say where a variable is at this instruction, but at others; its place in
  // the frame is the same there.
  std::optional<std::uint64_t> slot_elsewhere(Dwarf_Attribute& attribute) {
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
      if (const auto address = first(operations[0], true)) return address;
    }
    return {};
  }

  std::optional<std::uint64_t> evaluate(Dwarf_Attribute& attribute, bool is_variable) {
    Dwarf_Op* operations = nullptr;
    std::size_t count = 0;
    if (dwarf_getlocation_addr(&attribute, frame_.address, &operations, &count, 1) != 1) return {};
    if (count == 0) return {};
    std::optional<std::uint64_t> value = first(operations[0], is_variable);
    for (std::size_t i = 1; value && i < count; ++i) {
      if (operations[i].atom != DW_OP_plus_uconst) return {};
      *value += operations[i].number;
    }
    return value;
  }

  std::optional<std::uint64_t> first(const Dwarf_Op& op, bool is_variable) {
    if (op.atom >= DW_OP_breg0 && op.atom <= DW_OP_breg31) {
      return plus(value_of(frame_, op.atom - DW_OP_breg0), op.number);
    }
    if (op.atom == DW_OP_bregx) return plus(value_of(frame_, op.number), op.number2);
    // A variable in a register has no address; but the base of a frame may be one.
    if (!is_variable && op.atom >= DW_OP_reg0 && op.atom <= DW_OP_reg31) {
      return value_of(frame_, op.atom - DW_OP_reg0);
    }
    if (op.atom == DW_OP_call_frame_cfa) return frame_.end;
    if (op.atom == DW_OP_fbreg && is_variable) return plus(base(), op.number);
    return {};
  }

  std::optional<std::uint64_t> base() {
    Dwarf_Attribute attribute;
    if (dwarf_attr_integrate(&function_, DW_AT_frame_base, &attribute) == nullptr) return {};
    return evaluate(attribute, false);
  }

  static std::optional<std::uint64_t> plus(std::optional<std::uint64_t> value, Dwarf_Word offset) {
    if (value) *value += offset;
    return value;
  }

  Dwarf_Die& function_;
  const FrameState& frame_;
};

class Search {
 public:
  Search(Dwarf_Die& function, const FrameState& frame, std::uint64_t address)
      : evaluator_(function, frame), frame_(frame), address_(address) {}

  // All variables at the address; those of inner blocks come last.
  std::vector<LocalVariable> in(Dwarf_Die& block, const std::string& function, bool all_blocks,
                                int depth = 0) {
    std::vector<LocalVariable> found;
    Dwarf_Die child;
    if (depth > kDeepest || dwarf_child(&block, &child) != 0) return found;
    do {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) {
        if (auto variable = here(child)) {
          variable->function = function;
          found.push_back(std::move(*variable));
        }
      }
      if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine) continue;
      if (!all_blocks && dwarf_haspc(&child, frame_.address) != 1) continue;
      const std::string owner = tag == DW_TAG_lexical_block ? function : function_of(child);
      for (LocalVariable& variable : in(child, owner, all_blocks, depth + 1)) {
        found.push_back(std::move(variable));
      }
    } while (dwarf_siblingof(&child, &child) == 0);
    return found;
  }

 private:
  std::optional<LocalVariable> here(Dwarf_Die& variable) {
    const std::string name = name_of(variable);
    Dwarf_Die type;
    Dwarf_Word size = 0;
    if (name.empty() || !type_of(variable, type)) return {};
    if (dwarf_aggregate_size(&type, &size) != 0) return {};
    const std::optional<std::uint64_t> begin = evaluator_.address_of(variable);
    if (!begin || address_ < *begin || address_ - *begin >= size) return {};
    return LocalVariable{"", name, part_of(type, address_ - *begin)};
  }

  Evaluator evaluator_;
  const FrameState& frame_;
  std::uint64_t address_;
};

}  // namespace

std::optional<LocalVariable> local_at(Dwarf_Die& function, const FrameState& frame,
                                      std::uint64_t address) {
  Search search(function, frame, address);
  const std::string name = function_of(function);
  std::vector<LocalVariable> found = search.in(function, name, false);
  if (!found.empty()) return found.back();
  found = search.in(function, name, true);
  if (found.size() == 1) return found.front();
  return std::nullopt;
}

}  // namespace skein::dwarf
