// SPDX-License-Identifier: Apache-2.0
// A plugin for clang, which `skein cc` loads: it lets -fsanitize=thread report what it leaves out.
//
// - A structure of more than 16 bytes that is passed by value is an argument marked `byval`: the
//   code generator copies it to the callee, long after that pass.
// - Accesses to a part of a local variable (a member, an element): up to LLVM 19 the pass asks
//   whether the address *of the part* may be known elsewhere. Other threads may have that of the
//   variable.
// - Accesses of other sizes than 1, 2, 4, 8 and 16 bytes: long double, large vectors.
//
// Whether the program looks at the result of a barrier makes a difference to the exploration: a
// call without result becomes another one (runtime/intercept/locks/barrier.cpp). So does an atomic
// addition whose result is not used (runtime/memory/tsan_atomic.cpp).
#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

namespace {

// Reports an access by `instruction`, just before it.
void report(llvm::Instruction& instruction, bool is_write, llvm::Value* address, llvm::Type* type) {
  llvm::Module& module = *instruction.getModule();
  llvm::IRBuilder<> builder(&instruction);
  const llvm::DataLayout& layout = module.getDataLayout();
  llvm::Type* const size_type = layout.getIntPtrType(module.getContext());
  const llvm::FunctionCallee function =
      module.getOrInsertFunction(is_write ? "__tsan_write_range" : "__tsan_read_range",
                                 builder.getVoidTy(), builder.getPtrTy(), size_type);
  const std::uint64_t size = layout.getTypeStoreSize(type);
  llvm::CallInst* const call =
      builder.CreateCall(function, {address, llvm::ConstantInt::get(size_type, size)});
  // Otherwise the pass would find that the address is known elsewhere, and report it again.
  call->addParamAttr(0, llvm::Attribute::NoCapture);
}

bool report_arguments(llvm::CallBase& call) {
  bool has_changed = false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    report(call, false, call.getArgOperand(i), call.getParamByValType(i));
    has_changed = true;
  }
  return has_changed;
}

bool drop_result(llvm::CallBase& call) {
  const llvm::Function* const function = call.getCalledFunction();
  if (function == nullptr || !call.use_empty() || !function->isDeclaration() ||
      function->getName() != "pthread_barrier_wait" || call.arg_size() != 1) {
    return false;
  }
  call.setCalledFunction(call.getModule()->getOrInsertFunction(
      "skein_barrier_wait", function->getFunctionType(), function->getAttributes()));
  return true;
}

bool is_dead(const llvm::Value& value, int depth);

// Whether this is a local variable that is never read.
bool is_never_read(const llvm::Value& address, int depth) {
  if (!llvm::isa<llvm::AllocaInst>(address)) return false;
  return llvm::all_of(address.users(), [&](const llvm::User* user) {
    if (const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      return store->getValueOperand() != &address && !store->isVolatile();
    }
    if (const auto* const load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      return !load->isVolatile() && is_dead(*load, depth + 1);
    }
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
    return instruction != nullptr && instruction->isLifetimeStartOrEnd();
  });
}

// Whether nothing uses a value but copies of it that nothing uses. Without optimisation each result
// has such copies.
bool is_dead(const llvm::Value& value, int depth) {
  constexpr int kDeepestCopy = 16;
  if (depth == kDeepestCopy) return false;
  return llvm::all_of(value.users(), [&](const llvm::User* user) {
    if (llvm::isa<llvm::CastInst>(user)) return is_dead(*user, depth + 1);
    if (const auto* const sum = llvm::dyn_cast<llvm::BinaryOperator>(user)) {
      const bool is_sum =
          sum->getOpcode() == llvm::Instruction::Add || sum->getOpcode() == llvm::Instruction::Sub;
      return is_sum && is_dead(*sum, depth + 1);
    }
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(user);
    return store != nullptr && !store->isVolatile() && store->getValueOperand() == &value &&
           is_never_read(*store->getPointerOperand(), depth + 1);
  });
}

// The memory order, as a constant of <stdatomic.h>.
int number_of(llvm::AtomicOrdering ordering) {
  switch (ordering) {
    case llvm::AtomicOrdering::Acquire: return __ATOMIC_ACQUIRE;
    case llvm::AtomicOrdering::Release: return __ATOMIC_RELEASE;
    case llvm::AtomicOrdering::AcquireRelease: return __ATOMIC_ACQ_REL;
    case llvm::AtomicOrdering::SequentiallyConsistent: return __ATOMIC_SEQ_CST;
    default: return __ATOMIC_RELAXED;
  }
}

// Calls the runtime's function for additions whose result is not used.
llvm::CallInst* add_blindly(llvm::IRBuilder<>& builder, bool adds, llvm::Value* address,
                            llvm::Value* operand, int order) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  const std::string name = "skein_atomic" +
                           std::to_string(operand->getType()->getIntegerBitWidth()) +
                           (adds ? "_add" : "_sub");
  llvm::AttributeList attributes;
  attributes = attributes.addParamAttribute(module.getContext(), 1, llvm::Attribute::ZExt);
  const llvm::FunctionCallee function =
      module.getOrInsertFunction(name, attributes, operand->getType(), builder.getPtrTy(),
                                 operand->getType(), builder.getInt32Ty());
  llvm::CallInst* const call =
      builder.CreateCall(function, {address, operand, builder.getInt32(order)});
  call->setAttributes(attributes);
  return call;
}

bool drop_sum(llvm::AtomicRMWInst& update) {
  const bool adds = update.getOperation() == llvm::AtomicRMWInst::Add;
  const llvm::Type* const type = update.getType();
  if ((!adds && update.getOperation() != llvm::AtomicRMWInst::Sub) || !type->isIntegerTy() ||
      type->getIntegerBitWidth() > 64 || update.getPointerAddressSpace() != 0 ||
      update.getSyncScopeID() == llvm::SyncScope::SingleThread || !is_dead(update, 0)) {
    return false;
  }
  llvm::IRBuilder<> builder(&update);
  update.replaceAllUsesWith(add_blindly(builder, adds, update.getPointerOperand(),
                                        update.getValOperand(), number_of(update.getOrdering())));
  update.eraseFromParent();
  return true;
}

// The operators of std::atomic are not inlined without optimisation. Those of integers have names
// such as _ZNSt13__atomic_baseIiEppEv.
bool drop_operator_result(llvm::CallBase& call) {
  const llvm::Function* const function = call.getCalledFunction();
  if (function == nullptr || !llvm::isa<llvm::CallInst>(call) || !is_dead(call, 0)) return false;
  llvm::StringRef name = function->getName();
  if (!name.consume_front("_ZNSt13__atomic_baseI") || name.size() < 3) return false;
  const llvm::StringRef letter = name.take_front(1);
  if (!llvm::StringRef("cahstijlmxy").contains(letter) || !name.drop_front().starts_with("E")) {
    return false;
  }
  name = name.drop_front(2);
  const bool has_value = name == ("pLE" + letter).str() || name == ("mIE" + letter).str();
  const bool adds = name.starts_with("p");
  if (!has_value && name != "ppEi" && name != "ppEv" && name != "mmEi" && name != "mmEv") {
    return false;
  }
  llvm::IRBuilder<> builder(&call);
  llvm::Value* const operand =
      has_value ? call.getArgOperand(1) : llvm::ConstantInt::get(call.getType(), 1);
  if (!call.getType()->isIntegerTy() || operand->getType() != call.getType()) return false;
  call.replaceAllUsesWith(
      add_blindly(builder, adds, call.getArgOperand(0), operand, __ATOMIC_SEQ_CST));
  call.eraseFromParent();
  return true;
}

// Whether only its own function can know the address.
bool is_private(const llvm::Value* variable) {
  return llvm::isa<llvm::AllocaInst>(variable) && !llvm::PointerMayBeCaptured(variable, true, true);
}

// A part of a local variable that the pass takes for private, though the variable is not.
bool is_forgotten(const llvm::Value* address) {
  const llvm::Value* const variable = llvm::getUnderlyingObject(address);
  return variable != address && llvm::isa<llvm::AllocaInst>(variable) &&
         !llvm::PointerMayBeCaptured(address, true, true) && !is_private(variable);
}

bool has_odd_size(llvm::Instruction& instruction) {
  const std::uint64_t size = instruction.getModule()->getDataLayout().getTypeStoreSize(
      llvm::getLoadStoreType(&instruction));
  return size > 16 || (size & (size - 1)) != 0;
}

bool report_access(llvm::Instruction& instruction) {
  const bool is_write = llvm::isa<llvm::StoreInst>(instruction);
  if (!is_write && !llvm::isa<llvm::LoadInst>(instruction)) return false;
  llvm::Value* const address = llvm::getLoadStorePointerOperand(&instruction);
  if (instruction.isAtomic()) return false;
  const bool is_left_out =
      has_odd_size(instruction) && !is_private(llvm::getUnderlyingObject(address));
  if (!is_left_out && !is_forgotten(address)) return false;
  report(instruction, is_write, address, llvm::getLoadStoreType(&instruction));
  return true;
}

struct ReportsPass : llvm::PassInfoMixin<ReportsPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    bool has_changed = false;
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      for (llvm::Instruction& instruction :
           llvm::make_early_inc_range(llvm::instructions(function))) {
        if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          if (drop_operator_result(*call)) {
            has_changed = true;
            continue;
          }
          has_changed |= report_arguments(*call);
          has_changed |= drop_result(*call);
        } else if (auto* const update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
          has_changed |= drop_sum(*update);
        } else {
          has_changed |= report_access(instruction);
        }
      }
    }
    return has_changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }

  // In functions marked optnone too.
  static bool isRequired() { return true; }  // NOLINT(readability-identifier-naming)
};

}  // namespace

// At the end, as -fsanitize=thread itself: earlier, an optimisation could pass another copy.
extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "skein-reports", "1", [](llvm::PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(ReportsPass());
                });
          }};
}
