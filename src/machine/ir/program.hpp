// SPDX-License-Identifier: Apache-2.0
// A program for the ir machine: LLVM bitcode, decoded once into a compact form of our own.
//
// The decoder (src/machine/ir/decoder, the only code that knows LLVM) makes it, the interpreter
// runs it. Every scalar of a function lives in a slot of 64 bits, narrower integers zero-extended,
// floats as their bits; an aggregate has one slot for each of its scalars.
//
// A pointer has 64 bits: the upper half is the block, the lower half the offset plus the block's
// own base address (low_address). Null is 0.
//
// Memory that others can reach is divided into cells, each an object of the model: the scalars of a
// global's type, the 8-byte words of the heap. A lock is one cell, however large.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"

namespace skein::ir {

enum class Code : std::uint8_t {
  Move,
  // dst = a op b, of `bits`
  Add,
  Sub,
  Mul,
  UDiv,
  SDiv,
  URem,
  SRem,
  Shl,
  LShr,
  AShr,
  And,
  Or,
  Xor,
  FAdd,
  FSub,
  FMul,
  FDiv,
  FRem,
  FNeg,
  ICmp,
  FCmp,  // `sub`: the predicate
  // dst = a converted, from `bits2` to `bits`
  Trunc,
  ZExt,
  SExt,
  FPToUI,
  FPToSI,
  UIToFP,
  SIToFP,
  FPTrunc,
  FPExt,
  Select,    // dst = a ? b : c
  Offset,    // dst = a + imm
  Index,     // dst = a + sext(b of bits2) * imm
  Alloca,    // dst = address of private memory at imm of the frame
  Grow,      // dst = address of b * imm more bytes of the frame's private memory
  NewBlock,  // dst = address of a new block of layout imm that others may reach
  Load,      // dst = `bits` at a
  Store,     // `bits` of b to a
  Rmw,       // dst = `bits` at a; then sub(a, b)
  CmpXchg,   // dst, dst + 1 = value, success; expected b, new c
  Fence,
  Jump,         // along edge `imm`
  Branch,       // a: along edge `imm`, else along imm + 1
  Switch,       // a: table imm
  Call,         // function imm
  CallPointer,  // function at a
  Builtin,      // sub: index of the builtin (builtins.hpp)
  Return,       // a.. (imm slots)
  Unreachable,
};

// Whether operand b is read.
constexpr bool uses_b(Code code) {
  switch (code) {
    case Code::Select:
    case Code::Index:
    case Code::Grow:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return true;
    default: return code >= Code::Add && code <= Code::FCmp && code != Code::FNeg;
  }
}

enum class RmwKind : std::uint8_t {
  Xchg,
  Add,
  Sub,
  And,
  Nand,
  Or,
  Xor,
  Max,
  Min,
  UMax,
  UMin,
  FAdd,
  FSub
};

enum class Compare : std::uint8_t { EQ, NE, UGT, UGE, ULT, ULE, SGT, SGE, SLT, SLE };

// What a memory order promises: a set of these.
inline constexpr std::uint8_t kAcquires = 1;
inline constexpr std::uint8_t kReleases = 2;

// At least 0: a slot. Below: constant ~operand.
using Operand = std::int32_t;

struct Instruction {
  Code code = Code::Unreachable;
  std::uint8_t sub = 0;
  std::uint8_t bits = 64;
  std::uint8_t bits2 = 64;
  bool is_atomic = false;
  std::uint8_t order = 0;          // of atomic accesses and fences
  std::uint8_t failure_order = 0;  // of a compare-and-exchange that fails
  Operand dst = 0;
  Operand a = 0;
  Operand b = 0;
  Operand c = 0;
  std::int64_t imm = 0;
  std::uint32_t arguments = 0;  // of calls: index of the first in Program::arguments
  std::uint32_t argument_count = 0;
  std::uint32_t slots = 1;  // of calls: slots of the result
  std::uint32_t site = 0;
};

// The number of bytes that a load, store or atomic operation accesses.
constexpr std::uint32_t bytes_of(const Instruction& in) { return (in.bits + 7U) / 8U; }

struct Copy {
  Operand dst = 0;
  Operand src = 0;
};

// An edge between blocks, with the copies of its phis, made all at once.
struct Edge {
  std::uint32_t target = 0;
  bool is_inside_statement = false;  // part of an expression: && || ?:
  std::vector<Copy> copies;
};

struct SwitchTable {
  std::vector<std::uint64_t> values;
  std::vector<std::uint32_t> edges;
  std::uint32_t otherwise = 0;
};

enum class CellKind : std::uint8_t { Bytes, Mutex, Cond, RwLock, Barrier, Semaphore };

struct CellShape {
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  CellKind kind = CellKind::Bytes;
};

// The cells of a block. Sorted by offset; padding belongs to no cell.
struct Layout {
  std::uint32_t size = 0;
  std::vector<CellShape> cells;
};

struct Global {
  std::string name;
  std::uint32_t layout = 0;
  bool is_constant = false;
  std::vector<std::uint8_t> bytes;
};

// A thread-local variable. A thread's copies lie one after the other in its own memory.
struct ThreadLocal {
  std::string name;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
};

using FunctionId = Id<struct FunctionTag>;
using ThreadLocalId = Id<struct ThreadLocalTag>;

// A local variable of the source text, and where its value is from some instruction on: in a slot
// or constant, or in memory that a slot points to. For display (variables.hpp).
struct Variable {
  std::string name;
  std::uint8_t bits = 0;  // 0: not a number
  bool is_signed = true;

  friend bool operator==(const Variable&, const Variable&) = default;
};
struct VariableUpdate {
  std::uint32_t from = 0;  // the first instruction for which it holds
  std::uint32_t variable = 0;
  Operand value = 0;
  bool is_address = false;  // `value` is the address of the variable
};

struct Function {
  std::string name;
  bool is_defined = false;
  bool is_variadic = false;
  bool has_varying_memory = false;  // variadic, or with arrays of variable length
  std::uint32_t parameters = 0;     // slots
  std::uint32_t slots = 0;
  std::uint32_t frame_bytes = 0;  // private memory; variadic arguments follow it
  std::vector<Instruction> code;
  std::vector<Operand> blocks;  // slots that hold blocks of its own, which end with it
  // By instruction: the slots that are live from there on, sorted (liveness.cpp).
  std::vector<std::vector<std::uint32_t>> live;
  std::vector<Variable> variables;
  std::vector<VariableUpdate> updates;  // sorted by instruction
};

struct Site {
  std::string file;  // as given to the compiler
  std::uint32_t line = 0;
  std::string function;
  std::string path;  // its folder
};

// The name of the file without its folders, as messages use it.
inline std::string file_name(const Site& site) {
  const std::size_t slash = site.file.rfind('/');
  return slash == std::string::npos ? site.file : site.file.substr(slash + 1);
}

struct Program {
  std::vector<std::uint64_t> constants;
  std::vector<Operand> arguments;
  std::vector<Edge> edges;
  std::vector<SwitchTable> switches;
  std::vector<Layout> layouts;
  std::vector<Global> globals;
  std::vector<Function> functions;
  std::vector<Site> sites;
  std::vector<std::string> externals;  // names for messages, by Builtin's imm
  std::vector<ThreadLocal> thread_locals;
  std::vector<std::uint8_t> thread_image;  // initial contents of thread-local variables
  ThreadLocalId errno_variable;            // none: the program does not read errno
  bool reads_input = false;        // calls a function that skein/unknown_input.h can replace
  bool has_unknown_input = false;  // and these are replaced
  bool has_weak_order = false;  // some atomic operation asks for less than sequential consistency
  FunctionId main;
  FunctionId at_thread_exit;  // called by the machine; none for most programs
  FunctionId at_program_exit;
};

// Numbers of blocks. Global g is block 1 + g, function f is block kFunctionBase + f, thread-local
// variable v is kThreadBase + v, private memory of the frame at depth d is kFrameBase + d. Blocks
// made by agents begin at kAgentBase (block_names.hpp).
inline constexpr std::uint32_t kFunctionBase = 0x10000000U;
inline constexpr std::uint32_t kThreadBase = 0x18000000U;
inline constexpr std::uint32_t kFrameBase = 0x20000000U;
inline constexpr std::uint32_t kAgentBase = 0x40000000U;
inline constexpr std::uint32_t kLocalBit = 1U << 21U;     // blocks of the first agents
inline constexpr std::uint32_t kTableBase = 0x80000000U;  // from here on: blocks of the others
inline constexpr std::uint32_t kTableLocalBit = 1U << 30U;

constexpr bool is_agents(std::uint32_t block) { return block >= kAgentBase; }
constexpr bool is_heap(std::uint32_t block) {
  return is_agents(block) && (block & (block < kTableBase ? kLocalBit : kTableLocalBit)) == 0;
}

inline constexpr std::int64_t kNowhere = 0x10000;  // an address with no memory
inline constexpr std::uint32_t kHeapAlignment = 16;
inline constexpr std::uint32_t kFrameAlignment = 64;  // of global and local variables too
inline constexpr std::uint32_t kMostAlignment = 1024;

// The lower half of a pointer to the block's beginning. A program that inspects its addresses (cuts
// one to an int, hashes it, shifts it) sees numbers like those of a real machine: not zero,
// different for each block, aligned as malloc does it (other variables to 64 bytes). They leave
// room for every offset, and a little before the block.
constexpr std::uint32_t low_address(std::uint32_t block) {
  if (block == 0) return 0;
  const std::uint32_t mixed = block * 0x9e3779b1U;  // odd: no two blocks have the same product
  const std::uint32_t shuffled = mixed ^ (mixed >> 15U);
  const std::uint32_t alignment = is_heap(block) ? kHeapAlignment : kFrameAlignment;
  return 0x01000000U + (shuffled % 0x7c000000U) / alignment * alignment;
}
constexpr std::uint64_t pointer_to(std::uint32_t block, std::uint32_t offset) {
  return (static_cast<std::uint64_t>(block) << 32U) + low_address(block) + offset;
}
constexpr std::uint32_t block_of(std::uint64_t pointer) {
  return static_cast<std::uint32_t>(pointer >> 32U);
}
constexpr std::uint32_t offset_of(std::uint64_t pointer) {
  return static_cast<std::uint32_t>(pointer) - low_address(block_of(pointer));
}

}  // namespace skein::ir
