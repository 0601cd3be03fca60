// SPDX-License-Identifier: Apache-2.0
// Follows the addresses that a function computes: those of its own frame, and of global variables.
// Each register (and each slot of the frame that only direct accesses reach) may hold some of them,
// or exactly one. An access through an exactly known address is a direct access. Every other use
// lets the address *escape*: code anywhere may read and write through it at any time.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/native/code/function_code.hpp"

namespace skein::code {

// Where the return address is, as Address::at in the frame.
inline constexpr std::int64_t kReturnAddress = -8;

struct Address {
  bool is_frame = false;
  // In the frame: relative to the stack pointer before the call. Otherwise an address in the file.
  std::int64_t at = 0;
  friend bool operator==(const Address&, const Address&) = default;
};

// What may be accessed through an address that escaped.
enum class Reach : std::uint8_t {
  Bytes,   // Escape::size bytes from there on
  Object,  // the object that contains it: the program has a pointer to it
  Around   // anything near it: the program computed with it
};

struct Escape {
  Address address;
  Reach reach = Reach::Object;
  std::uint32_t size = 0;  // of Bytes
};

// What an instruction accesses.
struct Place {
  enum class Kind : std::uint8_t { None, Frame, Data, Unknown };
  Kind kind = Kind::None;
  std::int64_t at = 0;  // see Address
  std::uint32_t size = 0;
  bool is_read = false;
  bool is_written = false;
};

// A piece of the frame that is only accessed directly, and always as a whole.
struct Slot {
  std::int64_t at = 0;
  std::uint32_t size = 0;
};
inline constexpr std::size_t kMostSlots = 64;

struct AddressFlow {
  bool is_known = false;            // if false, the rest is empty
  std::vector<Place> places;        // by instruction
  std::vector<std::int64_t> stack;  // by instruction: the stack pointer before it, see Address
  std::vector<Escape> escapes;
  bool takes_stack_arguments = true;  // true: takes some, or may take some
};

// `slots`: the slots known so far; empty at first.
[[nodiscard]] AddressFlow follow_addresses(const ProgramImage& image, const FunctionCode& function,
                                           const std::vector<Slot>& slots);

}  // namespace skein::code
