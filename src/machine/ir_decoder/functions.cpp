// Functions: instruction by instruction.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "machine/ir_decoder/decoder.hpp"

namespace skein::ir {

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
    program_.functions[functions_.at(next)] = std::move(done);
  }
}

std::uint32_t Decoder::function_number(const llvm::Function* function) {
  const auto [it, is_new] =
      functions_.emplace(function, static_cast<std::uint32_t>(program_.functions.size()));
  if (is_new) {
    program_.functions.emplace_back().name = function->getName().str();
    if (!function->isDeclaration() && builtin_of(*function) != Builtin::ReachError) {
      to_decode_.push_back(function);
    }
    if (function->isDeclaration() && builtin_of(*function) != Builtin::Unknown) {
      make_thunk(*function, builtin_of(*function), it->second);
    }
  }
  return it->second;
}

// A builtin whose address is taken: a function that does nothing else.
void Decoder::make_thunk(const llvm::Function& function, Builtin what, std::uint32_t number) {
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
  call.site = static_cast<std::uint32_t>(program_.sites.size());
  program_.sites.push_back(Site{"", 0, to.name});
  Instruction end;
  end.code = Code::Return;
  end.site = call.site;
  end.arguments = static_cast<std::uint32_t>(program_.arguments.size());
  end.argument_count = call.slots;
  for (std::uint32_t i = 0; i < call.slots; ++i) {
    program_.arguments.push_back(call.dst + static_cast<Operand>(i));
  }
  to.code = {call, end};
  program_.functions[number] = std::move(to);
}

Builtin Decoder::builtin_of(const llvm::Function& function) const {
  const llvm::StringRef name = function.getName();
  for (const BuiltinInfo& info : kBuiltins) {
    if (name == llvm::StringRef(info.name.data(), info.name.size())) return info.what;
  }
  // std::__throw_length_error(char const*) and so on.
  if (name.starts_with("_ZSt") && name.contains("__throw_")) return Builtin::Throw;
  return Builtin::Unknown;
}

void Decoder::refuse(const llvm::Instruction* in, const std::string& what) const {
  std::string place;
  if (in != nullptr) {
    if (const llvm::DebugLoc& location = in->getDebugLoc()) {
      const auto* scope = llvm::cast<llvm::DIScope>(location.getScope());
      place = scope->getFilename().str() + ":" + std::to_string(location.getLine()) + ": ";
    } else {
      place = "in " + in->getFunction()->getName().str() + ": ";
    }
  }
  throw Unsupported(place + what);
}

std::uint32_t Decoder::site_of(const llvm::Instruction& in) {
  Site site;
  site.function = in.getFunction()->getName().str();
  if (const llvm::DebugLoc& location = in.getDebugLoc()) {
    // An inlined call's place is where it was called from; nothing is inlined here.
    site.file = llvm::cast<llvm::DIScope>(location.getScope())->getFilename().str();
    site.line = location.getLine();
  }
  const auto [it, is_new] =
      sites_.emplace(std::pair{site.file, std::pair{site.line, site.function}},
                     static_cast<std::uint32_t>(program_.sites.size()));
  if (is_new) program_.sites.push_back(site);
  return it->second;
}

// ---- Values --------------------------------------------------------------------------------

std::uint32_t Decoder::slots_of(llvm::Type* type) const {
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
  for (const llvm::BasicBlock& block : function) {
    starts_[&block] = static_cast<std::uint32_t>(to.code.size());
    decode_block(block, to);
  }
  for (const auto& [edge, target] : open_edges_) program_.edges[edge].target = starts_.at(target);
  to.slots = next_slot_;
}

void Decoder::decode_block(const llvm::BasicBlock& block, Function& to) {
  for (const llvm::Instruction& in : block) {
    if (llvm::isa<llvm::PHINode>(in)) {
      static_cast<void>(slot_of(&in));
      continue;
    }
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
  // By clang's names: land.rhs, lor.lhs.false, cond.end and so on.
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

// ---- Instructions --------------------------------------------------------------------------

void Decoder::decode_cast(const llvm::CastInst& cast, Function& to) {
  const Operand value = operand(cast.getOperand(0));
  const Operand dst = slot_of(&cast);
  Code code = Code::Move;
  switch (cast.getOpcode()) {
    case llvm::Instruction::Trunc: code = Code::Trunc; break;
    case llvm::Instruction::ZExt: code = Code::ZExt; break;
    case llvm::Instruction::SExt: code = Code::SExt; break;
    case llvm::Instruction::FPToUI: code = Code::FPToUI; break;
    case llvm::Instruction::FPToSI: code = Code::FPToSI; break;
    case llvm::Instruction::UIToFP: code = Code::UIToFP; break;
    case llvm::Instruction::SIToFP: code = Code::SIToFP; break;
    case llvm::Instruction::FPTrunc: code = Code::FPTrunc; break;
    case llvm::Instruction::FPExt: code = Code::FPExt; break;
    case llvm::Instruction::PtrToInt: code = Code::Trunc; break;
    case llvm::Instruction::IntToPtr: code = Code::ZExt; break;
    case llvm::Instruction::BitCast: code = Code::Move; break;
    default: refuse(&cast, std::string("'") + cast.getOpcodeName() + "' is not supported");
  }
  Instruction& out = emit(to, code, cast);
  out.dst = dst;
  out.a = value;
  out.bits = bits_of(cast.getType(), &cast);
  out.bits2 = bits_of(cast.getOperand(0)->getType(), &cast);
}

void Decoder::decode_gep(const llvm::GetElementPtrInst& gep, Function& to) {
  llvm::MapVector<llvm::Value*, llvm::APInt> variable;
  llvm::APInt fixed(64, 0);
  if (!gep.collectOffset(data_, 64, variable, fixed)) refuse(&gep, "a pointer to a scalable type");
  const Operand base = operand(gep.getPointerOperand());
  const Operand dst = slot_of(&gep);
  Instruction& first = emit(to, Code::Offset, gep);
  first.dst = dst;
  first.a = base;
  first.imm = fixed.getSExtValue();
  for (const auto& [index, scale] : variable) {
    const Operand by = operand(index);
    Instruction& out = emit(to, Code::Index, gep);
    out.dst = dst;
    out.a = dst;
    out.b = by;
    out.bits2 = bits_of(index->getType(), &gep);
    out.imm = scale.getSExtValue();
  }
}

void Decoder::decode_memory(const llvm::Instruction& in, Function& to) {
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&in)) {
    const auto* count = llvm::dyn_cast<llvm::ConstantInt>(alloca->getArraySize());
    std::set<const llvm::Value*> visited;
    const bool is_shared = is_kept(alloca, visited);
    llvm::Type* type = alloca->getAllocatedType();
    if (count == nullptr || !alloca->isStaticAlloca()) {
      if (is_shared) {
        refuse(&in, "an array of variable length that others can reach is not supported");
      }
      const Operand number = operand(alloca->getArraySize());
      const Operand dst = slot_of(&in);
      Instruction& out = emit(to, Code::Grow, in);
      out.dst = dst;
      out.b = number;
      out.imm = static_cast<std::int64_t>(data_.getTypeAllocSize(type));
      to.has_varying_memory = true;
      return;
    }
    if (!count->isOne()) type = llvm::ArrayType::get(type, count->getZExtValue());
    const Operand dst = slot_of(&in);
    Instruction& out = emit(to, is_shared ? Code::NewBlock : Code::Alloca, in);
    out.dst = dst;
    if (is_shared) {
      out.imm = layout_of(type);
      to.blocks.push_back(dst);
      return;
    }
    to.frame_bytes = (to.frame_bytes + 7U) & ~7U;
    out.imm = to.frame_bytes;
    to.frame_bytes += static_cast<std::uint32_t>(data_.getTypeAllocSize(type));
    return;
  }
  // Structures as values: scalar by scalar.
  const auto access_parts = [&](const llvm::Value* pointer, llvm::Type* type, auto access) {
    std::uint32_t part = 0;
    const auto visit = [&](auto& self, llvm::Type* piece, std::uint64_t offset) -> void {
      if (auto* structure = llvm::dyn_cast<llvm::StructType>(piece)) {
        const llvm::StructLayout* layout = data_.getStructLayout(structure);
        for (unsigned i = 0; i < structure->getNumElements(); ++i) {
          self(self, structure->getElementType(i), offset + layout->getElementOffset(i));
        }
        return;
      }
      if (auto* array = llvm::dyn_cast<llvm::ArrayType>(piece)) {
        const std::uint64_t size = data_.getTypeAllocSize(array->getElementType());
        for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
          self(self, array->getElementType(), offset + i * size);
        }
        return;
      }
      const Operand base = operand(pointer);
      const auto address = static_cast<Operand>(next_slot_++);
      Instruction& where = emit(to, Code::Offset, in);
      where.dst = address;
      where.a = base;
      where.imm = static_cast<std::int64_t>(offset);
      access(address, part++, bits_of(piece, &in));
    };
    visit(visit, type, 0);
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&in);
      load != nullptr && load->getType()->isAggregateType()) {
    const Operand dst = slot_of(&in);
    access_parts(load->getPointerOperand(), load->getType(),
                 [&](Operand address, std::uint32_t part, std::uint8_t bits) {
                   Instruction& out = emit(to, Code::Load, in);
                   out.a = address;
                   out.dst = dst + static_cast<Operand>(part);
                   out.bits = bits;
                 });
    return;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&in);
      store != nullptr && store->getValueOperand()->getType()->isAggregateType()) {
    const llvm::Value* const value = store->getValueOperand();
    access_parts(store->getPointerOperand(), value->getType(),
                 [&](Operand address, std::uint32_t part, std::uint8_t bits) {
                   const Operand what = operand(value, part);
                   Instruction& out = emit(to, Code::Store, in);
                   out.a = address;
                   out.b = what;
                   out.bits = bits;
                 });
    return;
  }
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&in)) {
    const Operand from = operand(load->getPointerOperand());
    const Operand dst = slot_of(&in);
    const std::uint8_t bits = bits_of(load->getType(), &in);
    Instruction& out = emit(to, Code::Load, in);
    out.a = from;
    out.dst = dst;
    out.bits = bits;
    out.is_atomic = load->isAtomic();
    return;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&in)) {
    const Operand where = operand(store->getPointerOperand());
    const Operand what = operand(store->getValueOperand());
    const std::uint8_t bits = bits_of(store->getValueOperand()->getType(), &in);
    Instruction& out = emit(to, Code::Store, in);
    out.a = where;
    out.b = what;
    out.bits = bits;
    out.is_atomic = store->isAtomic();
    return;
  }
  if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&in)) {
    RmwKind kind = RmwKind::Xchg;
    switch (rmw->getOperation()) {
      case llvm::AtomicRMWInst::Xchg: kind = RmwKind::Xchg; break;
      case llvm::AtomicRMWInst::Add: kind = RmwKind::Add; break;
      case llvm::AtomicRMWInst::Sub: kind = RmwKind::Sub; break;
      case llvm::AtomicRMWInst::And: kind = RmwKind::And; break;
      case llvm::AtomicRMWInst::Nand: kind = RmwKind::Nand; break;
      case llvm::AtomicRMWInst::Or: kind = RmwKind::Or; break;
      case llvm::AtomicRMWInst::Xor: kind = RmwKind::Xor; break;
      case llvm::AtomicRMWInst::Max: kind = RmwKind::Max; break;
      case llvm::AtomicRMWInst::Min: kind = RmwKind::Min; break;
      case llvm::AtomicRMWInst::UMax: kind = RmwKind::UMax; break;
      case llvm::AtomicRMWInst::UMin: kind = RmwKind::UMin; break;
      case llvm::AtomicRMWInst::FAdd: kind = RmwKind::FAdd; break;
      case llvm::AtomicRMWInst::FSub: kind = RmwKind::FSub; break;
      default: refuse(&in, "this atomic operation is not supported");
    }
    const Operand where = operand(rmw->getPointerOperand());
    const Operand what = operand(rmw->getValOperand());
    const Operand dst = slot_of(&in);
    const std::uint8_t bits = bits_of(rmw->getType(), &in);
    Instruction& out = emit(to, Code::Rmw, in);
    out.sub = static_cast<std::uint8_t>(kind);
    out.a = where;
    out.b = what;
    out.dst = dst;
    out.bits = bits;
    out.is_atomic = true;
    return;
  }
  const auto& exchange = llvm::cast<llvm::AtomicCmpXchgInst>(in);
  const Operand where = operand(exchange.getPointerOperand());
  const Operand expected = operand(exchange.getCompareOperand());
  const Operand desired = operand(exchange.getNewValOperand());
  const Operand dst = slot_of(&in);
  const std::uint8_t bits = bits_of(exchange.getCompareOperand()->getType(), &in);
  Instruction& out = emit(to, Code::CmpXchg, in);
  out.a = where;
  out.b = expected;
  out.c = desired;
  out.dst = dst;
  out.bits = bits;
  out.is_atomic = true;
}

void Decoder::decode_instruction(const llvm::Instruction& in, Function& to) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(in)) return;
  if (llvm::isa<llvm::AllocaInst>(in) || llvm::isa<llvm::LoadInst>(in) ||
      llvm::isa<llvm::StoreInst>(in) || llvm::isa<llvm::AtomicRMWInst>(in) ||
      llvm::isa<llvm::AtomicCmpXchgInst>(in)) {
    return decode_memory(in, to);
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&in)) return decode_call(*call, to);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&in)) return decode_cast(*cast, to);
  if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&in)) return decode_gep(*gep, to);
  if (llvm::isa<llvm::FenceInst>(in)) return;
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&in)) {
    const Operand a = operand(compare->getOperand(0));
    const Operand b = operand(compare->getOperand(1));
    const Operand dst = slot_of(&in);
    const std::uint8_t bits = bits_of(compare->getOperand(0)->getType(), &in);
    const bool is_integer = llvm::isa<llvm::ICmpInst>(in);
    Instruction& out = emit(to, is_integer ? Code::ICmp : Code::FCmp, in);
    out.a = a;
    out.b = b;
    out.dst = dst;
    out.bits = bits;
    if (!is_integer) {
      out.sub = static_cast<std::uint8_t>(compare->getPredicate());
      return;
    }
    Compare kind = Compare::EQ;
    switch (compare->getPredicate()) {
      case llvm::CmpInst::ICMP_EQ: kind = Compare::EQ; break;
      case llvm::CmpInst::ICMP_NE: kind = Compare::NE; break;
      case llvm::CmpInst::ICMP_UGT: kind = Compare::UGT; break;
      case llvm::CmpInst::ICMP_UGE: kind = Compare::UGE; break;
      case llvm::CmpInst::ICMP_ULT: kind = Compare::ULT; break;
      case llvm::CmpInst::ICMP_ULE: kind = Compare::ULE; break;
      case llvm::CmpInst::ICMP_SGT: kind = Compare::SGT; break;
      case llvm::CmpInst::ICMP_SGE: kind = Compare::SGE; break;
      case llvm::CmpInst::ICMP_SLT: kind = Compare::SLT; break;
      default: kind = Compare::SLE; break;
    }
    out.sub = static_cast<std::uint8_t>(kind);
    return;
  }
  if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&in)) {
    const Operand condition = operand(select->getCondition());
    for (std::uint32_t i = 0; i < slots_of(in.getType()); ++i) {
      const Operand yes = operand(select->getTrueValue(), i);
      const Operand no = operand(select->getFalseValue(), i);
      const Operand dst = slot_of(&in) + static_cast<Operand>(i);
      Instruction& out = emit(to, Code::Select, in);
      out.dst = dst;
      out.a = condition;
      out.b = yes;
      out.c = no;
    }
    return;
  }
  const auto part_of = [&](llvm::Type* type, llvm::ArrayRef<unsigned> indices) {
    std::uint32_t part = 0;
    for (const unsigned index : indices) {
      if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
        for (unsigned i = 0; i < index; ++i) part += slots_of(structure->getElementType(i));
        type = structure->getElementType(index);
      } else {
        type = llvm::cast<llvm::ArrayType>(type)->getElementType();
        part += index * slots_of(type);
      }
    }
    return part;
  };
  const auto move = [&](Operand dst, Operand from) {
    Instruction& out = emit(to, Code::Move, in);
    out.dst = dst;
    out.a = from;
  };
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&in)) {
    const llvm::Value* const from = extract->getAggregateOperand();
    const std::uint32_t part = part_of(from->getType(), extract->getIndices());
    for (std::uint32_t i = 0; i < slots_of(in.getType()); ++i) {
      const Operand value = operand(from, part + i);
      move(slot_of(&in) + static_cast<Operand>(i), value);
    }
    return;
  }
  if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&in)) {
    const llvm::Value* const from = insert->getAggregateOperand();
    const llvm::Value* const what = insert->getInsertedValueOperand();
    const std::uint32_t part = part_of(from->getType(), insert->getIndices());
    const std::uint32_t count = slots_of(what->getType());
    for (std::uint32_t i = 0; i < slots_of(in.getType()); ++i) {
      const bool is_new = i >= part && i < part + count;
      const Operand value = is_new ? operand(what, i - part) : operand(from, i);
      move(slot_of(&in) + static_cast<Operand>(i), value);
    }
    return;
  }
  if (llvm::isa<llvm::FreezeInst>(in)) {
    const Operand value = operand(in.getOperand(0));
    move(slot_of(&in), value);
    return;
  }
  Code code = Code::Unreachable;
  switch (in.getOpcode()) {
    case llvm::Instruction::Add: code = Code::Add; break;
    case llvm::Instruction::Sub: code = Code::Sub; break;
    case llvm::Instruction::Mul: code = Code::Mul; break;
    case llvm::Instruction::UDiv: code = Code::UDiv; break;
    case llvm::Instruction::SDiv: code = Code::SDiv; break;
    case llvm::Instruction::URem: code = Code::URem; break;
    case llvm::Instruction::SRem: code = Code::SRem; break;
    case llvm::Instruction::Shl: code = Code::Shl; break;
    case llvm::Instruction::LShr: code = Code::LShr; break;
    case llvm::Instruction::AShr: code = Code::AShr; break;
    case llvm::Instruction::And: code = Code::And; break;
    case llvm::Instruction::Or: code = Code::Or; break;
    case llvm::Instruction::Xor: code = Code::Xor; break;
    case llvm::Instruction::FAdd: code = Code::FAdd; break;
    case llvm::Instruction::FSub: code = Code::FSub; break;
    case llvm::Instruction::FMul: code = Code::FMul; break;
    case llvm::Instruction::FDiv: code = Code::FDiv; break;
    case llvm::Instruction::FRem: code = Code::FRem; break;
    case llvm::Instruction::FNeg: code = Code::FNeg; break;
    default: refuse(&in, std::string("'") + in.getOpcodeName() + "' is not supported");
  }
  const Operand a = operand(in.getOperand(0));
  const Operand b = in.getNumOperands() > 1 ? operand(in.getOperand(1)) : a;
  const Operand dst = slot_of(&in);
  const std::uint8_t bits = bits_of(in.getType(), &in);
  Instruction& out = emit(to, code, in);
  out.a = a;
  out.b = b;
  out.dst = dst;
  out.bits = bits;
  // For the option that makes signed overflow a bug.
  if (const auto* arithmetic = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&in)) {
    out.sub = arithmetic->hasNoSignedWrap() ? 1 : 0;
  }
}

bool Decoder::decode_intrinsic(const llvm::CallBase& call, Function& to) {
  const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
  if (intrinsic == nullptr) return false;
  Builtin what = Builtin::Unknown;
  const char* name = nullptr;  // of a mathematical function
  std::uint32_t count = call.arg_size();
  switch (intrinsic->getIntrinsicID()) {
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::donothing:
    case llvm::Intrinsic::prefetch:
    case llvm::Intrinsic::vaend: return true;
    case llvm::Intrinsic::stacksave: what = Builtin::StackSave; break;
    case llvm::Intrinsic::stackrestore: what = Builtin::StackRestore; break;
    case llvm::Intrinsic::vastart: what = Builtin::VaStart; break;
    case llvm::Intrinsic::vacopy: what = Builtin::VaCopy; break;
    case llvm::Intrinsic::threadlocal_address: {
      const Operand variable = operand(call.getArgOperand(0));
      const Operand dst = slot_of(&call);
      Instruction& out = emit(to, Code::Move, call);
      out.dst = dst;
      out.a = variable;
      return true;
    }
    case llvm::Intrinsic::fmuladd: what = Builtin::MulAdd; break;
    case llvm::Intrinsic::ctpop: what = Builtin::PopCount; break;
    case llvm::Intrinsic::ctlz: what = Builtin::LeadingZeros; break;
    case llvm::Intrinsic::cttz: what = Builtin::TrailingZeros; break;
    case llvm::Intrinsic::bswap: what = Builtin::SwapBytes; break;
    case llvm::Intrinsic::fabs: name = "fabs"; break;
    case llvm::Intrinsic::sqrt: name = "sqrt"; break;
    case llvm::Intrinsic::floor: name = "floor"; break;
    case llvm::Intrinsic::ceil: name = "ceil"; break;
    case llvm::Intrinsic::trunc: name = "trunc"; break;
    case llvm::Intrinsic::round: name = "round"; break;
    case llvm::Intrinsic::pow: name = "pow"; break;
    case llvm::Intrinsic::minnum: name = "fmin"; break;
    case llvm::Intrinsic::maxnum: name = "fmax"; break;
    case llvm::Intrinsic::memcpy:
    case llvm::Intrinsic::memmove:
      what = Builtin::Memcpy;
      count = 3;
      break;
    case llvm::Intrinsic::memset:
      what = Builtin::Memset;
      count = 3;
      break;
    case llvm::Intrinsic::expect:
      what = Builtin::Expect;
      count = 1;
      break;
    case llvm::Intrinsic::trap: what = Builtin::Abort; break;
    case llvm::Intrinsic::umin: what = Builtin::UMin; break;
    case llvm::Intrinsic::umax: what = Builtin::UMax; break;
    case llvm::Intrinsic::smin: what = Builtin::SMin; break;
    case llvm::Intrinsic::smax: what = Builtin::SMax; break;
    case llvm::Intrinsic::abs:
      what = Builtin::Abs;
      count = 1;
      break;
    case llvm::Intrinsic::sadd_with_overflow: what = Builtin::SAddOverflow; break;
    case llvm::Intrinsic::uadd_with_overflow: what = Builtin::UAddOverflow; break;
    case llvm::Intrinsic::ssub_with_overflow: what = Builtin::SSubOverflow; break;
    case llvm::Intrinsic::usub_with_overflow: what = Builtin::USubOverflow; break;
    case llvm::Intrinsic::smul_with_overflow: what = Builtin::SMulOverflow; break;
    case llvm::Intrinsic::umul_with_overflow: what = Builtin::UMulOverflow; break;
    default:
      refuse(&call,
             "the intrinsic '" + call.getCalledFunction()->getName().str() + "' is not supported");
  }
  if (name != nullptr) what = Builtin::Math;
  const auto first = static_cast<std::uint32_t>(program_.arguments.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    program_.arguments.push_back(operand(call.getArgOperand(i)));
  }
  const Operand dst = call.getType()->isVoidTy() ? 0 : slot_of(&call);
  Instruction& out = emit(to, Code::Builtin, call);
  if (name != nullptr) {
    out.imm = static_cast<std::int64_t>(program_.externals.size());
    program_.externals.emplace_back(name);
  }
  out.sub = static_cast<std::uint8_t>(what);
  out.arguments = first;
  out.argument_count = count;
  out.dst = dst;
  out.slots = slots_of(call.getType());
  if (call.getType()->isFloatTy()) out.bits = 32;
  if (call.arg_size() > 0 && call.getArgOperand(0)->getType()->isIntegerTy()) {
    out.bits = bits_of(call.getArgOperand(0)->getType(), &call);
  }
  return true;
}

// A structure passed by value is a copy in the caller's frame, of which the callee gets the
// address.
Operand Decoder::copy_by_value(const llvm::CallBase& call, unsigned number, Function& to) {
  const llvm::Function* const callee = call.getCalledFunction();
  std::set<const llvm::Value*> visited;
  if (callee == nullptr || callee->isDeclaration() || number >= callee->arg_size() ||
      is_kept(callee->getArg(number), visited)) {
    refuse(
        &call,
        "a large structure is passed by value to a function that may keep its address, or is not "
        "known: not supported");
  }
  const std::uint64_t size = data_.getTypeAllocSize(call.getParamByValType(number));
  const Operand from = operand(call.getArgOperand(number));
  const auto copy = static_cast<Operand>(next_slot_++);
  to.frame_bytes = (to.frame_bytes + 7U) & ~7U;
  Instruction& place = emit(to, Code::Alloca, call);
  place.dst = copy;
  place.imm = to.frame_bytes;
  to.frame_bytes += static_cast<std::uint32_t>(size);
  const auto first = static_cast<std::uint32_t>(program_.arguments.size());
  program_.arguments.insert(program_.arguments.end(), {copy, from, constant(size)});
  Instruction& out = emit(to, Code::Builtin, call);
  out.sub = static_cast<std::uint8_t>(Builtin::Memcpy);
  out.arguments = first;
  out.argument_count = 3;
  out.slots = 0;
  return copy;
}

void Decoder::decode_call(const llvm::CallBase& call, Function& to) {
  if (decode_intrinsic(call, to)) return;
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    // Barriers for the compiler or the processor, and hints, do nothing under sequential
    // consistency.
    const std::string& text = assembly->getAsmString();
    for (const char* harmless : {"", "pause", "rep; nop", "mfence", "lfence", "sfence", "nop"}) {
      if (text == harmless && call.getType()->isVoidTy()) return;
    }
    refuse(&call, "inline assembly is not supported: \"" + text + "\"");
  }
  const llvm::Function* const callee = call.getCalledFunction();
  std::vector<Operand> arguments;
  for (const llvm::Use& argument : call.args()) {
    if (call.isByValArgument(call.getArgOperandNo(&argument))) {
      arguments.push_back(copy_by_value(call, call.getArgOperandNo(&argument), to));
      continue;
    }
    for (std::uint32_t i = 0; i < slots_of(argument->getType()); ++i) {
      arguments.push_back(operand(argument.get(), i));
    }
  }
  const Operand dst = call.getType()->isVoidTy() ? 0 : slot_of(&call);
  const auto first = static_cast<std::uint32_t>(program_.arguments.size());
  program_.arguments.insert(program_.arguments.end(), arguments.begin(), arguments.end());
  const auto finish = [&](Instruction& out) {
    out.arguments = first;
    out.argument_count = static_cast<std::uint32_t>(arguments.size());
    out.dst = dst;
    out.slots = slots_of(call.getType());
    if (!call.getType()->isVoidTy() && out.slots == 1) out.bits = bits_of(call.getType(), &call);
  };
  if (callee == nullptr) {
    const Operand target = operand(call.getCalledOperand());
    Instruction& out = emit(to, Code::CallPointer, call);
    out.a = target;
    finish(out);
    return;
  }
  const std::string name = callee->getName().str();
  if (const auto stub = request_.stubs.find(name); stub != request_.stubs.end()) {
    if (call.getType()->isVoidTy()) return;
    const Operand value = constant(static_cast<std::uint64_t>(stub->second));
    Instruction& out = emit(to, Code::Trunc, call);
    out.dst = dst;
    out.a = value;
    out.bits = bits_of(call.getType(), &call);
    return;
  }
  const Builtin what = builtin_of(*callee);
  if (!callee->isDeclaration() && what != Builtin::ReachError) {
    const std::uint32_t number = function_number(callee);
    // A function of this name is an atomic section as a whole.
    const bool is_atomic = llvm::StringRef(name).starts_with("__VERIFIER_atomic_");
    const auto bracket = [&](Builtin end) {
      Instruction& out = emit(to, Code::Builtin, call);
      out.sub = static_cast<std::uint8_t>(end);
      out.slots = 0;
    };
    if (is_atomic) bracket(Builtin::AtomicBegin);
    Instruction& out = emit(to, Code::Call, call);
    out.imm = number;
    finish(out);
    if (is_atomic) bracket(Builtin::AtomicEnd);
    return;
  }
  if (what == Builtin::Unknown) {
    refuse(&call, "the function '" + llvm::demangle(name) + "' is not known; --stub " + name +
                      "=VALUE gives it a return value");
  }
  if (what == Builtin::OnThreadExit || what == Builtin::OnProgramExit) {
    const auto* hook = llvm::cast<llvm::Function>(call.getArgOperand(0));
    (what == Builtin::OnThreadExit ? program_.at_thread_exit : program_.at_program_exit) =
        function_number(hook);
    return;
  }
  Instruction& out = emit(to, Code::Builtin, call);
  out.sub = static_cast<std::uint8_t>(what);
  out.imm = static_cast<std::int64_t>(program_.externals.size());
  program_.externals.push_back(llvm::demangle(name));
  finish(out);
}

}  // namespace skein::ir
