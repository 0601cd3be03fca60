// SPDX-License-Identifier: Apache-2.0
// Which values of a program nobody will read: registers and slots of frames after each call, and
// global variables. Loops that change nothing else wait (docs/memory.md, Spin loops).
//
// By decoding the program: address_flow.hpp finds out what is only accessed directly,
// needed_values.hpp what is needed of it. Whatever is not understood is needed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "machine/native/code/address_flow.hpp"
#include "protocol/channel.hpp"

namespace skein {

// What is dead in a function's frame while one of its calls is executed.
struct DeadFrame {
  std::uint64_t site = 0;         // the return address, as the file counts
  std::uint32_t size = 0;         // from the stack pointer at the call to that before the function
  code::Registers registers = 0;  // of those that survive calls
  std::vector<code::Slot> slots;
  // Where the registers of its caller are saved that the function uses, by their numbers (0: it
  // does not save this one). Known of all if `knows_saved`.
  std::int64_t saved[code::kRegisters] = {};
  bool knows_saved = false;
};

struct DeadValues {
  std::vector<DeadFrame> frames;
  // Variables, or parts of them, that nobody reads but to change themselves.
  std::vector<DataSymbol> globals;
};

[[nodiscard]] DeadValues find_dead_values(const std::string& program);

// Writes them to the channel, for the executor, if they are to be known and are not there yet.
void prepare_dead_values(const std::string& program, channel::Channel& channel);

}  // namespace skein
