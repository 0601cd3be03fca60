// SPDX-License-Identifier: Apache-2.0
// Finds the dead values of a program, which will not be read again: registers and slots of frames
// after each call, and global variables. Loops that change nothing else wait (docs/memory.md, Spin
// loops).
//
// The analysis decodes the program: address_flow.hpp finds what is only accessed directly, and
// needed_values.hpp which of that is needed. Anything it does not understand counts as needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "machine/native/code/address_flow.hpp"
#include "protocol/channel.hpp"

namespace skein {

// The dead values in a function's frame during one of its calls.
struct DeadFrame {
  std::uint64_t site = 0;  // the return address, in the file
  std::uint32_t size = 0;  // from the stack pointer at the call to the one before the function
  code::Registers registers = 0;  // among those that survive calls
  std::vector<code::Slot> slots;
  // Where the function saves its caller's registers, by register number (0: it does not save this
  // one). Complete if `knows_saved`.
  std::int64_t saved[code::kRegisters] = {};
  bool knows_saved = false;
};

struct DeadValues {
  std::vector<DeadFrame> frames;
  // Variables, or parts of them, that are read only to be changed.
  std::vector<DataSymbol> globals;
};

[[nodiscard]] DeadValues find_dead_values(const std::string& program);

// Writes the dead values to the channel, for the executor, if they are wanted and not there yet.
void prepare_dead_values(const std::string& program, channel::Channel& channel);

}  // namespace skein
