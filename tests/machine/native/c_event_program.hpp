// SPDX-License-Identifier: Apache-2.0
// Random event-driven programs of tests/support, as C over skein/events.h.
//
// As in c_program.hpp many programs make one file, and objects have the names that they have in the
// model. The handlers h0, h1 ... are made known to skein in this order, by waiting for each before
// anything is posted, so that "handler 1" is h0.
#pragma once

#include <span>
#include <string>

#include "support/event_program.hpp"

namespace skein::test {

// One C file. Program number i runs if the first argument is i.
[[nodiscard]] std::string c_event_file(std::span<const EventProgram> programs);

// The model with the variables x0, x1, x2 instead of an array.
[[nodiscard]] std::string model_text(const EventProgram& program);

}  // namespace skein::test
