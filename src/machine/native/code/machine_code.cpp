// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/machine_code.hpp"

#include <Zydis/Zydis.h>

namespace skein::code {

namespace {

int number_of(ZydisRegister reg) {
  if (reg == ZYDIS_REGISTER_NONE) return kNone;
  const ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
  if (whole < ZYDIS_REGISTER_RAX || whole > ZYDIS_REGISTER_R15) return kNone;
  return static_cast<int>(whole) - static_cast<int>(ZYDIS_REGISTER_RAX);
}

bool is_conditional_move(ZydisMnemonic m) {
  return m >= ZYDIS_MNEMONIC_CMOVB && m <= ZYDIS_MNEMONIC_CMOVZ;
}
bool is_setcc(ZydisMnemonic m) {
  return m >= ZYDIS_MNEMONIC_SETB && m <= ZYDIS_MNEMONIC_SETZ && m != ZYDIS_MNEMONIC_SETSSBSY;
}

// Instructions that only compute: apart from their memory accesses they cannot fail.
bool is_pure(ZydisMnemonic m) {
  switch (m) {
    case ZYDIS_MNEMONIC_MOV:
    case ZYDIS_MNEMONIC_MOVZX:
    case ZYDIS_MNEMONIC_MOVSX:
    case ZYDIS_MNEMONIC_MOVSXD:
    case ZYDIS_MNEMONIC_LEA:
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_ADC:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_SBB:
    case ZYDIS_MNEMONIC_INC:
    case ZYDIS_MNEMONIC_DEC:
    case ZYDIS_MNEMONIC_AND:
    case ZYDIS_MNEMONIC_OR:
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_NOT:
    case ZYDIS_MNEMONIC_NEG:
    case ZYDIS_MNEMONIC_SHL:
    case ZYDIS_MNEMONIC_SHR:
    case ZYDIS_MNEMONIC_SAR:
    case ZYDIS_MNEMONIC_IMUL:
    case ZYDIS_MNEMONIC_CDQE:
    case ZYDIS_MNEMONIC_CDQ:
    case ZYDIS_MNEMONIC_CQO:
    case ZYDIS_MNEMONIC_CWDE:
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_TEST:
    case ZYDIS_MNEMONIC_BT:
    case ZYDIS_MNEMONIC_NOP:
    case ZYDIS_MNEMONIC_ENDBR64: return true;
    default: return is_conditional_move(m) || is_setcc(m);
  }
}

// Whether the instruction overwrites all flags.
bool kills_flags(ZydisMnemonic m) {
  switch (m) {
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
    case ZYDIS_MNEMONIC_AND:
    case ZYDIS_MNEMONIC_OR:
    case ZYDIS_MNEMONIC_XOR:
    case ZYDIS_MNEMONIC_NEG:
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_TEST: return true;
    default: return false;
  }
}

struct Decoded {
  ZydisDecodedInstruction base;
  ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];

  [[nodiscard]] bool is_register(int i, unsigned bits) const {
    return base.operand_count > i && operands[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
           operands[i].size == bits && number_of(operands[i].reg.value) != kNone;
  }
  [[nodiscard]] bool is_memory(int i) const {
    return base.operand_count > i && operands[i].type == ZYDIS_OPERAND_TYPE_MEMORY;
  }
  [[nodiscard]] bool is_number(int i) const {
    return base.operand_count > i && operands[i].type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
  }
  [[nodiscard]] int reg(int i) const { return number_of(operands[i].reg.value); }
};

Memory memory_of(const ZydisDecodedOperand& operand, std::uint64_t next) {
  Memory memory;
  const auto& m = operand.mem;
  memory.displacement = m.disp.has_displacement != 0 ? m.disp.value : 0;
  memory.size = operand.size / 8;
  memory.is_read = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
  memory.is_written = (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0;
  memory.is_odd = m.segment == ZYDIS_REGISTER_FS || m.segment == ZYDIS_REGISTER_GS ||
                  (m.type != ZYDIS_MEMOP_TYPE_MEM && m.type != ZYDIS_MEMOP_TYPE_AGEN);
  if (m.base == ZYDIS_REGISTER_RIP) {
    memory.address = next + static_cast<std::uint64_t>(memory.displacement);
    return memory;
  }
  memory.base = number_of(m.base);
  memory.index = number_of(m.index);
  if (m.index != ZYDIS_REGISTER_NONE && memory.index == kNone) memory.is_odd = true;
  if (m.base == ZYDIS_REGISTER_NONE && m.index == ZYDIS_REGISTER_NONE) {
    memory.address = static_cast<std::uint64_t>(memory.displacement);
  }
  if (m.base != ZYDIS_REGISTER_NONE && (memory.base == kNone || m.base < ZYDIS_REGISTER_RAX)) {
    memory.is_odd = true;
  }
  return memory;
}

void add_register(Instruction& i, const ZydisDecodedOperand& operand, ZydisMnemonic mnemonic) {
  const ZydisRegister reg = operand.reg.value;
  const bool is_flags =
      reg == ZYDIS_REGISTER_RFLAGS || reg == ZYDIS_REGISTER_EFLAGS || reg == ZYDIS_REGISTER_FLAGS;
  const Registers mask = is_flags ? kFlags : bit(number_of(reg));
  if ((operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0) i.reads |= mask;
  if ((operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) == 0) return;
  i.writes |= mask;
  const bool is_whole = is_flags ? kills_flags(mnemonic) : operand.size >= 32;
  const bool is_always = (operand.actions & ZYDIS_OPERAND_ACTION_CONDWRITE) == 0;
  if (is_whole && is_always && !is_conditional_move(mnemonic)) i.kills |= mask;
}

Kind kind_of_pure(const Decoded& d, Instruction& i) {
  switch (d.base.mnemonic) {
    case ZYDIS_MNEMONIC_MOV:
      if (d.is_register(0, 64) && d.is_register(1, 64)) {
        i.to = d.reg(0);
        i.from = d.reg(1);
        return Kind::Copy;
      }
      if (d.is_register(0, 64) && d.is_memory(1)) {
        i.to = d.reg(0);
        return Kind::Load;
      }
      if (d.is_memory(0) && d.base.operand_count > 1 &&
          d.operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
          number_of(d.operands[1].reg.value) != kNone) {
        i.from = d.reg(1);
        return Kind::Store;
      }
      return Kind::Pure;
    case ZYDIS_MNEMONIC_LEA: i.to = d.reg(0); return d.is_register(0, 64) ? Kind::Lea : Kind::Pure;
    case ZYDIS_MNEMONIC_ADD:
    case ZYDIS_MNEMONIC_SUB:
      if (d.is_register(0, 64) && d.is_number(1)) {
        i.to = d.reg(0);
        i.number = d.operands[1].imm.value.s;
        if (d.base.mnemonic == ZYDIS_MNEMONIC_SUB) i.number = -i.number;
        return Kind::Shift;
      }
      return Kind::Pure;
    case ZYDIS_MNEMONIC_XOR:
      if (d.is_register(0, d.operands[0].size) && d.is_register(1, d.operands[0].size) &&
          d.operands[0].reg.value == d.operands[1].reg.value) {
        i.reads &= ~bit(d.reg(0));
      }
      return Kind::Pure;
    case ZYDIS_MNEMONIC_CMP:
    case ZYDIS_MNEMONIC_TEST: return Kind::Test;
    default: return Kind::Pure;
  }
}

void set_target(const Decoded& d, Instruction& i) {
  if (d.is_number(0)) i.target = i.next + static_cast<std::uint64_t>(d.operands[0].imm.value.s);
}

Kind kind_of(const Decoded& d, Instruction& i) {
  const ZydisMnemonic m = d.base.mnemonic;
  if ((d.base.attributes & ZYDIS_ATTRIB_HAS_LOCK) != 0) return Kind::Other;
  switch (m) {
    case ZYDIS_MNEMONIC_PUSH:
      if (d.is_register(0, 64)) i.from = d.reg(0);
      return d.is_register(0, 64) || d.is_number(0) ? Kind::Push : Kind::Other;
    case ZYDIS_MNEMONIC_POP:
      if (d.is_register(0, 64)) i.to = d.reg(0);
      return d.is_register(0, 64) ? Kind::Pop : Kind::Other;
    case ZYDIS_MNEMONIC_LEAVE: return Kind::Leave;
    case ZYDIS_MNEMONIC_RET: return Kind::Return;
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT: return Kind::Stop;
    case ZYDIS_MNEMONIC_CALL: set_target(d, i); return Kind::Call;
    case ZYDIS_MNEMONIC_JMP: set_target(d, i); return i.target ? Kind::Jump : Kind::IndirectJump;
    default: break;
  }
  if (d.base.meta.category == ZYDIS_CATEGORY_COND_BR) {
    set_target(d, i);
    return i.target ? Kind::Branch : Kind::IndirectJump;
  }
  return is_pure(m) ? kind_of_pure(d, i) : Kind::Other;
}

Instruction make(const Decoded& d, std::uint64_t address) {
  Instruction i;
  i.address = address;
  i.next = address + d.base.length;
  const ZydisMnemonic m = d.base.mnemonic;
  i.is_padding = m == ZYDIS_MNEMONIC_NOP || m == ZYDIS_MNEMONIC_INT3;
  if (m == ZYDIS_MNEMONIC_NOP || m == ZYDIS_MNEMONIC_ENDBR64) {
    i.kind = Kind::Pure;
    return i;
  }
  int memories = 0;
  for (int k = 0; k < d.base.operand_count; ++k) {
    const ZydisDecodedOperand& operand = d.operands[k];
    if (operand.type == ZYDIS_OPERAND_TYPE_REGISTER) add_register(i, operand, m);
    if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY) continue;
    // The hidden operands of push, pop, call and ret are the stack, which is known.
    if (operand.visibility == ZYDIS_OPERAND_VISIBILITY_HIDDEN &&
        (m == ZYDIS_MNEMONIC_PUSH || m == ZYDIS_MNEMONIC_POP || m == ZYDIS_MNEMONIC_CALL ||
         m == ZYDIS_MNEMONIC_RET || m == ZYDIS_MNEMONIC_LEAVE)) {
      continue;
    }
    if (memories++ == 0) {
      i.memory = memory_of(operand, i.next);
    } else {
      // With two memory operands: every register they depend on is read, and nothing is known of
      // the places.
      i.reads |= i.address_registers();
      i.memory = memory_of(operand, i.next);
      i.memory->is_odd = true;
    }
  }
  i.kind = kind_of(d, i);
  if (i.memory && i.memory->is_odd && i.kind == Kind::Lea) i.kind = Kind::Other;
  if (m == ZYDIS_MNEMONIC_LEA && i.kind == Kind::Pure) {
    i.reads |= i.address_registers();
    i.memory.reset();
  }
  i.keeps_memory = i.memory && i.memory->is_read && i.memory->is_written;
  if (memories > 1 || i.kind == Kind::Other) {
    if (i.kind != Kind::Call && i.kind != Kind::IndirectJump) i.kind = Kind::Other;
    i.kills = 0;
  }
  return i;
}

}  // namespace

std::optional<std::vector<Instruction>> decode(std::span<const std::uint8_t> bytes,
                                               std::uint64_t address) {
  ZydisDecoder decoder;
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  std::vector<Instruction> result;
  for (std::size_t at = 0; at < bytes.size();) {
    Decoded d;
    if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, bytes.data() + at, bytes.size() - at,
                                             &d.base, d.operands))) {
      return std::nullopt;
    }
    result.push_back(make(d, address + at));
    at += d.base.length;
  }
  return result;
}

}  // namespace skein::code
