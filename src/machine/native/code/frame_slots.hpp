// SPDX-License-Identifier: Apache-2.0
// Divides the frame of a function, after address_flow.hpp has followed its addresses: slots, whose
// values can be followed because only direct accesses reach them, and holes, which are never used.
#pragma once

#include <vector>

#include "machine/native/code/address_flow.hpp"

namespace skein::code {

[[nodiscard]] std::vector<Slot> find_slots(const AddressFlow& flow);
// Holes hold the remains of functions that were called before.
[[nodiscard]] std::vector<Slot> find_holes(const AddressFlow& flow);

}  // namespace skein::code
