// SPDX-License-Identifier: Apache-2.0
// Instructions that make, address or access memory.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>

#include <algorithm>

#include "machine/ir/decoder/decoder.hpp"

namespace skein::ir {

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
    const auto alignment = static_cast<std::uint32_t>(
        std::clamp<std::uint64_t>(alloca->getAlign().value(), 8, kFrameAlignment));
    to.frame_bytes = (to.frame_bytes + alignment - 1) & ~(alignment - 1);
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
    out.order = note_order(load->getOrdering());
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
    out.order = note_order(store->getOrdering());
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
    out.order = note_order(rmw->getOrdering());
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
  out.order = note_order(exchange.getSuccessOrdering());
  out.failure_order = note_order(exchange.getFailureOrdering());
}

}  // namespace skein::ir
