// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/decoder/unknown_locals.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>

#include <string>
#include <vector>

namespace skein::ir {

namespace {

bool has_note(const llvm::Instruction& in) {
  const llvm::MDNode* const notes = in.getMetadata(llvm::LLVMContext::MD_annotation);
  if (notes == nullptr) return false;
  for (const llvm::MDOperand& note : notes->operands()) {
    const auto* const text = llvm::dyn_cast<llvm::MDString>(note.get());
    if (text != nullptr && text->getString() == "auto-init") return true;
  }
  return false;
}

// The builtin that returns an unknown value of the type; empty if there is none.
std::string name_for(const llvm::Type& type) {
  if (type.isPointerTy()) return "__VERIFIER_nondet_pointer";
  if (type.isFloatTy()) return "__VERIFIER_nondet_float";
  if (type.isDoubleTy()) return "__VERIFIER_nondet_double";
  if (!type.isIntegerTy()) return "";
  switch (type.getIntegerBitWidth()) {
    case 1: return "__VERIFIER_nondet_bool";
    case 8: return "__VERIFIER_nondet_u8";
    case 16: return "__VERIFIER_nondet_u16";
    case 32: return "__VERIFIER_nondet_u32";
    case 64: return "__VERIFIER_nondet_u64";
    default: return "";
  }
}

void fill(llvm::IRBuilder<>& builder, llvm::Module& module, llvm::Value* to, llvm::Value* size) {
  llvm::LLVMContext& context = module.getContext();
  const llvm::FunctionCallee function = module.getOrInsertFunction(
      "__skein_ir_fill_unknown", llvm::Type::getVoidTy(context),
      llvm::PointerType::getUnqual(context), llvm::Type::getInt64Ty(context));
  builder.CreateCall(function,
                     {to, builder.CreateZExtOrTrunc(size, llvm::Type::getInt64Ty(context))});
}

void replace(llvm::Instruction& in, llvm::Module& module) {
  llvm::IRBuilder<> builder(&in);
  if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(&in)) {
    llvm::Type* const type = store->getValueOperand()->getType();
    const std::string name = name_for(*type);
    if (!name.empty()) {
      store->setOperand(0, builder.CreateCall(module.getOrInsertFunction(name, type)));
      return;
    }
    fill(builder, module, store->getPointerOperand(),
         builder.getInt64(module.getDataLayout().getTypeStoreSize(type)));
  } else if (auto* const set = llvm::dyn_cast<llvm::MemSetInst>(&in)) {
    fill(builder, module, set->getDest(), set->getLength());
  } else {
    return;
  }
  in.eraseFromParent();
}

}  // namespace

void make_locals_unknown(llvm::Module& module) {
  std::vector<llvm::Instruction*> found;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      for (llvm::Instruction& in : block) {
        if (has_note(in)) found.push_back(&in);
      }
    }
  }
  for (llvm::Instruction* in : found) replace(*in, module);
}

}  // namespace skein::ir
