// SPDX-License-Identifier: Apache-2.0
// Notes, in a run with details, which frame or heap block an address belongs to, so that the
// explorer can name the variable there. An agent's stack is known as it was when it was last
// captured: for an agent that waits, as it is.
#pragma once

#include <cstdint>

#include "core/operation.hpp"

namespace skein::runtime::owners {

void begin_run();

// Notes what the address belongs to now, unless that is known.
void note(std::uint64_t address);
// Notes what the objects of an operation belong to.
void note(const Operation& op);

}  // namespace skein::runtime::owners
