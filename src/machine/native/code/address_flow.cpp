// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/address_flow.hpp"

#include <algorithm>
#include <array>
#include <bitset>

namespace skein::code {

namespace {

constexpr std::size_t kMostAddresses = 128;

// The addresses that a register may hold, by number; and the one it holds, if that is certain.
struct Value {
  std::bitset<kMostAddresses> possible;
  int exact = -1;
  friend bool operator==(const Value&, const Value&) = default;
};

struct State {
  bool is_reached = false;
  bool knows_stack = true;
  std::int64_t stack = 0;
  std::array<Value, kRegisters> registers;
  std::vector<Value> slots;
};

bool join(Value& into, const Value& from) {
  Value joined{into.possible | from.possible, into.exact == from.exact ? into.exact : -1};
  if (joined == into) return false;
  into = joined;
  return true;
}

// Returns whether the state has become less certain.
bool join(State& into, const State& from) {
  if (!into.is_reached) {
    into = from;
    return true;
  }
  bool has_changed = false;
  if (into.knows_stack && (!from.knows_stack || into.stack != from.stack)) {
    into.knows_stack = false;
    has_changed = true;
  }
  for (int i = 0; i < kRegisters; ++i) {
    if (join(into.registers[static_cast<std::size_t>(i)],
             from.registers[static_cast<std::size_t>(i)])) {
      has_changed = true;
    }
  }
  for (std::size_t i = 0; i < into.slots.size(); ++i) {
    if (join(into.slots[i], from.slots[i])) has_changed = true;
  }
  return has_changed;
}

using Where = std::optional<Address>;

class Follower {
 public:
  Follower(const ProgramImage& image, const FunctionCode& function, const std::vector<Slot>& slots)
      : image_(image), function_(function), slots_(slots) {}

  AddressFlow run() {
    if (!function_.is_followable) return {};
    reach_fixpoint();
    flow_.is_known = true;
    flow_.takes_stack_arguments = false;
    flow_.places.resize(states_.size());
    flow_.stack.resize(states_.size());
    is_recording_ = true;
    for (std::size_t i = 0; i < states_.size() && flow_.is_known; ++i) {
      if (!states_[i].is_reached) {
        if (!function_.instructions[i].is_padding) flow_.is_known = false;
        continue;
      }
      if (!states_[i].knows_stack) flow_.is_known = false;
      flow_.stack[i] = states_[i].stack;
      State state = states_[i];
      step(i, state);
    }
    if (!flow_.is_known || has_too_many_) return {};
    return std::move(flow_);
  }

 private:
  void reach_fixpoint() {
    const std::size_t count = function_.instructions.size();
    states_.resize(count);
    State entry;
    entry.is_reached = true;
    entry.stack = kReturnAddress;
    entry.slots.resize(slots_.size());
    states_[0] = entry;
    std::vector<bool> is_due(count);
    is_due[0] = true;
    for (bool is_fixpoint = false; !is_fixpoint && !has_too_many_;) {
      is_fixpoint = true;
      for (std::size_t i = 0; i < count; ++i) {
        if (!is_due[i]) continue;
        is_due[i] = false;
        State after = states_[i];
        step(i, after);
        for (const std::uint32_t next : function_.successors[i]) {
          if (!join(states_[next], after)) continue;
          is_due[next] = true;
          is_fixpoint = is_fixpoint && next > i;
        }
      }
    }
  }

  Value exactly(Address address) {
    auto found = std::find(addresses_.begin(), addresses_.end(), address);
    if (found == addresses_.end()) {
      if (addresses_.size() == kMostAddresses) {
        has_too_many_ = true;
        return {};
      }
      found = addresses_.insert(addresses_.end(), address);
    }
    Value value;
    value.exact = static_cast<int>(found - addresses_.begin());
    value.possible.set(static_cast<std::size_t>(value.exact));
    return value;
  }

  Value get(const State& state, int reg) {
    if (reg == kNone) return {};
    if (reg != kRsp) return state.registers[static_cast<std::size_t>(reg)];
    return state.knows_stack ? exactly({true, state.stack}) : Value{};
  }

  void set(State& state, int reg, const Value& value) {
    if (reg == kNone) return;
    if (reg != kRsp) {
      state.registers[static_cast<std::size_t>(reg)] = value;
    } else if (value.exact >= 0 && address_of(value).is_frame) {
      state.stack = address_of(value).at;
    } else {
      state.knows_stack = false;
    }
  }

  [[nodiscard]] Address address_of(const Value& value) const {
    return addresses_[static_cast<std::size_t>(value.exact)];
  }

  void escape(const Value& value, Reach reach, std::uint32_t size = 0, std::int64_t shift = 0) {
    if (!is_recording_ || value.possible.none()) return;
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      if (!value.possible[i]) continue;
      Address address = addresses_[i];
      address.at += shift;
      flow_.escapes.push_back({address, reach, size});
      if (address.is_frame && address.at > kReturnAddress) flow_.takes_stack_arguments = true;
    }
  }

  void escape_registers(const State& state, Registers registers, Reach reach) {
    for (int reg = 0; reg < kRegisters; ++reg) {
      if ((registers & bit(reg)) != 0) escape(get(state, reg), reach);
    }
  }

  // The address of a memory operand, if it is certain; otherwise every address it may depend on
  // escapes.
  Where resolve(const State& state, const Memory& memory) {
    if (memory.address && !memory.is_odd) {
      if (!image_.is_near_data(*memory.address)) return {};
      return Address{false, static_cast<std::int64_t>(*memory.address)};
    }
    if (memory.index == kNone && !memory.is_odd && memory.base == kRsp && state.knows_stack) {
      return Address{true, state.stack + memory.displacement};
    }
    const Value base = get(state, memory.base);
    if (memory.index == kNone && !memory.is_odd && base.exact >= 0) {
      Address address = address_of(base);
      address.at += memory.displacement;
      return address;
    }
    for (const Value& value : {base, get(state, memory.index)}) {
      escape(value, Reach::Around, 0, memory.displacement);
      escape(value, Reach::Around);
    }
    return {};
  }

  void note_place(std::size_t i, const Where& where, std::uint32_t size, bool is_read,
                  bool is_written) {
    if (!is_recording_) return;
    Place place{Place::Kind::Unknown, 0, size, is_read, is_written};
    if (where) {
      place.kind = where->is_frame ? Place::Kind::Frame : Place::Kind::Data;
      place.at = where->at;
      if (where->is_frame && where->at + size > 0) flow_.takes_stack_arguments = true;
    }
    flow_.places[i] = place;
  }

  // The followed slot of eight bytes at this place; null if there is no such slot.
  Value* slot_at(State& state, const Where& where, std::uint32_t size) {
    if (!where || size != 8 || !where->is_frame) return nullptr;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].at == where->at && slots_[i].size == 8) return &state.slots[i];
    }
    return nullptr;
  }

  void put(State& state, const Where& where, std::uint32_t size, const Value& value) {
    if (Value* const slot = slot_at(state, where, size)) {
      *slot = value;
    } else {
      escape(value, Reach::Object);
    }
  }

  Value take(State& state, const Where& where) {
    const Value* const slot = slot_at(state, where, 8);
    return slot != nullptr ? *slot : Value{};
  }

  void step(std::size_t i, State& state) {
    const Instruction& instruction = function_.instructions[i];
    Where where;
    const auto& memory = instruction.memory;
    if (memory && instruction.kind != Kind::Lea) {
      where = resolve(state, *memory);
      note_place(i, where, memory->size, memory->is_read, memory->is_written);
    }
    switch (instruction.kind) {
      case Kind::Push:
      case Kind::Pop:
      case Kind::Leave: step_stack(i, instruction, state); break;
      case Kind::Copy: set(state, instruction.to, get(state, instruction.from)); break;
      case Kind::Load: set(state, instruction.to, take(state, where)); break;
      case Kind::Store:
        put(state, where, instruction.memory_operand().size, get(state, instruction.from));
        break;
      case Kind::Lea: step_lea(instruction, state); break;
      case Kind::Shift: step_shift(instruction, state); break;
      case Kind::Test: break;
      case Kind::Call: step_call(i, instruction, state); break;
      case Kind::Return: escape_registers(state, bit(kRax) | bit(kRdx), Reach::Object); break;
      default: step_other(instruction, where, state); break;
    }
    if (!function_.leaves[i]) return;
    escape_registers(state, kAll & ~bit(kRsp) & ~bit(kRbp), Reach::Object);
    for (const Value& value : state.slots) escape(value, Reach::Object);
    // The jump may lead to a part of this function that was moved elsewhere.
    if (is_recording_) flow_.takes_stack_arguments = true;
    if (get(state, kRbp).exact >= 0 || state.stack != kReturnAddress) state.knows_stack = false;
    if (is_recording_ && !state.knows_stack) flow_.is_known = false;
  }

  static Where top_of(const State& state) {
    return state.knows_stack ? Where(Address{true, state.stack}) : Where();
  }

  void step_stack(std::size_t i, const Instruction& instruction, State& state) {
    if (instruction.kind == Kind::Leave) set(state, kRsp, get(state, kRbp));
    if (instruction.kind == Kind::Push) {
      const Value pushed = get(state, instruction.from);
      state.stack -= 8;
      put(state, top_of(state), 8, pushed);
      note_place(i, top_of(state), 8, false, true);
      return;
    }
    note_place(i, top_of(state), 8, true, false);
    const Value popped = take(state, top_of(state));
    state.stack += 8;
    set(state, instruction.kind == Kind::Leave ? kRbp : instruction.to, popped);
  }

  void step_lea(const Instruction& instruction, State& state) {
    const Where where = resolve(state, instruction.memory_operand());
    if (is_recording_ && where && where->is_frame && where->at >= 0 && instruction.to != kRsp) {
      flow_.takes_stack_arguments = true;
    }
    set(state, instruction.to, where ? exactly(*where) : Value{});
  }

  void step_shift(const Instruction& instruction, State& state) {
    const Value value = get(state, instruction.to);
    if (instruction.to == kRsp) {
      state.stack += instruction.number;
    } else if (value.exact >= 0) {
      Address address = address_of(value);
      address.at += instruction.number;
      set(state, instruction.to, exactly(address));
    } else {
      escape(value, Reach::Around);
      set(state, instruction.to, {});
    }
  }

  void step_call(std::size_t i, const Instruction& instruction, State& state) {
    const Call& call = function_.call_at(i);
    escape_registers(state, instruction.reads & ~bit(kRsp), Reach::Object);
    if (call.known) {
      for (int k = 0; k < call.known->argument_count; ++k) {
        const Argument& argument = call.known->arguments[k];
        const Value value = get(state, kArguments[k]);
        if (argument.use == Argument::Use::Memory) escape(value, Reach::Bytes, argument.size);
        if (argument.use == Argument::Use::Escapes) escape(value, Reach::Object);
      }
    } else {
      escape_registers(state, bit(kRax) | bit(kR10) | bit(kR11), Reach::Object);
      for (const int reg : kArguments) escape(get(state, reg), Reach::Object);
      if (call.takes_stack_arguments) {
        for (const Value& value : state.slots) escape(value, Reach::Object);
      }
    }
    for (int reg = 0; reg < kRegisters; ++reg) {
      if ((bit(reg) & (kKept | bit(kRsp))) != 0) continue;
      Value& value = state.registers[static_cast<std::size_t>(reg)];
      if (call.may_keep) {
        value.exact = -1;
      } else {
        value = {};
      }
    }
  }

  void step_other(const Instruction& instruction, const Where& where, State& state) {
    escape_registers(state, instruction.reads, Reach::Around);
    if (instruction.memory && instruction.memory->is_written) {
      if (Value* const slot = slot_at(state, where, instruction.memory->size)) *slot = {};
    }
    for (int reg = 0; reg < kRegisters; ++reg) {
      if ((instruction.writes & bit(reg)) != 0) set(state, reg, {});
    }
  }

  const ProgramImage& image_;
  const FunctionCode& function_;
  const std::vector<Slot>& slots_;
  std::vector<Address> addresses_;
  std::vector<State> states_;
  AddressFlow flow_;
  bool is_recording_ = false;
  bool has_too_many_ = false;
};

}  // namespace

AddressFlow follow_addresses(const ProgramImage& image, const FunctionCode& function,
                             const std::vector<Slot>& slots) {
  return Follower(image, function, slots).run();
}

}  // namespace skein::code
