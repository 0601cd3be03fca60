// SPDX-License-Identifier: Apache-2.0
// Which registers and slots a function needs, at each point: the classic backward analysis of faint
// variables. A value is needed if it decides a branch, an address, an argument, a result, or a
// value that is needed. A value that only flows into itself, such as a counter that is never read,
// is not needed.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "machine/native/code/address_flow.hpp"

namespace skein::code {

struct Needed {
  Registers registers = 0;
  std::uint64_t slots = 0;
  friend bool operator==(const Needed&, const Needed&) = default;
};

struct NeedsQuestion {
  const FunctionCode& function;
  const AddressFlow& flow;
  const std::vector<Slot>& slots;
  // Whether the value of a place outside the slots is faint.
  std::function<bool(const Place&)> is_faint;
  // What the function at this address may read of its caller's registers and slots.
  std::function<Needed(std::uint64_t)> needed_by;
};

struct NeededValues {
  Registers at_entry = 0;
  std::vector<Needed> after;  // for each instruction
  // Places outside the frame that were assumed faint, but whose values are needed.
  std::vector<Place> contradictions;
};

// Registers that may hold arguments, and what an unknown function needs from its caller.
inline constexpr Registers kMayBeArguments = bit(kRdi) | bit(kRsi) | bit(kRdx) | bit(kRcx) |
                                             bit(kR8) | bit(kR9) | bit(kRax) | bit(kR10) |
                                             bit(kR11);
inline constexpr Needed kNeededByUnknown{kMayBeArguments, ~std::uint64_t{0}};

// REQUIRES: the flow is known.
[[nodiscard]] NeededValues find_needed(const NeedsQuestion& question);

}  // namespace skein::code
