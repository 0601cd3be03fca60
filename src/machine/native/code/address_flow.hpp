// SPDX-License-Identifier: Apache-2.0
// Where the addresses go that a function makes: of its own frame, and of global variables. Each
// register (and each slot of the frame that only direct accesses reach) may hold some of them, or a
// certain one. An access through a certain one is a direct access. Every other use of an address
// lets it *escape*: somebody may read and write through it, and nobody knows when.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/native/code/function_code.hpp"

namespace skein::code {

struct Address {
  bool is_frame = false;
  // Of the frame: counted from the stack pointer before the call. Otherwise as the file does.
  std::int64_t at = 0;
  friend bool operator==(const Address&, const Address&) = default;
};

// What may be accessed through an address that escaped.
enum class Reach : std::uint8_t {
  Bytes,   // so many bytes from there on
  Object,  // the object in which it lies: it is a pointer of the program
  Around   // it was computed with: whatever may lie around
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
  std::int64_t at = 0;  // as in Address
  std::uint32_t size = 0;
  bool is_read = false;
  bool is_written = false;
};

// A piece of the frame that is accessed directly, always as a whole, and in no other way.
struct Slot {
  std::int64_t at = 0;
  std::uint32_t size = 0;
};
inline constexpr std::size_t kMostSlots = 64;

struct AddressFlow {
  bool is_known = false;            // else the rest is empty
  std::vector<Place> places;        // for each instruction
  std::vector<std::int64_t> stack;  // likewise: the stack pointer before it, as in Address
  std::vector<Escape> escapes;
  bool takes_stack_arguments = true;  // or may
};

// `slots`: what is known to be one; empty at first.
[[nodiscard]] AddressFlow follow_addresses(const ProgramImage& image, const FunctionCode& function,
                                           const std::vector<Slot>& slots);

// The slots by what is known of the flow.
[[nodiscard]] std::vector<Slot> find_slots(const AddressFlow& flow);
// The parts of the frame that nobody uses. What lies there was left by functions that were called
// before.
[[nodiscard]] std::vector<Slot> find_holes(const AddressFlow& flow);

}  // namespace skein::code
