// SPDX-License-Identifier: Apache-2.0
#include "machine/native/dwarf/frames.hpp"

#include <algorithm>
#include <dwarf.h>
#include <utility>

#include "machine/native/dwarf/entries.hpp"
#include "machine/native/dwarf/expressions.hpp"
#include "machine/native/dwarf/object_parts.hpp"

namespace skein::dwarf {

namespace {

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
    // The compiler's own, such as __atomic_load_tmp, mean nothing to the user.
    if (name.empty() || name.starts_with("__") || !type_of(variable, type)) return {};
    if (dwarf_aggregate_size(&type, &size) != 0) return {};
    const std::optional<std::uint64_t> begin = evaluator_.address_of(variable);
    if (!begin || address_ < *begin || address_ - *begin >= size) return {};
    return LocalVariable{"", name, part_of(type, address_ - *begin)};
  }

  Evaluator evaluator_;
  const FrameState& frame_;
  std::uint64_t address_;
};

// The values of the variables that are in scope at the frame's instruction.
class Values {
 public:
  Values(Dwarf_Die& function, const FrameState& frame, const ReadMemory& memory)
      : evaluator_(function, frame, &memory), frame_(frame), memory_(memory) {}

  // Variables of inner blocks and inlined functions come last; `level` counts the latter.
  void add(Dwarf_Die& block, std::size_t level, int depth = 0) {
    innermost_ = std::max(innermost_, level);
    Dwarf_Die child;
    if (depth > kDeepest || dwarf_child(&block, &child) != 0) return;
    do {
      const int tag = dwarf_tag(&child);
      if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) add_variable(child, level);
      if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine) continue;
      if (dwarf_haspc(&child, frame_.address) != 1) continue;
      add(child, tag == DW_TAG_inlined_subroutine ? level + 1 : level, depth + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  // With the innermost function as number 0.
  std::vector<LocalValue> list() && {
    for (LocalValue& value : found_) value.function = innermost_ - value.function;
    return std::move(found_);
  }

 private:
  void add_variable(Dwarf_Die& variable, std::size_t level) {
    LocalValue value;
    value.function = level;
    value.name = name_of(variable);
    Dwarf_Die type;
    if (value.name.empty() || value.name.starts_with("__") || !type_of(variable, type)) return;
    if (dwarf_hasattr_integrate(&variable, DW_AT_artificial) != 0) return;  // "this"
    if (dwarf_tag(&variable) == DW_TAG_variable) {
      value.line = static_cast<std::uint32_t>(number(variable, DW_AT_decl_line).value_or(0));
    }
    std::optional<Location> location = evaluator_.location_of(variable);
    if (!location) return;
    const int tag = dwarf_tag(&type);
    if (tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type) {
      const auto target = bits_at(*location, sizeof(void*));
      if (!target || !type_of(type, type)) return;
      location = Location{*target, false};
    }
    if (is_class(type) || dwarf_tag(&type) == DW_TAG_array_type) return;
    value.type = part_of(type, 0).type;
    if (value.type.kind == ValueKind::Unknown) return;
    const auto bits = bits_at(*location, value.type.size);
    if (!bits) return;
    value.bits = *bits;
    found_.push_back(std::move(value));
  }

  std::optional<std::uint64_t> bits_at(const Location& location, std::uint32_t size) {
    if (size == 0 || size > 8) return {};
    if (!location.is_value) return memory_(location.number, size);
    const unsigned unused = 64 - 8 * size;
    return location.number << unused >> unused;
  }

  Evaluator evaluator_;
  const FrameState& frame_;
  const ReadMemory& memory_;
  std::size_t innermost_ = 0;
  std::vector<LocalValue> found_;
};

}  // namespace

std::vector<LocalValue> locals_of(Dwarf_Die& function, const FrameState& frame,
                                  const ReadMemory& memory) {
  Values values(function, frame, memory);
  values.add(function, 0);
  return std::move(values).list();
}

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
