// SPDX-License-Identifier: Apache-2.0
// The decoder: LLVM modules to ir::Program. Only this folder knows LLVM.
//
// The only pass that is run is mem2reg, which turns local variables whose address is not taken into
// values; it neither adds, removes nor moves an access to any other memory. DEVIATION from the
// plan: neither simplifycfg nor sroa is run. simplifycfg turns `c ? x : y` and `a && x` of shared x
// and y into unconditional loads, and sroa may do so for a load through `c ? &local : &shared`
// (tests/session/verify/accesses_test.sh has the example). Jumps cost nothing here, so nothing is
// lost.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "machine/ir/decode.hpp"
#include "machine/ir/decoder/escape.hpp"
#include "machine/ir/decoder/layouts.hpp"
#include "machine/ir/decoder/unsupported.hpp"
#include "machine/ir/program/builtin_names.hpp"
#include "machine/ir/program/builtins.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::ir {

// What a memory order promises.
inline std::uint8_t promises_of(llvm::AtomicOrdering order) {
  return static_cast<std::uint8_t>((llvm::isAcquireOrStronger(order) ? kAcquires : 0) |
                                   (llvm::isReleaseOrStronger(order) ? kReleases : 0));
}

// How many slots a value of the type takes: one for each scalar.
[[nodiscard]] std::uint32_t slots_of(llvm::Type* type);

// "queue.c:12: ", for the beginning of a message; empty without an instruction.
[[nodiscard]] std::string place_of(const llvm::Instruction* in);

class Decoder {
 public:
  // `library`: the functions of the machine's own C library that were linked in.
  Decoder(llvm::Module& module, const DecodeRequest& request, std::set<std::string> library,
          Program& program)
      : module_(module),
        data_(module.getDataLayout()),
        request_(request),
        library_(std::move(library)),
        program_(program),
        layouts_(data_, program.layouts) {}

  void run();

 private:
  // globals.cpp
  void number_globals();
  void fill_global(const llvm::GlobalVariable& global, Global& to);
  void add_thread_local(const llvm::GlobalVariable& global);
  void write_constant(const llvm::Constant* constant, std::uint64_t offset,
                      std::vector<std::uint8_t>& bytes);
  [[nodiscard]] std::uint64_t constant_bits(const llvm::Constant* constant);

  // Whether others can reach the variable (escape.hpp).
  [[nodiscard]] bool is_kept(const llvm::Value* variable, bool follows_returns = false) const {
    return EscapeSearch({.library = library_,
                         .builtin_of = [this](const auto& each) { return builtin_of(each); },
                         .follows_returns = follows_returns})
        .is_kept(variable);
  }

  // functions.cpp
  [[nodiscard]] FunctionId function_number(const llvm::Function* function);
  void make_thunk(const llvm::Function& function, Builtin what, FunctionId number);
  [[nodiscard]] Builtin builtin_of(const llvm::Function& function) const;
  // Whether a function is treated as a builtin although the program defines it.
  [[nodiscard]] bool stands_for_builtin(const llvm::Function& function) const;
  [[noreturn]] void refuse(const llvm::Instruction* in, const std::string& what) const;
  [[nodiscard]] SiteId site_of(const llvm::Instruction& in);
  [[nodiscard]] std::uint8_t bits_of(llvm::Type* type, const llvm::Instruction* in) const;
  [[nodiscard]] Operand constant(std::uint64_t bits);
  [[nodiscard]] Operand slot_of(const llvm::Value* value);
  [[nodiscard]] Operand operand(const llvm::Value* value, std::uint32_t part = 0);
  Instruction& emit(Function& to, Code code, const llvm::Instruction& in);
  void decode_function(const llvm::Function& function, Function& to);
  void decode_block(const llvm::BasicBlock& block, Function& to);
  void bracket(Builtin end, const llvm::Instruction& in, Function& to);
  std::uint32_t add_edge(const llvm::BasicBlock* from, const llvm::BasicBlock* target);
  void decode_terminator(const llvm::Instruction& in, Function& to);

  // local_variables.cpp
  void note_variables(const llvm::Instruction& before, Function& to);

  // instructions.cpp
  void decode_instruction(const llvm::Instruction& in, Function& to);
  void decode_cast(const llvm::CastInst& cast, Function& to);
  void decode_compare(const llvm::CmpInst& compare, Function& to);
  bool decode_moves(const llvm::Instruction& in, Function& to);
  void decode_arithmetic(const llvm::Instruction& in, Function& to);

  // addressing.cpp
  // False if the instruction neither makes, addresses nor accesses memory.
  bool decode_memory(const llvm::Instruction& in, Function& to);
  void decode_gep(const llvm::GetElementPtrInst& gep, Function& to);
  void decode_alloca(const llvm::AllocaInst& alloca, Function& to);
  void decode_load(const llvm::LoadInst& load, Function& to);
  void decode_store(const llvm::StoreInst& store, Function& to);
  void decode_atomic(const llvm::AtomicRMWInst& rmw, Function& to);
  void decode_atomic(const llvm::AtomicCmpXchgInst& exchange, Function& to);
  [[nodiscard]] Operand address_of(const llvm::Value* pointer, std::uint64_t offset,
                                   const llvm::Instruction& in, Function& to);
  // Returns what the order promises.
  std::uint8_t note_order(llvm::AtomicOrdering order) {
    program_.has_weak_order |= order != llvm::AtomicOrdering::NotAtomic &&
                               order != llvm::AtomicOrdering::SequentiallyConsistent;
    return promises_of(order);
  }

  // calls.cpp
  void decode_call(const llvm::CallBase& call, Function& to);
  bool decode_intrinsic(const llvm::CallBase& call, Function& to);
  void decode_exponent(const llvm::CallBase& call, Function& to);
  [[nodiscard]] Operand copy_by_value(const llvm::CallBase& call, unsigned number, Function& to);

  llvm::Module& module_;
  const llvm::DataLayout& data_;
  const DecodeRequest& request_;
  const std::set<std::string> library_;
  Program& program_;
  std::unordered_map<const llvm::GlobalVariable*, GlobalId> globals_;
  std::unordered_map<const llvm::GlobalVariable*, ThreadLocalId> thread_locals_;
  std::unordered_map<const llvm::Function*, FunctionId> functions_;
  std::vector<const llvm::Function*> to_decode_;
  std::unordered_map<const llvm::Value*, Operand> slots_;  // of the function being decoded
  std::unordered_map<const llvm::BasicBlock*, std::uint32_t> starts_;
  std::vector<std::pair<std::uint32_t, const llvm::BasicBlock*>> open_edges_;
  std::unordered_map<std::uint64_t, Operand> constants_;
  std::map<std::pair<std::string, std::pair<std::uint32_t, std::string>>, SiteId> sites_;
  LayoutTable layouts_;
  std::uint32_t next_slot_ = 0;
  bool is_section_ = false;  // the function being decoded is an atomic section
};

}  // namespace skein::ir
