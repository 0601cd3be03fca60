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
// call without result becomes another one (runtime/intercept/barrier.cpp).
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
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          has_changed |= report_arguments(*call);
          has_changed |= drop_result(*call);
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
