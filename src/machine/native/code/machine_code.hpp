// SPDX-License-Identifier: Apache-2.0
// Instructions as the analysis of dead values needs them: the registers they read and write, the
// one place in memory they access, and their successors. Decoded by Zydis.
#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <span>
#include <vector>

#include "core/ensure.hpp"

namespace skein::code {

// General registers by their numbers in instructions; a set of registers is a mask. The flags count
// as one more register.
inline constexpr int kNone = -1;
inline constexpr int kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3, kRsp = 4, kRbp = 5, kRsi = 6, kRdi = 7,
                     kR8 = 8, kR9 = 9, kR10 = 10, kR11 = 11, kR12 = 12, kR13 = 13, kR14 = 14,
                     kR15 = 15;
inline constexpr int kRegisters = 16;
using Registers = std::uint32_t;
constexpr Registers bit(int reg) { return reg == kNone ? 0 : 1U << static_cast<unsigned>(reg); }
inline constexpr Registers kFlags = 1U << 16U;
inline constexpr Registers kAll = (1U << 17U) - 1;
// The registers that survive calls, except for the stack pointer.
inline constexpr Registers kKept =
    bit(kRbx) | bit(kRbp) | bit(kR12) | bit(kR13) | bit(kR14) | bit(kR15);
inline constexpr int kArguments[] = {kRdi, kRsi, kRdx, kRcx, kR8, kR9};

struct Memory {
  int base = kNone;
  int index = kNone;
  std::int64_t displacement = 0;
  std::optional<std::uint64_t> address;  // if it depends on no register
  std::uint32_t size = 0;                // bytes
  bool is_read = false;
  bool is_written = false;
  bool is_odd = false;  // has a segment, or not the usual form
};

enum class Kind : std::uint8_t {
  Pure,   // only computes what it writes
  Copy,   // Pure, and a mov of a whole register to another
  Load,   // Pure, and a mov of 8 bytes from memory
  Store,  // mov of a register to memory
  Lea,    // Pure, and computes an address
  Shift,  // Pure, and adds `number` to a whole register
  Test,   // Pure, and writes only the flags
  Push,
  Pop,
  Leave,
  Call,
  Jump,
  Branch,
  IndirectJump,
  Return,
  Stop,  // has no successor
  Other  // anything
};

struct Instruction {
  std::uint64_t address = 0;
  std::uint64_t next = 0;
  Kind kind = Kind::Other;
  Registers reads = 0;  // without the address registers of `memory`
  Registers writes = 0;
  Registers kills = 0;        // registers that are overwritten as a whole
  bool keeps_memory = false;  // the result in memory depends on the old contents
  bool is_padding = false;
  int from = kNone;  // for Copy, Store and Push
  int to = kNone;    // for Copy, Load, Lea, Shift and Pop
  std::int64_t number = 0;
  std::optional<std::uint64_t> target;  // for a jump or call
  std::optional<Memory> memory;

  // REQUIRES: the instruction is a jump, or a call that is not indirect.
  [[nodiscard]] std::uint64_t known_target() const {
    if (!target) fail_check("an instruction has no target", std::source_location::current());
    return *target;
  }
  // REQUIRES: the instruction has an operand in memory.
  [[nodiscard]] const Memory& memory_operand() const {
    if (!memory) fail_check("an instruction has no memory", std::source_location::current());
    return *memory;
  }
  [[nodiscard]] Registers address_registers() const {
    return memory ? bit(memory->base) | bit(memory->index) : 0;
  }
};

// Empty if some of the code cannot be decoded.
[[nodiscard]] std::optional<std::vector<Instruction>> decode(std::span<const std::uint8_t> bytes,
                                                             std::uint64_t address);

}  // namespace skein::code
