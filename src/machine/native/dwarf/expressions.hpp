// SPDX-License-Identifier: Apache-2.0
// Where the variables of a function that is being executed are (DWARF's location expressions).
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>

#include "machine/native/names/debug_info.hpp"

namespace skein::dwarf {

// An address in memory, or the value itself: of a variable in a register, or a constant.
struct Location {
  std::uint64_t number = 0;
  bool is_value = false;
};

class Evaluator {
 public:
  // `memory` may be null: then nothing is known of what pointers point to. All must outlive this
  // object.
  Evaluator(Dwarf_Die& function, const FrameState& frame, const ReadMemory* memory = nullptr)
      : function_(function), frame_(frame), memory_(memory) {}

  // Where the variable is at the frame's instruction; empty if that is not known.
  [[nodiscard]] std::optional<Location> location_of(Dwarf_Die& variable);

  // Its address there. Optimised code may not say where a variable is at this instruction, but at
  // others; its slot in the frame is the same there.
  [[nodiscard]] std::optional<std::uint64_t> address_of(Dwarf_Die& variable);

 private:
  [[nodiscard]] std::optional<std::uint64_t> slot_elsewhere(Dwarf_Attribute& attribute);
  [[nodiscard]] std::optional<Location> evaluate(Dwarf_Attribute& attribute);
  [[nodiscard]] std::optional<Location> run(const Dwarf_Op* operations, std::size_t count);
  // The number that an operation pushes; empty if it pushes none, or an unknown one.
  [[nodiscard]] std::optional<std::uint64_t> pushed(const Dwarf_Op& op);
  [[nodiscard]] std::optional<std::uint64_t> value_of(std::uint64_t reg) const;
  [[nodiscard]] std::optional<std::uint64_t> base();

  Dwarf_Die& function_;
  const FrameState& frame_;
  const ReadMemory* memory_;
};

}  // namespace skein::dwarf
