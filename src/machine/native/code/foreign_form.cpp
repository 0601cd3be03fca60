// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/foreign_form.hpp"

#include <limits>
#include <optional>

namespace skein::code {

namespace {

using channel::ForeignAtomic;
using Atomic = ForeignAtomic::Kind;

Atomic atomic_of(ZydisMnemonic mnemonic) {
  switch (mnemonic) {
    case ZYDIS_MNEMONIC_ADD: return Atomic::Add;
    case ZYDIS_MNEMONIC_SUB: return Atomic::Subtract;
    case ZYDIS_MNEMONIC_AND: return Atomic::And;
    case ZYDIS_MNEMONIC_OR: return Atomic::Or;
    case ZYDIS_MNEMONIC_XOR: return Atomic::Xor;
    case ZYDIS_MNEMONIC_INC: return Atomic::Increment;
    case ZYDIS_MNEMONIC_DEC: return Atomic::Decrement;
    case ZYDIS_MNEMONIC_NOT: return Atomic::Not;
    case ZYDIS_MNEMONIC_XCHG: return Atomic::Exchange;
    case ZYDIS_MNEMONIC_XADD: return Atomic::ExchangeAdd;
    case ZYDIS_MNEMONIC_CMPXCHG: return Atomic::CompareExchange;
    case ZYDIS_MNEMONIC_CMPXCHG16B: return Atomic::CompareExchangePair;
    case ZYDIS_MNEMONIC_BTS: return Atomic::BitSet;
    case ZYDIS_MNEMONIC_BTR: return Atomic::BitReset;
    case ZYDIS_MNEMONIC_BTC: return Atomic::BitComplement;
    case ZYDIS_MNEMONIC_SYSCALL: return Atomic::SystemCall;
    default: return Atomic::Unsupported;
  }
}

// The number of a general register; none for ah, bh, ch and dh, and for all others.
std::optional<std::uint8_t> general_register(ZydisRegister reg) {
  if (reg >= ZYDIS_REGISTER_AH && reg <= ZYDIS_REGISTER_BH) return std::nullopt;
  switch (ZydisRegisterGetClass(reg)) {
    case ZYDIS_REGCLASS_GPR8:
    case ZYDIS_REGCLASS_GPR16:
    case ZYDIS_REGCLASS_GPR32:
    case ZYDIS_REGCLASS_GPR64: break;
    default: return std::nullopt;
  }
  const ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
  const ZyanI8 number = ZydisRegisterGetId(whole);
  if (number < 0) return std::nullopt;
  return static_cast<std::uint8_t>(number);
}

// Returns whether the address can be computed from the registers.
bool set_address(const ZydisDecodedOperand& operand, ForeignAtomic& form) {
  const auto& memory = operand.mem;
  if (memory.base == ZYDIS_REGISTER_RIP) {
    form.base = ForeignAtomic::kNextInstruction;
  } else if (memory.base != ZYDIS_REGISTER_NONE) {
    if (ZydisRegisterGetClass(memory.base) != ZYDIS_REGCLASS_GPR64) return false;
    form.base = general_register(memory.base).value_or(ForeignAtomic::kNoRegister);
  }
  if (memory.index != ZYDIS_REGISTER_NONE) {
    if (ZydisRegisterGetClass(memory.index) != ZYDIS_REGCLASS_GPR64) return false;
    form.index = general_register(memory.index).value_or(ForeignAtomic::kNoRegister);
    form.scale = memory.scale;
  }
  if (memory.segment == ZYDIS_REGISTER_GS) return false;
  form.is_thread_local = memory.segment == ZYDIS_REGISTER_FS;
  const std::int64_t displacement = memory.disp.has_displacement ? memory.disp.value : 0;
  form.displacement = static_cast<std::int32_t>(displacement);
  return form.displacement == displacement;
}

bool set_operand(const ZydisDecodedOperand& operand, ForeignAtomic& form) {
  if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER) {
    const auto number = general_register(operand.reg.value);
    if (!number) return false;
    form.operand = *number;
    return true;
  }
  if (operand.type != ZYDIS_OPERAND_TYPE_IMMEDIATE) return false;
  form.immediate = static_cast<std::int32_t>(operand.imm.value.s);
  return form.immediate == operand.imm.value.s;
}

bool is_whole_size(std::uint32_t size) { return size == 1 || size == 2 || size == 4 || size == 8; }

// Returns whether everything was understood.
bool fill_form(const ZydisDecodedInstruction& instruction, const ZydisDecodedOperand* operands,
               ForeignAtomic& form) {
  const ZydisDecodedOperand* memory = nullptr;
  const ZydisDecodedOperand* other = nullptr;
  for (std::size_t i = 0; i < instruction.operand_count_visible; ++i) {
    (operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY ? memory : other) = &operands[i];
  }
  if (memory == nullptr || !set_address(*memory, form)) return false;
  form.size = static_cast<std::uint8_t>(memory->size / 8);
  if (form.kind == Atomic::CompareExchangePair) return form.size == 16;
  if (!is_whole_size(form.size)) return false;
  if (form.kind == Atomic::Increment || form.kind == Atomic::Decrement ||
      form.kind == Atomic::Not) {
    return true;
  }
  return other != nullptr && set_operand(*other, form);
}

}  // namespace

ForeignAtomic foreign_form(const ZydisDecodedInstruction& instruction,
                           const ZydisDecodedOperand* operands) {
  ForeignAtomic form;
  form.length = instruction.length;
  form.kind = atomic_of(instruction.mnemonic);
  if (form.kind == Atomic::SystemCall || form.kind == Atomic::Unsupported) return form;
  if (!fill_form(instruction, operands, form)) {
    form = {};
    form.length = instruction.length;
  }
  return form;
}

}  // namespace skein::code
