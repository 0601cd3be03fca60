// SPDX-License-Identifier: Apache-2.0
// The decoder's entry point: reads the files, links them, runs mem2reg, decodes.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/PassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <algorithm>
#include <memory>

#include "machine/ir/decoder/decoder.hpp"
#include "machine/ir/decoder/temporaries.hpp"
#include "machine/ir/decoder/unknown_locals.hpp"

namespace skein::ir {

// The bitcode of src/machine/ir/library.
extern const unsigned char kLibraryBytes[];
extern const std::size_t kLibrarySize;

namespace {

std::unique_ptr<llvm::Module> read(const std::string& file, llvm::LLVMContext& context) {
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(file, diagnostic, context);
  if (module == nullptr) {
    throw Unsupported("'" + file +
                      "' is not LLVM bitcode or IR that LLVM " LLVM_VERSION_STRING " can read: " +
                      diagnostic.getMessage().str());
  }
  return module;
}

// Links the functions of our C library that the program needs; returns the names of all its
// functions.
std::set<std::string> link_library(llvm::Module& whole, llvm::Linker& linker,
                                   llvm::LLVMContext& context) {
  const llvm::StringRef bytes(reinterpret_cast<const char*>(kLibraryBytes), kLibrarySize);
  auto library = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "the library"), context);
  if (!library) throw Unsupported("the C library of the ir machine cannot be read");
  std::set<std::string> names;
  for (const llvm::Function& function : **library) {
    if (!function.isDeclaration()) names.insert(function.getName().str());
  }
  (*library)->setTargetTriple(whole.getTargetTriple());
  (*library)->setDataLayout(whole.getDataLayout());
  if (linker.linkInModule(std::move(*library), llvm::Linker::LinkOnlyNeeded)) {
    throw Unsupported("the C library of the ir machine cannot be linked to the program");
  }
  // Only those that come from there: the program may define functions of the same names.
  std::erase_if(names, [&](const std::string& name) {
    const llvm::Function* const function = whole.getFunction(name);
    return function == nullptr || function->isDeclaration() || function->getSubprogram() != nullptr;
  });
  return names;
}

// The functions that include/skein/unknown_input.h replaces and that the machine also knows
// otherwise. (A program that calls one of the others cannot be decoded without it.)
bool reads_input(const llvm::Module& module) {
  const char* const names[] = {"rand", "random", "rand_r", "getenv"};
  return std::any_of(std::begin(names), std::end(names), [&](const char* name) {
    const llvm::Function* const function = module.getFunction(name);
    return function != nullptr && function->isDeclaration() && !function->use_empty();
  });
}

// What that header cannot do: glibc's own names of scanf and fscanf.
void rename_scanf(llvm::Module& module) {
  for (const char* const name : {"scanf", "fscanf"}) {
    for (const char* const before : {"", "__isoc99_", "__isoc23_"}) {
      llvm::Function* const function = module.getFunction(std::string(before) + name);
      if (function == nullptr || !function->isDeclaration()) continue;
      const std::string wanted = std::string("skein_input_") + name;
      if (llvm::Function* const same = module.getFunction(wanted)) {
        function->replaceAllUsesWith(same);
      } else {
        function->setName(wanted);
      }
    }
  }
}

constexpr const char* kRegister = "__skein_ir_register";

// The functions of llvm.global_ctors or llvm.global_dtors, by priority.
std::vector<llvm::Function*> functions_in(const llvm::Module& module, const char* name) {
  const llvm::GlobalVariable* const list = module.getGlobalVariable(name);
  if (list == nullptr || !list->hasInitializer()) return {};
  std::vector<std::pair<std::uint64_t, llvm::Function*>> found;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    const auto* entry = llvm::cast<llvm::Constant>(use.get());
    auto* const function = llvm::dyn_cast<llvm::Function>(entry->getAggregateElement(1U));
    if (function == nullptr) throw Unsupported("an unusual constructor of a global object");
    found.emplace_back(
        llvm::cast<llvm::ConstantInt>(entry->getAggregateElement(0U))->getZExtValue(), function);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<llvm::Function*> functions;
  for (const auto& [priority, function] : found) functions.push_back(function);
  return functions;
}

// Destructors run after all functions registered with atexit, the highest priority first, so they
// are registered before all others. Must come before the library is linked, which then has to
// provide atexit.
void add_finalisers(llvm::Module& module) {
  const std::vector<llvm::Function*> finalisers = functions_in(module, "llvm.global_dtors");
  if (finalisers.empty()) return;
  llvm::LLVMContext& context = module.getContext();
  auto* const tells =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::Function::ExternalLinkage, kRegister, module);
  const llvm::FunctionCallee at_exit = module.getOrInsertFunction(
      "atexit", llvm::Type::getInt32Ty(context), llvm::PointerType::getUnqual(context));
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", tells));
  for (llvm::Function* function : finalisers) builder.CreateCall(at_exit, {function});
  builder.CreateRetVoid();
}

// A program with constructors of global objects begins with these.
void add_start(llvm::Module& module) {
  llvm::Function* const main = module.getFunction("main");
  llvm::Function* const tells = module.getFunction(kRegister);
  const std::vector<llvm::Function*> constructors = functions_in(module, "llvm.global_ctors");
  if (main == nullptr || main->isDeclaration()) return;
  if (constructors.empty() && tells == nullptr) return;
  auto* const start = llvm::Function::Create(
      main->getFunctionType(), llvm::Function::ExternalLinkage, "__skein_ir_start", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", start));
  if (tells != nullptr) builder.CreateCall(tells);
  for (llvm::Function* function : constructors) builder.CreateCall(function);
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : start->args()) arguments.push_back(&argument);
  llvm::CallInst* const result = builder.CreateCall(main, arguments);
  if (result->getType()->isVoidTy()) {
    builder.CreateRetVoid();
  } else {
    builder.CreateRet(result);
  }
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
    if (function.isDeclaration()) continue;
    unify_types(function);
    passes.run(function, functions);
  }
}

}  // namespace

}  // namespace skein::ir

extern "C" __attribute__((visibility("default"))) bool skein_ir_decode(
    const skein::ir::DecodeRequest* request, skein::ir::Program* program, std::string* error,
    bool* is_unknown_function) {
  using namespace skein::ir;
  try {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> whole = read(request->files.front(), context);
    llvm::Linker linker(*whole);
    for (std::size_t i = 1; i < request->files.size(); ++i) {
      const unsigned flags = request->allows_several_definitions
                                 ? llvm::Linker::Flags::OverrideFromSrc
                                 : llvm::Linker::Flags::None;
      if (linker.linkInModule(read(request->files[i], context), flags)) {
        throw Unsupported("'" + request->files[i] + "' cannot be linked to the others");
      }
    }
    program->reads_input = reads_input(*whole);
    if (request->has_unknown_input) rename_scanf(*whole);
    if (request->has_unknown_locals) make_locals_unknown(*whole);
    add_finalisers(*whole);
    const std::set<std::string> library = link_library(*whole, linker, context);
    std::string broken;
    llvm::raw_string_ostream stream(broken);
    if (llvm::verifyModule(*whole, &stream)) throw Unsupported("broken bitcode: " + broken);
    promote(*whole);
    add_start(*whole);
    Decoder(*whole, *request, library, *program).run();
    return true;
  } catch (const std::exception& trouble) {
    *error = trouble.what();
    *is_unknown_function = dynamic_cast<const UnknownCallee*>(&trouble) != nullptr;
    return false;
  }
}
