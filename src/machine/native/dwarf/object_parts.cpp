// SPDX-License-Identifier: Apache-2.0
#include "machine/native/dwarf/object_parts.hpp"

#include <fmt/format.h>

#include <cctype>
#include <dwarf.h>
#include <vector>

#include "machine/native/dwarf/entries.hpp"

namespace skein::dwarf {

namespace {

// Where the search is: in an object of `type`.
struct Inside {
  Dwarf_Die type;
  std::uint64_t offset;
  int depth;
};

Part find(Inside in);

Part in_the_middle(std::uint64_t offset) {
  return {offset == 0 ? std::string() : fmt::format("+{}", offset), {}};
}

std::uint64_t size_of(Dwarf_Die& type) {
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&type, &size) == 0 ? size : 0;
}

// Names that the language reserves for the library.
bool is_reserved(const std::string& name) {
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])) != 0);
}

// "finish" of libstdc++'s "_M_finish" and of libc++'s "__finish_"; empty for other names.
std::string bare_name(const std::string& name) {
  if (name.starts_with("_M_")) return name.substr(3);
  if (name.starts_with("__") && name.ends_with("_") && name.size() > 3) {
    return name.substr(2, name.size() - 3);
  }
  return {};
}

ValueType value_type(Dwarf_Die& type) {
  ValueType result;
  result.size = static_cast<std::uint32_t>(size_of(type));
  switch (dwarf_tag(&type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type: result.kind = ValueKind::Pointer; break;
    case DW_TAG_enumeration_type: {
      result.kind = ValueKind::Signed;
      Dwarf_Die child;
      if (dwarf_child(&type, &child) != 0) break;
      do {
        Dwarf_Attribute attribute;
        Dwarf_Sword value = 0;
        if (dwarf_tag(&child) == DW_TAG_enumerator &&
            dwarf_attr(&child, DW_AT_const_value, &attribute) != nullptr &&
            dwarf_formsdata(&attribute, &value) == 0) {
          result.enumerators.emplace_back(value, name_of(child));
        }
      } while (dwarf_siblingof(&child, &child) == 0);
      break;
    }
    case DW_TAG_base_type:
      switch (number(type, DW_AT_encoding).value_or(0)) {
        case DW_ATE_boolean: result.kind = ValueKind::Boolean; break;
        case DW_ATE_float: result.kind = ValueKind::Float; break;
        case DW_ATE_signed_char:
        case DW_ATE_unsigned_char:
          // int8_t and uint8_t are characters to the compiler; as numbers they are read more often.
          result.kind = name_of(type) == "char" ? ValueKind::Character : ValueKind::Signed;
          if (name_of(type) == "unsigned char") result.kind = ValueKind::Unsigned;
          break;
        case DW_ATE_unsigned: result.kind = ValueKind::Unsigned; break;
        case DW_ATE_signed: result.kind = ValueKind::Signed; break;
        default: break;
      }
      break;
    default: break;
  }
  return result;
}

// The number of elements of each dimension; 0 if it is unknown (a flexible array).
std::vector<std::uint64_t> dimensions(Dwarf_Die& array) {
  std::vector<std::uint64_t> counts;
  Dwarf_Die child;
  if (dwarf_child(&array, &child) != 0) return counts;
  do {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    if (const auto count = number(child, DW_AT_count)) {
      counts.push_back(*count);
    } else if (const auto last = number(child, DW_AT_upper_bound)) {
      counts.push_back(*last + 1);
    } else {
      counts.push_back(0);
    }
  } while (dwarf_siblingof(&child, &child) == 0);
  return counts;
}

Part element(Inside in) {
  Dwarf_Die type;
  if (!type_of(in.type, type)) return in_the_middle(in.offset);
  const std::uint64_t size = size_of(type);
  if (size == 0) return in_the_middle(in.offset);
  const std::vector<std::uint64_t> counts = dimensions(in.type);
  std::uint64_t index = in.offset / size;
  std::string indices;
  for (std::size_t i = counts.size(); i-- > 1;) {
    if (counts[i] == 0) return in_the_middle(in.offset);
    indices.insert(0, fmt::format("[{}]", index % counts[i]));
    index /= counts[i];
  }
  Part inner = find({type, in.offset % size, in.depth + 1});
  inner.text.insert(0, fmt::format("[{}]", index) + indices);
  return inner;
}

// Raw memory for an object: its type is a parameter of the class.
bool holds_parameter(Dwarf_Die& type) {
  const std::string name = name_of(type);
  return name.starts_with("__aligned_buffer<") || name.starts_with("__aligned_membuf<");
}

// An empty base lies at the beginning of another member, and is said to have a byte.
bool is_empty(Dwarf_Die& type, int depth) {
  if (size_of(type) != 1 || depth > kDeepest) return false;
  Dwarf_Die child;
  if (dwarf_child(&type, &child) != 0) return true;
  do {
    const int tag = dwarf_tag(&child);
    Dwarf_Die base;
    if (tag == DW_TAG_inheritance && type_of(child, base) && !is_empty(base, depth + 1)) {
      return false;
    }
    if (tag == DW_TAG_member && dwarf_hasattr(&child, DW_AT_data_member_location)) return false;
  } while (dwarf_siblingof(&child, &child) == 0);
  return true;
}

Part in_member(Dwarf_Die& member, const Inside& in, Dwarf_Die own, std::uint64_t begin) {
  const bool is_base = dwarf_tag(&member) == DW_TAG_inheritance;
  const std::string name = is_base ? std::string() : name_of(member);
  if (!name.empty() && !is_reserved(name)) {
    Part inner = find({own, in.offset - begin, in.depth + 1});
    inner.text.insert(0, "." + name);
    return inner;
  }
  // A base class, an anonymous union, and a member of one of the library's types: what is inside
  // may have a name.
  Part inner = find({own, in.offset - begin, in.depth + 1});
  if (!inner.text.empty() && inner.text[0] != '+') return inner;
  // One that is all of its class adds nothing.
  const std::string bare = bare_name(name);
  Dwarf_Die type = in.type;
  if (bare.empty() || size_of(own) >= size_of(type)) {
    return {in_the_middle(in.offset).text, std::move(inner.type)};
  }
  inner.text.insert(0, "." + bare);
  return inner;
}

Part member(const Inside& in) {
  Dwarf_Die type = in.type;
  Dwarf_Die child;
  if (holds_parameter(type) && first_parameter(type, child)) {
    return find({child, in.offset, in.depth + 1});
  }
  if (dwarf_child(&type, &child) != 0) return in_the_middle(in.offset);
  do {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    // Static members have no place in the object.
    if (dwarf_hasattr(&child, DW_AT_external) || dwarf_hasattr(&child, DW_AT_declaration)) continue;
    const std::uint64_t begin = number(child, DW_AT_data_member_location).value_or(0);
    Dwarf_Die own;
    if (in.offset < begin || !type_of(child, own)) continue;
    const std::uint64_t size = size_of(own);
    const bool is_flexible = dwarf_tag(&own) == DW_TAG_array_type && size == 0;
    if (!is_flexible && in.offset - begin >= size) continue;
    if (tag == DW_TAG_inheritance && is_empty(own, 0)) continue;
    return in_member(child, in, own, begin);
  } while (dwarf_siblingof(&child, &child) == 0);
  return in_the_middle(in.offset);
}

Part find(Inside in) {
  if (in.depth > kDeepest) return in_the_middle(in.offset);
  if (is_class(in.type)) return member(in);
  if (dwarf_tag(&in.type) == DW_TAG_array_type) return element(in);
  Part result = in_the_middle(in.offset);
  if (in.offset == 0) result.type = value_type(in.type);
  return result;
}

}  // namespace

Part part_of(Dwarf_Die& type, std::uint64_t offset) { return find({type, offset, 0}); }

}  // namespace skein::dwarf
