// SPDX-License-Identifier: Apache-2.0
// Globals: their numbers, layouts and initial contents.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Operator.h>

#include <cstring>

#include "machine/ir/decoder/decoder.hpp"

namespace skein::ir {

namespace {

// "queue.c:12: ", as far as the debug information knows.
std::string place_of(const llvm::GlobalVariable& global) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> known;
  global.getDebugInfo(known);
  if (known.empty()) return "";
  const llvm::DIGlobalVariable& variable = *known.front()->getVariable();
  return variable.getFilename().str() + ":" + std::to_string(variable.getLine()) + ": ";
}

}  // namespace

void Decoder::number_globals() {
  for (const llvm::GlobalVariable& global : module_.globals()) {
    if (global.getName().starts_with("llvm.")) {
      continue;
    }
    if (global.isThreadLocal()) {
      add_thread_local(global);
      continue;
    }
    globals_[&global] = GlobalId{program_.globals.size()};
    Global& to = program_.globals.emplace_back();
    to.name = global.getName().str();
    to.is_constant = global.isConstant();
  }
  for (const auto& [global, number] : globals_)
    fill_global(*global, program_.globals[number.index()]);
  for (const auto& [global, number] : thread_locals_) {
    const ThreadLocal& variable = program_.thread_locals[number.index()];
    if (!global->hasInitializer()) {
      throw Unsupported("the thread-local variable '" + variable.name +
                        "' is declared, but nowhere defined");
    }
    write_constant(global->getInitializer(), variable.offset, program_.thread_image);
  }
}

// Its address must stay within its thread: to another thread it would mean that thread's own
// variable.
void Decoder::add_thread_local(const llvm::GlobalVariable& global) {
  ThreadLocal variable;
  variable.name = global.getName().str();
  if (is_kept(&global, /*follows_returns=*/true)) {
    throw Unsupported("the address of the thread-local variable '" + variable.name +
                      "' is stored or given away: not supported");
  }
  variable.offset = (static_cast<std::uint32_t>(program_.thread_image.size()) + 7U) & ~7U;
  variable.size = static_cast<std::uint32_t>(data_.getTypeAllocSize(global.getValueType()));
  program_.thread_image.resize(variable.offset + variable.size);
  const ThreadLocalId number{program_.thread_locals.size()};
  if (variable.name == "__skein_ir_errno") program_.errno_variable = number;
  thread_locals_[&global] = number;
  program_.thread_locals.push_back(std::move(variable));
}

void Decoder::fill_global(const llvm::GlobalVariable& global, Global& to) {
  try {
    to.layout = layouts_.number_of(global.getValueType());
  } catch (const Unsupported& refusal) {
    throw Unsupported(place_of(global) + "the global variable '" + llvm::demangle(to.name) +
                      "': " + refusal.what());
  }
  to.bytes.assign(program_.layouts[to.layout].size, 0);
  if (!global.hasInitializer()) {
    // To the library, a FILE* is a number.
    const char* const streams[] = {"stdout", "stderr", "stdin"};
    for (std::uint8_t i = 0; i < 3; ++i) {
      if (to.name != streams[i]) continue;
      to.is_constant = true;
      to.bytes[0] = i + 1;
      return;
    }
    throw Unsupported("the global variable '" + llvm::demangle(to.name) +
                      "' is declared, but nowhere defined");
  }
  write_constant(global.getInitializer(), 0, to.bytes);
}

void Decoder::write_constant(const llvm::Constant* constant, std::uint64_t offset,
                             std::vector<std::uint8_t>& bytes) {
  if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return;
  if (const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(constant)) {
    const llvm::StringRef raw = data->getRawDataValues();
    std::memcpy(bytes.data() + offset, raw.data(), raw.size());
    return;
  }
  llvm::Type* const type = constant->getType();
  if (const auto* layout_type = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* layout =
        data_.getStructLayout(const_cast<llvm::StructType*>(layout_type));
    for (unsigned i = 0; i < layout_type->getNumElements(); ++i) {
      write_constant(constant->getAggregateElement(i), offset + layout->getElementOffset(i), bytes);
    }
    return;
  }
  if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t size = data_.getTypeAllocSize(array->getElementType());
    for (unsigned i = 0; i < array->getNumElements(); ++i) {
      write_constant(constant->getAggregateElement(i), offset + i * size, bytes);
    }
    return;
  }
  const std::uint64_t value = constant_bits(constant);
  std::memcpy(bytes.data() + offset, &value, data_.getTypeStoreSize(type));
}

std::uint64_t Decoder::constant_bits(const llvm::Constant* constant) {
  if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant)) {
    if (integer->getBitWidth() > 64) throw Unsupported("integers of more than 64 bits");
    return integer->getZExtValue();
  }
  if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant)) {
    return real->getValueAPF().bitcastToAPInt().getZExtValue();
  }
  if (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)) return 0;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(constant)) {
    const auto own = thread_locals_.find(global);
    if (own != thread_locals_.end()) return pointer_to(block_of(own->second));
    return pointer_to(block_of(globals_.at(global)));
  }
  if (const auto* function = llvm::dyn_cast<llvm::Function>(constant)) {
    return pointer_to(block_of(function_number(function)));
  }
  if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(constant)) {
    return constant_bits(alias->getAliasee());
  }
  if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
      llvm::APInt offset(64, 0);
      if (gep->accumulateConstantOffset(data_, offset)) {
        return constant_bits(llvm::cast<llvm::Constant>(gep->getPointerOperand())) +
               offset.getZExtValue();
      }
    }
    switch (expression->getOpcode()) {
      case llvm::Instruction::PtrToInt:
      case llvm::Instruction::IntToPtr:
      case llvm::Instruction::BitCast: return constant_bits(expression->getOperand(0));
      case llvm::Instruction::Add:
        return constant_bits(expression->getOperand(0)) + constant_bits(expression->getOperand(1));
      case llvm::Instruction::Sub:
        return constant_bits(expression->getOperand(0)) - constant_bits(expression->getOperand(1));
      default: break;
    }
  }
  std::string text;
  llvm::raw_string_ostream(text) << *constant;
  throw Unsupported("the constant '" + text + "' is not supported");
}

}  // namespace skein::ir
