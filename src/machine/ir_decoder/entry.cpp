// The decoder's entry: reads the files, links them, runs mem2reg, decodes.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <memory>

#include "machine/ir_decoder/decoder.hpp"

namespace skein::ir {

namespace {

std::unique_ptr<llvm::Module> read(const std::string& file, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, diagnostic, context);
  if (module == nullptr) {
    throw Unsupported("'" + file +
                      "' is no LLVM bitcode or IR that LLVM " LLVM_VERSION_STRING " can read: " +
                      diagnostic.getMessage().str());
  }
  return module;
}

void promote(llvm::Module& module) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::PromotePass());
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) passes.run(function, functions);
  }
}

}  // namespace

}  // namespace skein::ir

extern "C" __attribute__((visibility("default"))) bool skein_ir_decode(
    const skein::ir::DecodeRequest* request, skein::ir::Program* program, std::string* error) {
  using namespace skein::ir;
  try {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> whole = read(request->files.front(), context);
    llvm::Linker linker(*whole);
    for (std::size_t i = 1; i < request->files.size(); ++i) {
      if (linker.linkInModule(read(request->files[i], context))) {
        throw Unsupported("'" + request->files[i] + "' cannot be linked to the others");
      }
    }
    std::string broken;
    llvm::raw_string_ostream stream(broken);
    if (llvm::verifyModule(*whole, &stream)) throw Unsupported("broken bitcode: " + broken);
    promote(*whole);
    Decoder(*whole, *request, *program).run();
    return true;
  } catch (const std::exception& trouble) {
    *error = trouble.what();
    return false;
  }
}
