// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/decoder/escape.hpp"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace skein::ir {

bool EscapeSearch::is_kept(const llvm::Value* pointer) {
  if (!visited_.insert(pointer).second) return false;
  for (const llvm::Use& use : pointer->uses()) {
    const auto* in = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (in == nullptr) return true;
    if (llvm::isa<llvm::LoadInst>(in) || llvm::isa<llvm::ICmpInst>(in)) continue;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(in)) {
      if (store->getValueOperand() == pointer) return true;
      continue;
    }
    if (llvm::isa<llvm::AtomicRMWInst>(in) || llvm::isa<llvm::AtomicCmpXchgInst>(in)) {
      if (use.getOperandNo() != 0) return true;
      continue;
    }
    if (llvm::isa<llvm::GetElementPtrInst>(in) || llvm::isa<llvm::BitCastInst>(in) ||
        llvm::isa<llvm::PHINode>(in) || llvm::isa<llvm::SelectInst>(in)) {
      if (is_kept(in)) return true;
      continue;
    }
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(in)) {
      if (call_keeps(*call, use)) return true;
      continue;
    }
    if (follows_returns_ && llvm::isa<llvm::ReturnInst>(in)) {
      for (const llvm::Use& caller : in->getFunction()->uses()) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(caller.getUser());
        if (call == nullptr || !call->isCallee(&caller) || is_kept(call)) return true;
      }
      continue;
    }
    return true;
  }
  return false;
}

bool EscapeSearch::call_keeps(const llvm::CallBase& call, const llvm::Use& use) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    return intrinsic->getIntrinsicID() == llvm::Intrinsic::threadlocal_address && is_kept(&call);
  }
  const llvm::Function* const callee = call.getCalledFunction();
  if (callee == nullptr || !call.isArgOperand(&use)) return true;
  const unsigned number = call.getArgOperandNo(&use);
  if (!callee->isDeclaration()) {
    // The library's variadic functions do not keep their arguments.
    if (number >= callee->arg_size()) return !library_.contains(callee->getName().str());
    return is_kept(callee->getArg(number));
  }
  const Builtin what = builtin_of_(*callee);
  switch (what) {
    case Builtin::ThreadCreate: return number == 3;
    case Builtin::ThreadJoin:
    case Builtin::Ignore:
    case Builtin::Refuse:
    case Builtin::FormatReal:
    case Builtin::ParseReal:
    case Builtin::Memcpy:
    case Builtin::Memset:
    case Builtin::AssertFail:
    case Builtin::SkeinFail: return false;
    // The object itself must be a cell; an attribute or a time is only read.
    case Builtin::MutexInit:
    case Builtin::CondInit:
    case Builtin::RwInit:
    case Builtin::BarrierInit:
    case Builtin::SemGetValue:
    case Builtin::MutexTimedLock:
    case Builtin::RwTimedReadLock:
    case Builtin::RwTimedWriteLock:
    case Builtin::SemTimedWait: return number == 0;
    case Builtin::CondTimedWait: return number < 2;
    default: return true;
  }
}

}  // namespace skein::ir
