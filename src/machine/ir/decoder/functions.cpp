// SPDX-License-Identifier: Apache-2.0
// Functions: their kinds, their values, the edges between their blocks.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include "machine/ir/decoder/decoder.hpp"
#include "machine/ir/program/math_functions.hpp"

namespace skein::ir {

namespace {

// The first instruction with a line number, so that a step there can be shown.
const llvm::Instruction& first_in_text(const llvm::Function& function) {
  for (const llvm::Instruction& in : function.getEntryBlock()) {
    if (in.getDebugLoc() && in.getDebugLoc().getLine() != 0) return in;
  }
  return function.getEntryBlock().front();
}

}  // namespace

void Decoder::run() {
  const llvm::Function* main = module_.getFunction("main");
  if (main == nullptr || main->isDeclaration()) throw Unsupported("the program has no main");
  if (const llvm::Function* start = module_.getFunction("__skein_ir_start")) main = start;
  number_globals();
  program_.main = function_number(main);
  while (!to_decode_.empty()) {
    const llvm::Function* const next = to_decode_.back();
    to_decode_.pop_back();
    Function done;
    done.name = next->getName().str();
    decode_function(*next, done);
    program_.functions[functions_.at(next).index()] = std::move(done);
  }
}

FunctionId Decoder::function_number(const llvm::Function* function) {
  const auto [it, is_new] = functions_.emplace(function, FunctionId{program_.functions.size()});
  if (is_new) {
    program_.functions.emplace_back().name = function->getName().str();
    if (!function->isDeclaration() && !stands_for_builtin(*function)) {
      to_decode_.push_back(function);
    }
    if ((function->isDeclaration() || stands_for_builtin(*function)) &&
        builtin_of(*function) != Builtin::Unknown) {
      make_thunk(*function, builtin_of(*function), it->second);
    }
  }
  return it->second;
}

// A builtin whose address is taken becomes a function that only calls the builtin.
void Decoder::make_thunk(const llvm::Function& function, Builtin what, FunctionId number) {
  Function to;
  to.name = function.getName().str();
  to.is_defined = true;
  to.parameters = static_cast<std::uint32_t>(function.arg_size());
  llvm::Type* const type = function.getReturnType();
  to.slots = to.parameters + slots_of(type);
  Instruction call;
  call.code = Code::Builtin;
  call.sub = static_cast<std::uint8_t>(what);
  call.imm = static_cast<std::int64_t>(program_.externals.size());
  program_.externals.push_back(to.name);
  call.arguments = static_cast<std::uint32_t>(program_.arguments.size());
  call.argument_count = to.parameters;
  for (std::uint32_t i = 0; i < to.parameters; ++i) {
    program_.arguments.push_back(static_cast<Operand>(i));
  }
  call.dst = static_cast<Operand>(to.parameters);
  call.slots = slots_of(type);
  if (call.slots == 1) call.bits = bits_of(type, nullptr);
  call.site = SiteId{program_.sites.size()};
  program_.sites.push_back(Site{"", 0, to.name, ""});
  Instruction end;
  end.code = Code::Return;
  end.site = call.site;
  end.arguments = static_cast<std::uint32_t>(program_.arguments.size());
  end.argument_count = call.slots;
  for (std::uint32_t i = 0; i < call.slots; ++i) {
    program_.arguments.push_back(call.dst + static_cast<Operand>(i));
  }
  to.code = {call, end};
  program_.functions[number.index()] = std::move(to);
}

// By name and types: a program's own `round` of integers is not the one of math.h.
bool is_math_function(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  const auto [f, is_float] = find_math_function({name.data(), name.size()});
  if (f == nullptr || function.arg_size() != f->arguments()) return false;
  const auto is_real = [&](const llvm::Type* type) {
    return is_float ? type->isFloatTy() : type->isDoubleTy();
  };
  return std::all_of(function.arg_begin(), function.arg_end(),
                     [&](const llvm::Argument& a) { return is_real(a.getType()); }) &&
         (f->whole != nullptr ? function.getReturnType()->isIntegerTy()
                              : is_real(function.getReturnType()));
}

Builtin Decoder::builtin_of(const llvm::Function& function) const {
  const llvm::StringRef name = function.getName();
  for (const BuiltinName& info : kBuiltinNames) {
    if (name == llvm::StringRef(info.name.data(), info.name.size())) return info.what;
  }
  if (is_math_function(function)) return Builtin::Math;
  // std::__throw_length_error(char const*) and so on.
  if (name.starts_with("_ZSt") && name.contains("__throw_")) return Builtin::Throw;
  return Builtin::Unknown;
}

// The competition's programs define these themselves: an assumption that ends the program if it
// does not hold, and the error, with an assertion in it.
bool Decoder::stands_for_builtin(const llvm::Function& function) const {
  const Builtin what = builtin_of(function);
  return what == Builtin::ReachError || what == Builtin::Assume;
}

std::string place_of(const llvm::Instruction* in) {
  std::string place;
  if (in != nullptr) {
    if (const llvm::DebugLoc& location = in->getDebugLoc()) {
      const auto* scope = llvm::cast<llvm::DIScope>(location.getScope());
      place = scope->getFilename().str() + ":" + std::to_string(location.getLine()) + ": ";
    } else {
      place = "in " + in->getFunction()->getName().str() + ": ";
    }
  }
  return place;
}

void Decoder::refuse(const llvm::Instruction* in, const std::string& what) const {
  throw Unsupported(place_of(in) + what);
}

SiteId Decoder::site_of(const llvm::Instruction& in) {
  Site site;
  site.function = llvm::demangle(in.getFunction()->getName());
  if (site.function == "skein_program_main") site.function = "main";  // unknown_arguments.h
  if (const llvm::DebugLoc& location = in.getDebugLoc()) {
    // The place of an inlined call would be its call site; nothing is inlined here.
    const auto* scope = llvm::cast<llvm::DIScope>(location.getScope());
    site.file = scope->getFilename().str();
    site.path =
        site.file.starts_with("/") ? site.file : scope->getDirectory().str() + "/" + site.file;
    // What skein.h does is done where the program calls it (Control::site_of).
    if (!site.path.ends_with("/skein/skein.h")) site.line = location.getLine();
  }
  const auto [it, is_new] = sites_.emplace(
      std::pair{site.path, std::pair{site.line, site.function}}, SiteId{program_.sites.size()});
  if (is_new) program_.sites.push_back(site);
  return it->second;
}

// ---- Values --------------------------------------------------------------------------------

std::uint32_t slots_of(llvm::Type* type) {
  if (type->isVoidTy()) return 0;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    std::uint32_t sum = 0;
    for (llvm::Type* part : structure->elements()) sum += slots_of(part);
    return sum;
  }
  if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    return static_cast<std::uint32_t>(array->getNumElements()) * slots_of(array->getElementType());
  }
  return 1;
}

std::uint8_t Decoder::bits_of(llvm::Type* type, const llvm::Instruction* in) const {
  if (type->isPointerTy()) return 64;
  if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) {
    return static_cast<std::uint8_t>(type->getIntegerBitWidth());
  }
  if (type->isFloatTy()) return 32;
  if (type->isDoubleTy()) return 64;
  std::string text;
  llvm::raw_string_ostream(text) << *type;
  refuse(in, "values of type '" + text + "' are not supported");
}

Operand Decoder::constant(std::uint64_t bits) {
  const auto [it, is_new] =
      constants_.emplace(bits, ~static_cast<Operand>(program_.constants.size()));
  if (is_new) program_.constants.push_back(bits);
  return it->second;
}

Operand Decoder::slot_of(const llvm::Value* value) {
  const auto [it, is_new] = slots_.emplace(value, static_cast<Operand>(next_slot_));
  if (is_new) next_slot_ += slots_of(value->getType());
  return it->second;
}

// The part-th scalar of the value.
Operand Decoder::operand(const llvm::Value* value, std::uint32_t part) {
  if (const auto* c = llvm::dyn_cast<llvm::Constant>(value)) {
    llvm::Type* const type = c->getType();
    if (!type->isAggregateType()) return constant(constant_bits(c));
    for (unsigned i = 0;; ++i) {
      const llvm::Constant* const element = c->getAggregateElement(i);
      const std::uint32_t slots = slots_of(element->getType());
      if (part < slots) return operand(element, part);
      part -= slots;
    }
  }
  return slot_of(value) + static_cast<Operand>(part);
}

Instruction& Decoder::emit(Function& to, Code code, const llvm::Instruction& in) {
  Instruction& out = to.code.emplace_back();
  out.code = code;
  out.site = site_of(in);
  return out;
}

// ---- Control -------------------------------------------------------------------------------

void Decoder::decode_function(const llvm::Function& function, Function& to) {
  slots_.clear();
  starts_.clear();
  open_edges_.clear();
  next_slot_ = 0;
  to.is_defined = true;
  for (const llvm::Argument& argument : function.args()) static_cast<void>(slot_of(&argument));
  to.is_variadic = function.isVarArg();
  to.has_varying_memory = to.is_variadic;
  to.parameters = next_slot_;
  is_section_ = function.getName().starts_with("__VERIFIER_atomic_");
  if (is_section_) bracket(Builtin::AtomicBegin, first_in_text(function), to);
  for (const llvm::BasicBlock& block : function) {
    starts_[&block] = static_cast<std::uint32_t>(to.code.size());
    decode_block(block, to);
  }
  for (const auto& [edge, target] : open_edges_) program_.edges[edge].target = starts_.at(target);
  to.slots = next_slot_;
}

// A function of this name is an atomic section as a whole, for all callers: so the section's
// beginning and end belong to the function itself.
void Decoder::bracket(Builtin end, const llvm::Instruction& in, Function& to) {
  Instruction& out = emit(to, Code::Builtin, in);
  out.sub = static_cast<std::uint8_t>(end);
  out.slots = 0;
}

void Decoder::decode_block(const llvm::BasicBlock& block, Function& to) {
  for (const llvm::Instruction& in : block) {
    if (llvm::isa<llvm::PHINode>(in)) {
      static_cast<void>(slot_of(&in));
      continue;
    }
    note_variables(in, to);
    if (in.isTerminator()) {
      decode_terminator(in, to);
    } else {
      decode_instruction(in, to);
    }
  }
}

std::uint32_t Decoder::add_edge(const llvm::BasicBlock* from, const llvm::BasicBlock* target) {
  const auto number = static_cast<std::uint32_t>(program_.edges.size());
  Edge edge;
  // Recognised by clang's names: land.rhs, lor.lhs.false, cond.end and so on.
  for (const char* inside : {"land.", "lor.", "cond."}) {
    if (target->getName().starts_with(inside)) edge.is_inside_statement = true;
  }
  for (const llvm::PHINode& phi : target->phis()) {
    const llvm::Value* const value = phi.getIncomingValueForBlock(from);
    for (std::uint32_t i = 0; i < slots_of(phi.getType()); ++i) {
      edge.copies.push_back(Copy{slot_of(&phi) + static_cast<Operand>(i), operand(value, i)});
    }
  }
  program_.edges.push_back(std::move(edge));
  open_edges_.emplace_back(number, target);
  return number;
}

void Decoder::decode_terminator(const llvm::Instruction& in, Function& to) {
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&in)) {
    const std::uint32_t first = add_edge(in.getParent(), branch->getSuccessor(0));
    if (!branch->isConditional()) {
      emit(to, Code::Jump, in).imm = first;
      return;
    }
    add_edge(in.getParent(), branch->getSuccessor(1));
    const Operand condition = operand(branch->getCondition());
    Instruction& out = emit(to, Code::Branch, in);
    out.a = condition;
    out.imm = first;
    return;
  }
  if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&in)) {
    SwitchTable table;
    for (const auto& item : choice->cases()) {
      table.values.push_back(item.getCaseValue()->getZExtValue());
      table.edges.push_back(add_edge(in.getParent(), item.getCaseSuccessor()));
    }
    table.otherwise = add_edge(in.getParent(), choice->getDefaultDest());
    const Operand value = operand(choice->getCondition());
    Instruction& out = emit(to, Code::Switch, in);
    out.a = value;
    out.imm = static_cast<std::int64_t>(program_.switches.size());
    program_.switches.push_back(std::move(table));
    return;
  }
  if (const auto* end = llvm::dyn_cast<llvm::ReturnInst>(&in)) {
    const llvm::Value* const value = end->getReturnValue();
    const std::uint32_t count = value == nullptr ? 0 : slots_of(value->getType());
    const auto first = static_cast<std::uint32_t>(program_.arguments.size());
    for (std::uint32_t i = 0; i < count; ++i) program_.arguments.push_back(operand(value, i));
    if (is_section_) bracket(Builtin::AtomicEnd, in, to);
    Instruction& out = emit(to, Code::Return, in);
    out.arguments = first;
    out.argument_count = count;
    return;
  }
  if (llvm::isa<llvm::UnreachableInst>(in)) {
    emit(to, Code::Unreachable, in);
    return;
  }
  refuse(&in, std::string("'") + in.getOpcodeName() + "' is not supported (C++ exceptions?)");
}

}  // namespace skein::ir
