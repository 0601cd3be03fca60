// SPDX-License-Identifier: Apache-2.0
// A plugin for clang, which `skein cc` loads: it lets -fsanitize=thread report what it leaves out.
//
// A structure of more than 16 bytes that is passed by value is an argument marked `byval`: the
// code generator copies it to the callee, long after that pass. So each such argument is reported
// here as a read, before its call.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

namespace {

bool report_arguments(llvm::CallBase& call) {
  llvm::Module& module = *call.getModule();
  const llvm::DataLayout& layout = module.getDataLayout();
  bool has_changed = false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    if (!call.isByValArgument(i)) continue;
    llvm::IRBuilder<> builder(&call);
    const llvm::FunctionCallee report =
        module.getOrInsertFunction("__tsan_read_range", builder.getVoidTy(), builder.getPtrTy(),
                                   layout.getIntPtrType(module.getContext()));
    const std::uint64_t size = layout.getTypeAllocSize(call.getParamByValType(i));
    llvm::Type* const size_type = layout.getIntPtrType(module.getContext());
    builder.CreateCall(report, {call.getArgOperand(i), llvm::ConstantInt::get(size_type, size)});
    has_changed = true;
  }
  return has_changed;
}

struct CopiesPass : llvm::PassInfoMixin<CopiesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    bool has_changed = false;
    for (llvm::Function& function : module) {
      if (!function.hasFnAttribute(llvm::Attribute::SanitizeThread)) continue;
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
          has_changed |= report_arguments(*call);
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
  return {LLVM_PLUGIN_API_VERSION, "skein-copies", "1", [](llvm::PassBuilder& builder) {
            builder.registerOptimizerLastEPCallback(
                [](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
                  passes.addPass(CopiesPass());
                });
          }};
}
