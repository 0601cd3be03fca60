// SPDX-License-Identifier: Apache-2.0
// Instructions that make, address or access memory.
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Constants.h>

#include <algorithm>

#include "machine/ir/decoder/decoder.hpp"

namespace skein::ir {

namespace {

// An array with more elements leaves its frame if it may (DecodeRequest::large_locals_are_blocks).
constexpr std::uint64_t kMostElements = 4096;

// Structures as values: calls `visit` for each scalar, with its type and its offset.
template <typename Visit>
void for_each_scalar(const llvm::DataLayout& data, llvm::Type* type, std::uint64_t offset,
                     const Visit& visit) {
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* layout = data.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      for_each_scalar(data, structure->getElementType(i), offset + layout->getElementOffset(i),
                      visit);
    }
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t size = data.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i) {
      for_each_scalar(data, array->getElementType(), offset + i * size, visit);
    }
  } else {
    visit(type, offset);
  }
}

}  // namespace

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

void Decoder::decode_alloca(const llvm::AllocaInst& alloca, Function& to) {
  const auto* count = llvm::dyn_cast<llvm::ConstantInt>(alloca.getArraySize());
  llvm::Type* type = alloca.getAllocatedType();
  const auto* const array = llvm::dyn_cast<llvm::ArrayType>(type);
  const bool is_large = request_.large_locals_are_blocks && array != nullptr &&
                        array->getNumElements() > kMostElements;
  const bool is_shared = is_large || is_kept(&alloca);
  if (count == nullptr || !alloca.isStaticAlloca()) {
    if (is_shared) {
      refuse(&alloca, "an array of variable length that others can reach is not supported");
    }
    const Operand number = operand(alloca.getArraySize());
    const Operand dst = slot_of(&alloca);
    Instruction& out = emit(to, Code::Grow, alloca);
    out.dst = dst;
    out.b = number;
    out.imm = static_cast<std::int64_t>(data_.getTypeAllocSize(type));
    to.has_varying_memory = true;
    return;
  }
  if (!count->isOne()) type = llvm::ArrayType::get(type, count->getZExtValue());
  const Operand dst = slot_of(&alloca);
  Instruction& out = emit(to, is_shared ? Code::NewBlock : Code::Alloca, alloca);
  out.dst = dst;
  if (is_shared) {
    try {
      out.imm = layouts_.number_of(type);
    } catch (const Unsupported& refusal) {
      refuse(&alloca, refusal.what());
    }
    to.blocks.push_back(dst);
    return;
  }
  const auto alignment = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(alloca.getAlign().value(), 8, kFrameAlignment));
  to.frame_bytes = (to.frame_bytes + alignment - 1) & ~(alignment - 1);
  out.imm = to.frame_bytes;
  to.frame_bytes += static_cast<std::uint32_t>(data_.getTypeAllocSize(type));
}

Operand Decoder::address_of(const llvm::Value* pointer, std::uint64_t offset,
                            const llvm::Instruction& in, Function& to) {
  const Operand base = operand(pointer);
  const auto address = static_cast<Operand>(next_slot_++);
  Instruction& where = emit(to, Code::Offset, in);
  where.dst = address;
  where.a = base;
  where.imm = static_cast<std::int64_t>(offset);
  return address;
}

void Decoder::decode_load(const llvm::LoadInst& load, Function& to) {
  const llvm::Value* const pointer = load.getPointerOperand();
  if (load.getType()->isAggregateType()) {
    Operand dst = slot_of(&load);
    for_each_scalar(data_, load.getType(), 0, [&](llvm::Type* type, std::uint64_t offset) {
      const Operand from = address_of(pointer, offset, load, to);
      const std::uint8_t bits = bits_of(type, &load);
      Instruction& out = emit(to, Code::Load, load);
      out.a = from;
      out.dst = dst++;
      out.bits = bits;
    });
    return;
  }
  const Operand from = operand(pointer);
  const Operand dst = slot_of(&load);
  const std::uint8_t bits = bits_of(load.getType(), &load);
  Instruction& out = emit(to, Code::Load, load);
  out.a = from;
  out.dst = dst;
  out.bits = bits;
  out.is_atomic = load.isAtomic();
  out.order = note_order(load.getOrdering());
}

void Decoder::decode_store(const llvm::StoreInst& store, Function& to) {
  const llvm::Value* const pointer = store.getPointerOperand();
  const llvm::Value* const value = store.getValueOperand();
  if (value->getType()->isAggregateType()) {
    std::uint32_t part = 0;
    for_each_scalar(data_, value->getType(), 0, [&](llvm::Type* type, std::uint64_t offset) {
      const Operand where = address_of(pointer, offset, store, to);
      const Operand what = operand(value, part++);
      const std::uint8_t bits = bits_of(type, &store);
      Instruction& out = emit(to, Code::Store, store);
      out.a = where;
      out.b = what;
      out.bits = bits;
    });
    return;
  }
  const Operand where = operand(pointer);
  const Operand what = operand(value);
  const std::uint8_t bits = bits_of(value->getType(), &store);
  Instruction& out = emit(to, Code::Store, store);
  out.a = where;
  out.b = what;
  out.bits = bits;
  out.is_atomic = store.isAtomic();
  out.order = note_order(store.getOrdering());
}

void Decoder::decode_atomic(const llvm::AtomicRMWInst& rmw, Function& to) {
  RmwKind kind = RmwKind::Xchg;
  switch (rmw.getOperation()) {
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
    default: refuse(&rmw, "this atomic operation is not supported");
  }
  const Operand where = operand(rmw.getPointerOperand());
  const Operand what = operand(rmw.getValOperand());
  const Operand dst = slot_of(&rmw);
  const std::uint8_t bits = bits_of(rmw.getType(), &rmw);
  Instruction& out = emit(to, Code::Rmw, rmw);
  out.sub = static_cast<std::uint8_t>(kind);
  out.a = where;
  out.b = what;
  out.dst = dst;
  out.bits = bits;
  out.is_atomic = true;
  out.order = note_order(rmw.getOrdering());
}

void Decoder::decode_atomic(const llvm::AtomicCmpXchgInst& exchange, Function& to) {
  const Operand where = operand(exchange.getPointerOperand());
  const Operand expected = operand(exchange.getCompareOperand());
  const Operand desired = operand(exchange.getNewValOperand());
  const Operand dst = slot_of(&exchange);
  const std::uint8_t bits = bits_of(exchange.getCompareOperand()->getType(), &exchange);
  Instruction& out = emit(to, Code::CmpXchg, exchange);
  out.a = where;
  out.b = expected;
  out.c = desired;
  out.dst = dst;
  out.bits = bits;
  out.is_atomic = true;
  out.order = note_order(exchange.getSuccessOrdering());
  out.failure_order = note_order(exchange.getFailureOrdering());
}

bool Decoder::decode_memory(const llvm::Instruction& in, Function& to) {
  if (const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&in)) {
    decode_alloca(*alloca, to);
  } else if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&in)) {
    decode_load(*load, to);
  } else if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&in)) {
    decode_store(*store, to);
  } else if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&in)) {
    decode_atomic(*rmw, to);
  } else if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&in)) {
    decode_atomic(*exchange, to);
  } else if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&in)) {
    decode_gep(*gep, to);
  } else {
    return false;
  }
  return true;
}

}  // namespace skein::ir
