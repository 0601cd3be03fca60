// SPDX-License-Identifier: Apache-2.0
// Local variables: what the debug information says about where their values are.
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

#include "machine/ir/decoder/decoder.hpp"

namespace skein::ir {

namespace {

// Through typedefs, const and volatile.
const llvm::DIType* plain_type(const llvm::DIType* type) {
  while (const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() == llvm::dwarf::DW_TAG_pointer_type) return nullptr;
    type = derived->getBaseType();
  }
  return type;
}

Variable described(const llvm::DILocalVariable& variable) {
  Variable result;
  result.name = variable.getName().str();
  const llvm::DIType* const type = plain_type(variable.getType());
  if (const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type)) {
    const bool is_float = basic->getEncoding() == llvm::dwarf::DW_ATE_float;
    if (!is_float && basic->getSizeInBits() <= 64) {
      result.bits = static_cast<std::uint8_t>(basic->getSizeInBits());
    }
    result.is_signed = basic->getSignedness() != llvm::DIBasicType::Signedness::Unsigned;
  } else if (const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    if (composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type &&
        composite->getSizeInBits() <= 64) {
      result.bits = static_cast<std::uint8_t>(composite->getSizeInBits());
    }
  }
  return result;
}

}  // namespace

// The module has them as records or as calls of intrinsics, depending on how it was read.
void Decoder::note_variables(const llvm::Instruction& before, Function& to) {
  const auto note = [&](const llvm::DILocalVariable& variable, const llvm::Value* value,
                        bool is_address) {
    if (value == nullptr) return;
    const bool is_plain = llvm::isa<llvm::Instruction, llvm::Argument, llvm::ConstantInt>(value);
    if (!is_plain || value->getType()->isAggregateType()) return;
    const Variable what = described(variable);
    if (what.bits == 0 || what.name.empty()) return;
    auto known = std::find(to.variables.begin(), to.variables.end(), what);
    if (known == to.variables.end()) known = to.variables.insert(known, what);
    to.updates.push_back({static_cast<std::uint32_t>(to.code.size()),
                          static_cast<std::uint32_t>(known - to.variables.begin()), operand(value),
                          is_address});
  };
  for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(before.getDbgRecordRange())) {
    if (record.getExpression()->getNumElements() != 0) continue;
    note(*record.getVariable(), record.getVariableLocationOp(0),
         record.getType() == llvm::DbgVariableRecord::LocationType::Declare);
  }
  const auto* const call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&before);
  if (call == nullptr || call->getExpression()->getNumElements() != 0) return;
  note(*call->getVariable(), call->getVariableLocationOp(0), llvm::isa<llvm::DbgDeclareInst>(call));
}

}  // namespace skein::ir
