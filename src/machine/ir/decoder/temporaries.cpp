// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/decoder/temporaries.hpp"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace skein::ir {

namespace {

// Whether all uses are whole, plain loads and stores that a conversion can turn into accesses of
// its type.
bool can_be_unified(const llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  llvm::Type* const type = variable.getAllocatedType();
  if (variable.isArrayAllocation() || !type->isSingleValueType()) return false;
  for (const llvm::Use& use : variable.uses()) {
    const auto* const load = llvm::dyn_cast<llvm::LoadInst>(use.getUser());
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(use.getUser());
    if (load != nullptr) {
      if (!load->isSimple() ||
          !llvm::CastInst::isBitOrNoopPointerCastable(type, load->getType(), layout)) {
        return false;
      }
    } else if (store != nullptr) {
      if (!store->isSimple() || use.getOperandNo() != store->getPointerOperandIndex() ||
          !llvm::CastInst::isBitOrNoopPointerCastable(store->getValueOperand()->getType(), type,
                                                      layout)) {
        return false;
      }
    } else {
      return false;
    }
  }
  return true;
}

void unify(llvm::AllocaInst& variable) {
  llvm::Type* const type = variable.getAllocatedType();
  std::vector<llvm::Instruction*> users;
  for (llvm::User* user : variable.users()) users.push_back(llvm::cast<llvm::Instruction>(user));
  for (llvm::Instruction* user : users) {
    llvm::IRBuilder<> builder(user);
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      llvm::Value* const value = store->getValueOperand();
      if (value->getType() != type) {
        store->setOperand(0, builder.CreateBitOrPointerCast(value, type));
      }
    } else if (user->getType() != type) {
      llvm::LoadInst* const load = builder.CreateLoad(type, &variable);
      load->setDebugLoc(user->getDebugLoc());
      user->replaceAllUsesWith(builder.CreateBitOrPointerCast(load, user->getType()));
      user->eraseFromParent();
    }
  }
}

}  // namespace

void unify_types(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getParent()->getDataLayout();
  std::vector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& in : function.getEntryBlock()) {
    auto* const variable = llvm::dyn_cast<llvm::AllocaInst>(&in);
    if (variable != nullptr && can_be_unified(*variable, layout)) variables.push_back(variable);
  }
  for (llvm::AllocaInst* variable : variables) unify(*variable);
}

}  // namespace skein::ir
