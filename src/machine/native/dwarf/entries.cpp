// SPDX-License-Identifier: Apache-2.0
#include "machine/native/dwarf/entries.hpp"

#include <dwarf.h>

namespace skein::dwarf {

std::optional<std::uint64_t> number(Dwarf_Die& die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word value = 0;
  if (dwarf_attr_integrate(&die, name, &attribute) == nullptr ||
      dwarf_formudata(&attribute, &value) != 0) {
    return std::nullopt;
  }
  return value;
}

std::string name_of(Dwarf_Die& die) {
  const char* name = dwarf_diename(&die);
  return name != nullptr ? name : "";
}

std::string function_of(Dwarf_Die& scope) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (dwarf_attr_integrate(&scope, name, &attribute) == nullptr) continue;
    if (const char* text = dwarf_formstring(&attribute)) return text;
  }
  return name_of(scope);
}

bool follow(Dwarf_Die& die, unsigned name, Dwarf_Die& target) {
  Dwarf_Attribute attribute;
  return dwarf_attr(&die, name, &attribute) != nullptr &&
         dwarf_formref_die(&attribute, &target) != nullptr;
}

bool type_of(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Attribute attribute;
  Dwarf_Die found;
  if (dwarf_attr_integrate(&die, DW_AT_type, &attribute) == nullptr ||
      dwarf_formref_die(&attribute, &found) == nullptr) {
    return false;
  }
  for (int i = 0; i < kDeepest; ++i) {
    switch (dwarf_tag(&found)) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_restrict_type:
      case DW_TAG_atomic_type:
        if (dwarf_attr_integrate(&found, DW_AT_type, &attribute) == nullptr ||
            dwarf_formref_die(&attribute, &found) == nullptr) {
          return false;
        }
        break;
      default: type = found; return true;
    }
  }
  return false;
}

bool first_parameter(Dwarf_Die& die, Dwarf_Die& type) {
  Dwarf_Die child;
  if (dwarf_child(&die, &child) != 0) return false;
  do {
    if (dwarf_tag(&child) == DW_TAG_template_type_parameter) return type_of(child, type);
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

bool is_class(Dwarf_Die& die) {
  const int tag = dwarf_tag(&die);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

}  // namespace skein::dwarf
