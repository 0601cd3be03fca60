// SPDX-License-Identifier: Apache-2.0
// Entries of the debug information (DIEs): their names, numbers and types.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>

namespace skein::dwarf {

// Types nest, in a hostile file without end.
inline constexpr int kDeepest = 64;

[[nodiscard]] std::optional<std::uint64_t> number(Dwarf_Die& die, unsigned name);
[[nodiscard]] std::string name_of(Dwarf_Die& die);
// The linker's name of a function, or its plain name.
[[nodiscard]] std::string function_of(Dwarf_Die& scope);

// The type of an entry, without typedefs and qualifiers.
[[nodiscard]] bool type_of(Dwarf_Die& die, Dwarf_Die& type);
// The type of the first template parameter that is a type.
[[nodiscard]] bool first_parameter(Dwarf_Die& die, Dwarf_Die& type);
// The entry that `die` refers to by the attribute.
[[nodiscard]] bool follow(Dwarf_Die& die, unsigned name, Dwarf_Die& target);
[[nodiscard]] bool is_class(Dwarf_Die& die);

}  // namespace skein::dwarf
