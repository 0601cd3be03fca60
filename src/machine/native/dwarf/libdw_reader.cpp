// SPDX-License-Identifier: Apache-2.0
// Reads debug information with libdw.
#include <elfutils/libdw.h>
#include <fmt/format.h>

#include <cstdlib>
#include <dwarf.h>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <memory>
#include <ranges>
#include <unistd.h>
#include <unordered_map>
#include <vector>

#include "machine/native/dwarf/entries.hpp"
#include "machine/native/dwarf/frames.hpp"
#include "machine/native/dwarf/object_parts.hpp"
#include "machine/native/names/debug_info.hpp"

namespace skein::dwarf {

namespace {

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

// What a function of the library allocates memory for: std::allocator<T>::allocate,
// std::make_unique<T>.
bool allocated_by(Dwarf_Die& scope, Dwarf_Die& type) {
  const std::string name = name_of(scope);
  Dwarf_Die entry = scope;
  Dwarf_Die next;
  while (follow(entry, DW_AT_abstract_origin, next)) entry = next;
  if (name.starts_with("make_unique<")) return first_parameter(entry, type);
  if (name != "allocate") return false;
  while (follow(entry, DW_AT_specification, next)) entry = next;
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes_die(&entry, &scopes);
  const bool is_found = count > 1 && is_class(scopes[1]) &&
                        name_of(scopes[1]).find("allocator<") != std::string::npos &&
                        first_parameter(scopes[1], type);
  std::free(scopes);
  return is_found;
}

// A function as it was written.
struct Written {
  std::string name;        // the linker's; that of a lambda expression may be made up
  std::uint32_t line = 0;  // of the declaration; 0: not known
};

// gcc gives the function of a lambda expression no line, and sometimes no linker's name; but its
// class has a line and no name.
Written written(Dwarf_Die& function) {
  Dwarf_Die entry = function;
  Dwarf_Die next;
  while (follow(entry, DW_AT_abstract_origin, next) || follow(entry, DW_AT_specification, next)) {
    entry = next;
  }
  Written result;
  result.name = function_of(function);
  result.line = static_cast<std::uint32_t>(number(entry, DW_AT_decl_line).value_or(0));
  if (name_of(entry) != "operator()") return result;
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes_die(&entry, &scopes);
  if (count > 1 && is_class(scopes[1])) {
    const std::string name = name_of(scopes[1]);
    const bool is_lambda = name.empty() || name.starts_with("<lambda");
    if (is_lambda && result.name == "operator()") result.name = "{lambda}::operator()()";
    if (result.line == 0) {
      result.line = static_cast<std::uint32_t>(number(scopes[1], DW_AT_decl_line).value_or(0));
    }
  }
  std::free(scopes);
  return result;
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

  std::optional<Part> member(std::uint64_t variable, std::uint64_t offset) override {
    Dwarf_Die* die = variable_at(variable);
    Dwarf_Die type;
    if (die == nullptr || !type_of(*die, type)) return std::nullopt;
    return part_of(type, offset);
  }

  std::optional<LocalVariable> local(const FrameState& frame, std::uint64_t address) override {
    std::optional<LocalVariable> found;
    for_each_function(frame.address, [&](Dwarf_Die& function) {
      if (dwarf_tag(&function) == DW_TAG_subprogram) found = local_at(function, frame, address);
      return false;
    });
    return found;
  }

  std::vector<LocalValue> locals(const FrameState& frame, const ReadMemory& memory) override {
    std::vector<LocalValue> found;
    for_each_function(frame.address, [&](Dwarf_Die& function) {
      if (dwarf_tag(&function) == DW_TAG_subprogram) found = locals_of(function, frame, memory);
      return false;
    });
    const Stack functions = places(frame.address);
    std::erase_if(found, [&](const LocalValue& value) {
      return value.function >= functions.size() || value.line >= functions[value.function].line;
    });
    return found;
  }

  Stack places(std::uint64_t address) override {
    Dwarf_Die* unit = unit_of(address);
    return unit != nullptr ? places_in(*unit, address) : Stack{};
  }

  std::optional<TypeNumber> allocated_type(std::uint64_t address) override {
    std::optional<TypeNumber> result;
    for_each_function(address, [&](Dwarf_Die& function) {
      Dwarf_Die type;
      if (allocated_by(function, type)) result = keep(type);
      return result.has_value();
    });
    return result;
  }

  std::optional<TypeNumber> class_named(const std::string& name) override {
    collect();
    const auto found = classes_.find(name);
    if (found == classes_.end()) return std::nullopt;
    return keep(found->second);
  }

  std::string type_name(TypeNumber type) override {
    Dwarf_Die die = types_.at(type);
    std::string name = name_of(die);
    // What std::make_shared allocates: the object, with counts.
    Dwarf_Die object;
    if (name.starts_with("_Sp_counted_ptr_inplace<") && first_parameter(die, object)) {
      name = name_of(object);
    }
    return name;
  }

  std::uint64_t type_size(TypeNumber type) override {
    Dwarf_Word size = 0;
    return dwarf_aggregate_size(&types_.at(type), &size) == 0 ? size : 0;
  }

  Part part(TypeNumber type, std::uint64_t offset) override {
    return part_of(types_.at(type), offset);
  }

 private:
  Dwarf_Die* unit_of(std::uint64_t address) {
    for (Dwarf_Die& unit : units_) {
      if (dwarf_haspc(&unit, address) == 1) return &unit;
    }
    return nullptr;
  }

  // The functions that contain the instruction, innermost first: those inlined, then the function
  // itself. Ends when `is_enough` says so.
  template <class Visit>
  void for_each_function(std::uint64_t address, Visit&& is_enough) {
    collect();
    auto found = functions_.upper_bound(address);
    if (found == functions_.begin()) return;
    const Code& code = (--found)->second;
    if (address >= code.end) return;
    std::vector<Dwarf_Die> chain{code.function};
    add_inlined(chain, code.function, address, 0);
    for (Dwarf_Die& function : std::ranges::reverse_view(chain)) {
      if (is_enough(function)) return;
    }
  }

  // Adds the functions inlined at the instruction, the outer ones first.
  static void add_inlined(std::vector<Dwarf_Die>& chain, Dwarf_Die block, std::uint64_t address,
                          int depth) {
    Dwarf_Die child;
    if (depth > kDeepest || dwarf_child(&block, &child) != 0) return;
    do {
      const int tag = dwarf_tag(&child);
      if (tag != DW_TAG_lexical_block && tag != DW_TAG_inlined_subroutine) continue;
      if (dwarf_haspc(&child, address) != 1) continue;
      if (tag == DW_TAG_inlined_subroutine) chain.push_back(child);
      return add_inlined(chain, child, address, depth + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  TypeNumber keep(const Dwarf_Die& type) {
    for (TypeNumber i = 0; i < types_.size(); ++i) {
      if (types_[i].addr == type.addr) return i;
    }
    types_.push_back(type);
    return types_.size() - 1;
  }

  Dwarf_Die* variable_at(std::uint64_t address) {
    collect();
    const auto found = variables_.find(address);
    return found == variables_.end() ? nullptr : &found->second;
  }

  void collect() {
    if (is_collected_) return;
    is_collected_ = true;
    for (Dwarf_Die unit : units_) collect_in(unit, 0);
  }

  // Includes static variables of functions, and variables of namespaces.
  void collect_in(Dwarf_Die& parent, int depth) {
    Dwarf_Die child;
    if (depth > kDeepest || dwarf_child(&parent, &child) != 0) return;
    do {
      switch (dwarf_tag(&child)) {
        case DW_TAG_variable:
          if (const auto address = address_of(child)) variables_.emplace(*address, child);
          break;
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
          if (!dwarf_hasattr(&child, DW_AT_declaration)) classes_.emplace(name_of(child), child);
          [[fallthrough]];
        case DW_TAG_namespace:
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine: collect_in(child, depth + 1); break;
        case DW_TAG_subprogram:
          add_function(child);
          collect_in(child, depth + 1);
          break;
        default: break;
      }
    } while (dwarf_siblingof(&child, &child) == 0);
  }

  // A function may have its code in several places. Those of classes inside functions lie in no
  // scope that contains their code, so dwarf_getscopes does not find them.
  void add_function(Dwarf_Die& function) {
    Dwarf_Addr base = 0;
    Dwarf_Addr begin = 0;
    Dwarf_Addr end = 0;
    std::ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(&function, offset, &base, &begin, &end)) > 0) {
      functions_.emplace(begin, Code{end, function});
    }
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

  Stack places_in(Dwarf_Die& unit, std::uint64_t address) {
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
    for_each_function(address, [&](Dwarf_Die& function) {
      const Written as = written(function);
      place.function = as.name;
      place.declared = as.line;
      stack.push_back(place);
      // The place of the call belongs to the next function out.
      place = Place{};
      const auto file = number(function, DW_AT_call_file);
      const auto line = number(function, DW_AT_call_line);
      if (file && line && files != nullptr) {
        set_file(place, unit, dwarf_filesrc(files, *file, nullptr, nullptr));
        place.line = static_cast<std::uint32_t>(*line);
      }
      return false;
    });
    if (stack.empty() && place.line > 0) stack.push_back(place);
    return stack;
  }

  int file_ = -1;
  Dwarf* dwarf_ = nullptr;
  std::vector<Dwarf_Die> units_;
  bool is_collected_ = false;
  struct Code {
    std::uint64_t end;
    Dwarf_Die function;
  };
  std::map<std::uint64_t, Code> functions_;  // by the beginning of their code
  std::map<std::uint64_t, Dwarf_Die> variables_;
  std::unordered_map<std::string, Dwarf_Die> classes_;
  std::vector<Dwarf_Die> types_;  // those that were asked for
};

}  // namespace

}  // namespace skein::dwarf

// The only entry; see machine/native/names/debug_info.cpp.
extern "C" __attribute__((visibility("default"))) skein::DebugInfo* skein_open_debug_info(
    const char* path) {
  return std::make_unique<skein::dwarf::LibdwReader>(path).release();
}
