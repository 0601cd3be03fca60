// SPDX-License-Identifier: Apache-2.0
#include "runtime/foreign/atomic_steps.hpp"

#include <cerrno>
#include <sys/syscall.h>
#include <time.h>

#include "runtime/foreign/guarded_words.hpp"
#include "runtime/foreign/processor_flags.hpp"
#include "runtime/foreign/waiting_loops.hpp"
#include "runtime/intercept/locks/futex.hpp"
#include "runtime/memory/atomics.hpp"
#include "runtime/sched/tls.hpp"

namespace skein::runtime::foreign {

namespace {

using channel::ForeignAtomic;
using Kind = ForeignAtomic::Kind;
__extension__ using Wide = unsigned __int128;

// The places of the registers in the context of a signal, by their numbers in instructions.
constexpr int kPlaces[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                             REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                             REG_R12, REG_R13, REG_R14, REG_R15};

std::uint64_t value_of(const greg_t* registers, std::uint8_t number) {
  return static_cast<std::uint64_t>(registers[kPlaces[number]]);
}

// As the processor does: 4 bytes clear the upper half, fewer leave the rest as it is.
template <class T>
void set(greg_t& place, T value) {
  if constexpr (sizeof(T) >= 4) {
    place = static_cast<greg_t>(static_cast<std::uint64_t>(value));
  } else {
    constexpr std::uint64_t kMask = (std::uint64_t{1} << (8 * sizeof(T))) - 1;
    place = static_cast<greg_t>((static_cast<std::uint64_t>(place) & ~kMask) | value);
  }
}

bool is_on_bits(Kind kind) {
  return kind == Kind::BitSet || kind == Kind::BitReset || kind == Kind::BitComplement;
}

template <class T>
T operand_of(const ForeignAtomic& instruction, const greg_t* registers) {
  const std::uint64_t value = instruction.operand == ForeignAtomic::kNoRegister
                                  ? static_cast<std::uint64_t>(std::int64_t{instruction.immediate})
                                  : value_of(registers, instruction.operand);
  if (is_on_bits(instruction.kind)) return static_cast<T>(T{1} << (value % (8 * sizeof(T))));
  return static_cast<T>(value);
}

// What the instruction leaves in memory where it found `old`.
template <class T>
T value_after(Kind kind, T old, T operand) {
  switch (kind) {
    case Kind::Add:
    case Kind::ExchangeAdd: return static_cast<T>(old + operand);
    case Kind::Increment: return static_cast<T>(old + 1);
    case Kind::Subtract: return static_cast<T>(old - operand);
    case Kind::Decrement: return static_cast<T>(old - 1);
    case Kind::And: return old & operand;
    case Kind::BitReset: return static_cast<T>(old & ~operand);
    case Kind::Or:
    case Kind::BitSet: return old | operand;
    case Kind::Xor:
    case Kind::BitComplement: return old ^ operand;
    case Kind::Not: return static_cast<T>(~old);
    default: return operand;
  }
}

template <class T>
bool would_fail_there(const Agent& a) {
  const guarded_words::Opened open(a.target);
  return would_fail<T>(a);
}

// As modify() and compare_exchange() of memory/atomics.hpp, on a word that may be guarded. Returns
// what was there.
template <class T>
T exchange_if(T* word, T expected, T desired, const void* site) {
  const sections::AtomicTurn turn(word, sizeof(T), site);
  const ObjectId location = g.interner.location(word, sizeof(T));
  visit(
      Request{.kind = OpKind::AtomicRmw,
              .first = location,
              .site = site,
              .target = word,
              .detail = static_cast<std::uint64_t>(state_of(expected)),
              .argument = argument_of(desired, expected),
              .is_idle = tells_comparisons(location, sizeof(T)) ? &would_fail_there<T> : nullptr});
  const guarded_words::Opened open(word);
  const T seen = *word;
  const bool is_equal = seen == expected;
  if (is_equal) *word = desired;
  g.step->seen = state_of(seen);
  g.step->value = static_cast<std::int64_t>(is_equal ? desired : seen);
  after_atomic(AtomicAccess{is_equal ? OpKind::AtomicRmw : OpKind::AtomicLoad, word, sizeof(T),
                            __ATOMIC_SEQ_CST, !is_equal || seen == desired},
               site);
  return seen;
}

template <class T>
T modify_by(Kind kind, T* word, T operand, const void* site) {
  const sections::AtomicTurn turn(word, sizeof(T), site);
  visit(Request{.kind = OpKind::AtomicRmw,
                .first = g.interner.location(word, sizeof(T)),
                .site = site,
                .argument = argument_of(operand, static_cast<T>(kind))});
  const guarded_words::Opened open(word);
  const T old = *word;
  const T now = value_after(kind, old, operand);
  *word = now;
  g.step->seen = state_of(old);
  g.step->value = static_cast<std::int64_t>(now);
  after_atomic(AtomicAccess{OpKind::AtomicRmw, word, sizeof(T), __ATOMIC_SEQ_CST, now == old},
               site);
  return old;
}

template <class T>
void carry_out_on(T* word, const ForeignAtomic& instruction, greg_t* registers, const void* site) {
  const T operand = operand_of<T>(instruction, registers);
  greg_t& eflags = registers[REG_EFL];
  const auto before = static_cast<std::uint64_t>(eflags);
  if (instruction.kind == Kind::CompareExchange) {
    const T expected = static_cast<T>(registers[REG_RAX]);
    const T seen = exchange_if(word, expected, operand, site);
    eflags = static_cast<greg_t>(flags_after(instruction.kind, seen, expected, before));
    if (seen != expected) set(registers[REG_RAX], seen);
    return;
  }
  const T old = modify_by(instruction.kind, word, operand, site);
  eflags = static_cast<greg_t>(flags_after(instruction.kind, old, operand, before));
  if (instruction.kind == Kind::Exchange || instruction.kind == Kind::ExchangeAdd) {
    set(registers[kPlaces[instruction.operand]], old);
  }
}

Wide pair_of(greg_t high, greg_t low) {
  return (Wide{static_cast<std::uint64_t>(high)} << 64U) | static_cast<std::uint64_t>(low);
}

void carry_out_pair(Wide* word, greg_t* registers, const void* site) {
  const Wide expected = pair_of(registers[REG_RDX], registers[REG_RAX]);
  const Wide desired = pair_of(registers[REG_RCX], registers[REG_RBX]);
  const Wide seen = exchange_if(word, expected, desired, site);
  const auto others = static_cast<std::uint64_t>(registers[REG_EFL]) & ~flags::kZero;
  registers[REG_EFL] = static_cast<greg_t>(others | (seen == expected ? flags::kZero : 0));
  if (seen == expected) return;
  registers[REG_RDX] = static_cast<greg_t>(static_cast<std::uint64_t>(seen >> 64U));
  registers[REG_RAX] = static_cast<greg_t>(static_cast<std::uint64_t>(seen));
}

// A fence, as compilers write it: nothing is changed, on the agent's own stack.
bool is_fence(const ForeignAtomic& instruction) {
  constexpr std::uint8_t kStackPointer = 4;
  return (instruction.kind == Kind::Or || instruction.kind == Kind::Add) &&
         instruction.operand == ForeignAtomic::kNoRegister && instruction.immediate == 0 &&
         instruction.base == kStackPointer && !instruction.is_thread_local;
}

void carry_out_at(char* word, const ForeignAtomic& instruction, greg_t* registers) {
  const auto* const site = reinterpret_cast<const void*>(registers[REG_RIP]);
  switch (instruction.size) {
    case 1:
      return carry_out_on(reinterpret_cast<std::uint8_t*>(word), instruction, registers, site);
    case 2:
      return carry_out_on(reinterpret_cast<std::uint16_t*>(word), instruction, registers, site);
    case 4:
      return carry_out_on(reinterpret_cast<std::uint32_t*>(word), instruction, registers, site);
    case 8:
      return carry_out_on(reinterpret_cast<std::uint64_t*>(word), instruction, registers, site);
    default: return carry_out_pair(reinterpret_cast<Wide*>(word), registers, site);
  }
}

}  // namespace

char* word_of(const ForeignAtomic& instruction, const greg_t* registers) {
  auto address = static_cast<std::uint64_t>(std::int64_t{instruction.displacement});
  if (instruction.base == ForeignAtomic::kNextInstruction) {
    address += static_cast<std::uint64_t>(registers[REG_RIP]) + instruction.length;
  } else if (instruction.base != ForeignAtomic::kNoRegister) {
    address += value_of(registers, instruction.base);
  }
  if (instruction.index != ForeignAtomic::kNoRegister) {
    address += value_of(registers, instruction.index) * instruction.scale;
  }
  if (instruction.is_thread_local) {
    address += reinterpret_cast<std::uint64_t>(tls[g.current->id.value].fs);
  }
  // A bit in a register may lie in a word further on, or further back.
  if (is_on_bits(instruction.kind) && instruction.operand != ForeignAtomic::kNoRegister) {
    const auto bits = std::int64_t{instruction.size} * 8;
    auto bit = static_cast<std::int64_t>(value_of(registers, instruction.operand));
    if (instruction.size == 4) bit = static_cast<std::int32_t>(bit);
    if (instruction.size == 2) bit = static_cast<std::int16_t>(bit);
    const std::int64_t words = bit >= 0 ? bit / bits : -((bits - 1 - bit) / bits);
    address += static_cast<std::uint64_t>(words * instruction.size);
  }
  return reinterpret_cast<char*>(address);
}

void carry_out(const ForeignAtomic& instruction, greg_t* registers) {
  const greg_t pc = registers[REG_RIP];
  char* const word = word_of(instruction, registers);
  registers[REG_RIP] += instruction.length;
  // All operations are sequentially consistent. (It leaves other flags, which no compiler reads.)
  if (is_fence(instruction)) return;
  guarded_words::note(word, instruction.size);
  waiting_loops::arrive(pc, registers);
  carry_out_at(word, instruction, registers);
  waiting_loops::leave(registers);
}

bool carry_out_system_call(greg_t* registers) {
  if (registers[REG_RAX] != SYS_futex) return false;
  constexpr int kLength = 2;
  registers[REG_RIP] += kLength;
  registers[REG_RCX] = registers[REG_RIP];
  registers[REG_R11] = registers[REG_EFL];
  const int error = errno;
  const long result =
      futex(reinterpret_cast<std::uint32_t*>(registers[REG_RDI]),
            static_cast<int>(registers[REG_RSI]), static_cast<std::uint32_t>(registers[REG_RDX]),
            reinterpret_cast<const timespec*>(registers[REG_R10]),
            reinterpret_cast<const void*>(registers[REG_RIP]));
  registers[REG_RAX] = result < 0 ? -errno : result;
  errno = error;
  return true;
}

}  // namespace skein::runtime::foreign
