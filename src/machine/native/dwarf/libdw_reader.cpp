// SPDX-License-Identifier: Apache-2.0
// Reads debug information with libdw.
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <cstdlib>
#include <dwarf.h>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <unistd.h>
#include <vector>

#include "machine/native/debug_info.hpp"

namespace skein {

namespace {

// Types nest, in a hostile file without end.
constexpr int kDeepest = 64;

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

// The type behind typedefs and qualifiers.
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

std::string in_the_middle(std::uint64_t offset) {
  return offset == 0 ? std::string() : fmt::format("+{}", offset);
}

std::string part(Dwarf_Die& type, std::uint64_t offset, int depth);

std::string element(Dwarf_Die& array, std::uint64_t offset, int depth) {
  Dwarf_Die type;
  Dwarf_Word size = 0;
  if (!type_of(array, type) || dwarf_aggregate_size(&type, &size) != 0 || size == 0) {
    return in_the_middle(offset);
  }
  // The number of elements of each dimension; 0 if it is unknown (a flexible array).
  std::vector<std::uint64_t> counts;
  Dwarf_Die child;
  if (dwarf_child(&array, &child) == 0) {
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
  }
  std::uint64_t index = offset / size;
  std::string indices;
  for (std::size_t i = counts.size(); i-- > 1;) {
    if (counts[i] == 0) return in_the_middle(offset);
    indices.insert(0, fmt::format("[{}]", index % counts[i]));
    index /= counts[i];
  }
  return fmt::format("[{}]", index) + indices + part(type, offset % size, depth + 1);
}

// The name of the member at the offset, and of the part inside it.
std::string member_part(Dwarf_Die& type, std::uint64_t offset, int depth) {
  Dwarf_Die child;
  if (dwarf_child(&type, &child) != 0) return in_the_middle(offset);
  do {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) continue;
    // Static members have no place in the object.
    if (dwarf_hasattr(&child, DW_AT_external) || dwarf_hasattr(&child, DW_AT_declaration)) continue;
    const std::uint64_t begin = number(child, DW_AT_data_member_location).value_or(0);
    Dwarf_Die own;
    Dwarf_Word size = 0;
    if (offset < begin || !type_of(child, own)) continue;
    const bool is_flexible =
        dwarf_tag(&own) == DW_TAG_array_type && dwarf_aggregate_size(&own, &size) != 0;
    if (!is_flexible && (dwarf_aggregate_size(&own, &size) != 0 || offset - begin >= size)) {
      continue;
    }
    std::string inner = part(own, offset - begin, depth + 1);
    const std::string name = tag == DW_TAG_inheritance ? std::string() : name_of(child);
    if (!name.empty() && name[0] != '_') return "." + name + inner;
    // A base class, an anonymous union, and a member of one of the library's types have no name of
    // their own. If nothing inside has a name, the offset into the whole is shown.
    if (!inner.empty() && inner[0] != '+') return inner;
    return in_the_middle(offset);
  } while (dwarf_siblingof(&child, &child) == 0);
  return in_the_middle(offset);
}

std::string part(Dwarf_Die& type, std::uint64_t offset, int depth) {
  if (depth > kDeepest) return in_the_middle(offset);
  switch (dwarf_tag(&type)) {
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type: return member_part(type, offset, depth);
    case DW_TAG_array_type: return element(type, offset, depth);
    default: return in_the_middle(offset);
  }
}

// The address of a variable, if it is fixed.
std::optional<std::uint64_t> address_of(Dwarf_Die& variable) {
  Dwarf_Attribute attribute;
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (dwarf_attr(&variable, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1) {
    return std::nullopt;
  }
  if (operations[0].atom == DW_OP_addr) return operations[0].number;
  if (operations[0].atom != DW_OP_addrx) return std::nullopt;
  Dwarf_Attribute address;
  Dwarf_Addr value = 0;
  if (dwarf_getlocation_attr(&attribute, operations, &address) != 0 ||
      dwarf_formaddr(&address, &value) != 0) {
    return std::nullopt;
  }
  return value;
}

std::string function_of(Dwarf_Die& scope) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (dwarf_attr_integrate(&scope, name, &attribute) == nullptr) continue;
    if (const char* text = dwarf_formstring(&attribute)) return text;
  }
  return name_of(scope);
}

class LibdwReader final : public DebugInfo {
 public:
  explicit LibdwReader(const std::string& path)
      : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ >= 0) dwarf_ = dwarf_begin(file_, DWARF_C_READ);
    if (dwarf_ == nullptr) return;
    Dwarf_CU* unit = nullptr;
    Dwarf_Half version = 0;
    std::uint8_t type = 0;
    Dwarf_Die die;
    Dwarf_Die inside;
    while (dwarf_get_units(dwarf_, unit, &unit, &version, &type, &die, &inside) == 0) {
      // With -gsplit-dwarf the file has the skeleton of a unit, and a .dwo file what is inside.
      if (type == DW_UT_skeleton) {
        units_.push_back(inside.cu != nullptr ? inside : die);
      } else if (dwarf_tag(&die) == DW_TAG_compile_unit) {
        units_.push_back(die);
      }
    }
  }
  LibdwReader(const LibdwReader&) = delete;
  LibdwReader& operator=(const LibdwReader&) = delete;
  LibdwReader(LibdwReader&&) = delete;
  LibdwReader& operator=(LibdwReader&&) = delete;
  ~LibdwReader() override {
    if (dwarf_ != nullptr) dwarf_end(dwarf_);
    if (file_ >= 0) ::close(file_);
  }

  std::optional<std::string> member(std::uint64_t variable, std::uint64_t offset) override {
    Dwarf_Die* die = variable_at(variable);
    Dwarf_Die type;
    if (die == nullptr || !type_of(*die, type)) return std::nullopt;
    return part(type, offset, 0);
  }

  Stack places(std::uint64_t address) override {
    for (Dwarf_Die& unit : units_) {
      if (dwarf_haspc(&unit, address) == 1) return places_in(unit, address);
    }
    return {};
  }

 private:
  Dwarf_Die* variable_at(std::uint64_t address) {
    if (!has_variables_) {
      has_variables_ = true;
      for (Dwarf_Die unit : units_) collect_variables(unit, 0);
    }
    const auto found = variables_.find(address);
    return found == variables_.end() ? nullptr : &found->second;
  }

  // Includes static variables of functions, and variables of namespaces.
  void collect_variables(Dwarf_Die& parent, int depth) {
    Dwarf_Die child;
    if (depth > kDeepest || dwarf_child(&parent, &child) != 0) return;
    do {
      switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
          if (const auto address = address_of(child)) variables_.emplace(*address, child);
          break;
        case DW_TAG_namespace:
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block: collect_variables(child, depth + 1); break;
        default: break;
      }
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  static void set_file(Place& place, Dwarf_Die& unit, const char* file) {
    if (file == nullptr) return;
    place.path = file;
    if (place.path[0] != '/') {
      Dwarf_Attribute attribute;
      const char* folder = dwarf_attr(&unit, DW_AT_comp_dir, &attribute) != nullptr
                               ? dwarf_formstring(&attribute)
                               : nullptr;
      if (folder != nullptr) place.path = std::string(folder) + "/" + place.path;
    }
    place.path = std::filesystem::path(place.path).lexically_normal();
    place.file = place.path.substr(place.path.rfind('/') + 1);
  }

  static Stack places_in(Dwarf_Die& unit, std::uint64_t address) {
    Place place;
    if (Dwarf_Line* line = dwarf_getsrc_die(&unit, address)) {
      int row = 0;
      if (dwarf_lineno(line, &row) == 0 && row > 0) {
        set_file(place, unit, dwarf_linesrc(line, nullptr, nullptr));
        place.line = static_cast<std::uint32_t>(row);
      }
    }
    Stack stack;
    Dwarf_Files* files = nullptr;
    dwarf_getsrcfiles(&unit, &files, nullptr);
    // Beyond an inlined function, dwarf_getscopes continues where that function was written, but we
    // want where it was inlined.
    Dwarf_Die* inner = nullptr;
    Dwarf_Die* scopes = nullptr;
    int count = dwarf_getscopes(&unit, address, &inner);
    if (count > 0) count = dwarf_getscopes_die(&inner[0], &scopes);
    std::free(inner);
    for (int i = 0; i < count; ++i) {
      const int tag = dwarf_tag(&scopes[i]);
      if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine) continue;
      place.function = function_of(scopes[i]);
      stack.push_back(place);
      if (tag == DW_TAG_subprogram) break;
      // The place of the call belongs to the next function out.
      place = Place{};
      const auto file = number(scopes[i], DW_AT_call_file);
      const auto line = number(scopes[i], DW_AT_call_line);
      if (file && line && files != nullptr) {
        set_file(place, unit, dwarf_filesrc(files, *file, nullptr, nullptr));
        place.line = static_cast<std::uint32_t>(*line);
      }
    }
    std::free(scopes);
    if (stack.empty() && place.line > 0) stack.push_back(place);
    return stack;
  }

  int file_ = -1;
  Dwarf* dwarf_ = nullptr;
  std::vector<Dwarf_Die> units_;
  bool has_variables_ = false;
  std::map<std::uint64_t, Dwarf_Die> variables_;
};

}  // namespace

}  // namespace skein

// The only entry; see machine/native/debug_info.cpp.
extern "C" __attribute__((visibility("default"))) skein::DebugInfo* skein_open_debug_info(
    const char* path) {
  return std::make_unique<skein::LibdwReader>(path).release();
}
