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

#include "machine/ir/program/pointers.hpp"

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
  SiteId site{std::uint32_t{0}};
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

  // REQUIRES: the operand is below 0.
  [[nodiscard]] std::uint64_t constant(Operand operand) const {
    return constants[static_cast<std::uint32_t>(~operand)];
  }
  [[nodiscard]] const Function& function(FunctionId f) const { return functions[f.index()]; }
  [[nodiscard]] const Site& site(SiteId s) const { return sites[s.index()]; }
  [[nodiscard]] const Global& global(BlockId block) const {
    return globals[global_of(block).index()];
  }
  [[nodiscard]] const ThreadLocal& thread_local_variable(BlockId block) const {
    return thread_locals[thread_local_of(block).index()];
  }
  [[nodiscard]] bool has_global(BlockId block) const {
    return is_global(block) && global_of(block).index() < globals.size();
  }
  [[nodiscard]] bool has_thread_local(BlockId block) const {
    return is_thread_local(block) && thread_local_of(block).index() < thread_locals.size();
  }
  [[nodiscard]] bool has_function(BlockId block) const {
    return is_function(block) && function_of(block).index() < functions.size();
  }
};

}  // namespace skein::ir
