// SPDX-License-Identifier: Apache-2.0
// An atomic instruction in code that skein has not compiled, decoded: what the executor needs to
// carry it out as a step of its own (runtime/foreign). The explorer decodes
// (machine/native/code/unseen_code.hpp), so that the executor needs no decoder.
#pragma once

#include <cstdint>

namespace skein::channel {

// Registers are numbers, as in instructions: rax is 0, rcx 1, rdx 2, rbx 3, rsp 4, rbp 5, rsi 6,
// rdi 7, then r8 to r15.
struct ForeignAtomic {
  enum class Kind : std::uint8_t {
    Unsupported,  // cannot be carried out: it is reported as unseen
    Add,
    Subtract,
    And,
    Or,
    Xor,
    Increment,  // as Add of 1, but the carry flag stays
    Decrement,
    Not,
    Exchange,
    ExchangeAdd,
    CompareExchange,      // with rax
    CompareExchangePair,  // cmpxchg16b: rdx:rax with rcx:rbx
    BitSet,
    BitReset,
    BitComplement,
    SystemCall,
    Modelled,  // a function that the runtime has its own for: `immediate` is its ModelledFunction
  };
  static constexpr std::uint8_t kNoRegister = 0xff;
  static constexpr std::uint8_t kNextInstruction = 0xfe;  // as base: rip

  Kind kind = Kind::Unsupported;
  std::uint8_t length = 0;  // of the instruction
  std::uint8_t size = 0;    // bytes in memory
  std::uint8_t base = kNoRegister;
  std::uint8_t index = kNoRegister;
  std::uint8_t scale = 0;
  bool is_thread_local = false;        // relative to the FS base
  std::uint8_t operand = kNoRegister;  // a register; none: `immediate`
  std::int32_t displacement = 0;
  std::int32_t immediate = 0;
};

// Functions of libraries that the runtime carries out itself (runtime/foreign/glib_locks.hpp). The
// library's own are made of atomic instructions, and so of more steps.
enum class ModelledFunction : std::uint8_t {
  GMutexLock,
  GMutexTrylock,
  GMutexUnlock,
  GCondWait,
  GCondWaitUntil,
  GCondSignal,
  GCondBroadcast,
};

// A loop of foreign code around an instruction that an agent came back to, and its instructions if
// the loop can only wait (machine/native/code/waiting_loop.hpp). The executor asks by an entry in
// the table of watched words; the explorer answers before the next run.
struct ForeignLoop {
  static constexpr std::uint32_t kMost = 48;  // instructions

  std::uint64_t pc;
  std::uint32_t count;  // 0: it may do more than wait
  std::uint64_t instructions[kMost];
  bool accesses_memory[kMost];
};

// What runs have taught about foreign code, as entries in the table of watched words, so that
// replays, trace files and checkpoints carry it along. A word that foreign code changes atomically:
// its plain accesses by foreign code are steps too (runtime/foreign/guarded_words.hpp). Size 0: an
// instruction that may be in a loop.
namespace foreign_words {

inline constexpr std::uint64_t kTag = std::uint64_t{1} << 62U;
inline constexpr unsigned kSizeShift = 48;

constexpr std::uint64_t make(std::uint64_t address, std::uint32_t size) {
  return kTag | (std::uint64_t{size} << kSizeShift) | address;
}
constexpr std::uint64_t make_loop(std::uint64_t pc) { return make(pc, 0); }
constexpr bool is_one(std::uint64_t entry) { return entry >> 62U == 1; }
constexpr std::uint64_t address_of(std::uint64_t entry) {
  return entry & ((std::uint64_t{1} << kSizeShift) - 1);
}
constexpr std::uint32_t size_of(std::uint64_t entry) {
  return static_cast<std::uint32_t>(entry >> kSizeShift) & 0xffU;
}
constexpr bool is_loop(std::uint64_t entry) { return is_one(entry) && size_of(entry) == 0; }

}  // namespace foreign_words

}  // namespace skein::channel
