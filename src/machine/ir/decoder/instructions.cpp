// SPDX-License-Identifier: Apache-2.0
// Instructions that compute.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "machine/ir/decoder/decoder.hpp"

namespace skein::ir {

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

void Decoder::decode_compare(const llvm::CmpInst& compare, Function& to) {
  const Operand a = operand(compare.getOperand(0));
  const Operand b = operand(compare.getOperand(1));
  const Operand dst = slot_of(&compare);
  const std::uint8_t bits = bits_of(compare.getOperand(0)->getType(), &compare);
  const bool is_integer = llvm::isa<llvm::ICmpInst>(compare);
  Instruction& out = emit(to, is_integer ? Code::ICmp : Code::FCmp, compare);
  out.a = a;
  out.b = b;
  out.dst = dst;
  out.bits = bits;
  if (!is_integer) {
    out.sub = static_cast<std::uint8_t>(compare.getPredicate());
    return;
  }
  Compare kind = Compare::EQ;
  switch (compare.getPredicate()) {
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
}

// Decodes instructions that only move values of one or more slots; false for all others.
bool Decoder::decode_moves(const llvm::Instruction& in, Function& to) {
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
  // Each slot of the result is a copy of what `source` says.
  const auto move = [&](auto source) {
    for (std::uint32_t i = 0; i < slots_of(in.getType()); ++i) {
      const Operand from = source(i);
      const Operand dst = slot_of(&in) + static_cast<Operand>(i);
      Instruction& out = emit(to, Code::Move, in);
      out.dst = dst;
      out.a = from;
    }
  };
  if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&in)) {
    const llvm::Value* const from = extract->getAggregateOperand();
    const std::uint32_t part = part_of(from->getType(), extract->getIndices());
    move([&](std::uint32_t i) { return operand(from, part + i); });
    return true;
  }
  if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&in)) {
    const llvm::Value* const from = insert->getAggregateOperand();
    const llvm::Value* const what = insert->getInsertedValueOperand();
    const std::uint32_t part = part_of(from->getType(), insert->getIndices());
    const std::uint32_t count = slots_of(what->getType());
    move([&](std::uint32_t i) {
      return i >= part && i < part + count ? operand(what, i - part) : operand(from, i);
    });
    return true;
  }
  if (llvm::isa<llvm::FreezeInst>(in)) {
    const Operand value = operand(in.getOperand(0));
    const Operand dst = slot_of(&in);
    Instruction& out = emit(to, Code::Move, in);
    out.dst = dst;
    out.a = value;
    return true;
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
    return true;
  }
  return false;
}

void Decoder::decode_arithmetic(const llvm::Instruction& in, Function& to) {
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

void Decoder::decode_instruction(const llvm::Instruction& in, Function& to) {
  if (llvm::isa<llvm::DbgInfoIntrinsic>(in)) return;
  if (decode_memory(in, to) || decode_moves(in, to)) return;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&in)) return decode_call(*call, to);
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&in)) return decode_cast(*cast, to);
  if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&in)) return decode_compare(*compare, to);
  if (const auto* fence = llvm::dyn_cast<llvm::FenceInst>(&in)) {
    // One for a signal handler of the same thread (atomic_signal_fence) orders nothing here.
    if (fence->getSyncScopeID() == llvm::SyncScope::System) {
      emit(to, Code::Fence, in).order = promises_of(fence->getOrdering());
    }
    return;
  }
  decode_arithmetic(in, to);
}

}  // namespace skein::ir
