// SPDX-License-Identifier: Apache-2.0
// Instructions as the analysis of dead values needs them: which registers they read and write, the
// one place in memory that they access, where they lead. Decoded by Zydis.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skein::code {

// General registers by their numbers in instructions; a set of them is a mask. The flags are one
// more.
inline constexpr int kNone = -1;
inline constexpr int kRax = 0, kRcx = 1, kRdx = 2, kRbx = 3, kRsp = 4, kRbp = 5, kRsi = 6, kRdi = 7,
                     kR8 = 8, kR9 = 9, kR10 = 10, kR11 = 11, kR12 = 12, kR13 = 13, kR14 = 14,
                     kR15 = 15;
inline constexpr int kRegisters = 16;
using Registers = std::uint32_t;
constexpr Registers bit(int reg) { return reg == kNone ? 0 : 1U << static_cast<unsigned>(reg); }
inline constexpr Registers kFlags = 1U << 16U;
inline constexpr Registers kAll = (1U << 17U) - 1;
// Those that survive calls, but for the stack pointer.
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
  bool is_odd = false;  // of a segment, or not of the usual form
};

enum class Kind : std::uint8_t {
  Pure,   // does nothing but compute what it writes
  Copy,   // likewise: mov of a whole register to another
  Load,   // likewise: mov of 8 bytes from memory
  Store,  // mov of a register to memory
  Lea,    // likewise, an address
  Shift,  // likewise: adds `number` to a whole register
  Test,   // likewise: writes the flags alone
  Push,
  Pop,
  Leave,
  Call,
  Jump,
  Branch,
  IndirectJump,
  Return,
  Stop,  // nothing comes after it
  Other  // anything
};

struct Instruction {
  std::uint64_t address = 0;
  std::uint64_t next = 0;
  Kind kind = Kind::Other;
  Registers reads = 0;  // without those of `memory`
  Registers writes = 0;
  Registers kills = 0;        // those of which nothing is left
  bool keeps_memory = false;  // what it writes to memory depends on what was there
  bool is_padding = false;
  int from = kNone;  // of Copy, Store and Push
  int to = kNone;    // of Copy, Load, Lea, Shift and Pop
  std::int64_t number = 0;
  std::optional<std::uint64_t> target;  // of a jump or call
  std::optional<Memory> memory;

  [[nodiscard]] Registers address_registers() const {
    return memory ? bit(memory->base) | bit(memory->index) : 0;
  }
};

// Nothing if some of it cannot be decoded.
[[nodiscard]] std::optional<std::vector<Instruction>> decode(std::span<const std::uint8_t> bytes,
                                                             std::uint64_t address);

}  // namespace skein::code
