// SPDX-License-Identifier: Apache-2.0
#include "machine/native/code/needed_values.hpp"

namespace skein::code {

namespace {

constexpr Registers kAlways = bit(kRsp);
constexpr Needed kEverything{kAll, ~std::uint64_t{0}};

class Finder {
 public:
  explicit Finder(const NeedsQuestion& question) : q_(question) {
    for (const Place& place : q_.flow.places) slot_of_.push_back(slot_number(place));
  }

  NeededValues run() {
    const std::size_t count = q_.function.instructions.size();
    std::vector<Needed> before(count, Needed{kAlways, 0});
    result_.after.assign(count, Needed{kAlways, 0});
    for (bool is_fixpoint = false; !is_fixpoint;) {
      is_fixpoint = true;
      for (std::size_t i = count; i-- > 0;) {
        result_.after[i] = after(i, before);
        const Needed now = needed_before(i, result_.after[i]);
        if (now == before[i]) continue;
        before[i] = now;
        is_fixpoint = false;
      }
    }
    result_.at_entry = before[0].registers;
    is_recording_ = true;
    for (std::size_t i = 0; i < count; ++i) needed_before(i, result_.after[i]);
    return std::move(result_);
  }

 private:
  [[nodiscard]] int slot_number(const Place& place) const {
    if (place.kind != Place::Kind::Frame) return -1;
    for (std::size_t i = 0; i < q_.slots.size(); ++i) {
      if (q_.slots[i].at == place.at && q_.slots[i].size == place.size) return static_cast<int>(i);
    }
    return -1;
  }

  [[nodiscard]] std::uint64_t slot_bit(std::size_t i) const {
    return slot_of_[i] < 0 ? 0 : std::uint64_t{1} << static_cast<unsigned>(slot_of_[i]);
  }

  [[nodiscard]] Needed after(std::size_t i, const std::vector<Needed>& before) const {
    Needed needed{kAlways, 0};
    if (q_.function.leaves[i]) needed = kEverything;
    for (const std::uint32_t next : q_.function.successors[i]) {
      needed.registers |= before[next].registers;
      needed.slots |= before[next].slots;
    }
    return needed;
  }

  void read_place(std::size_t i, Needed& needed) {
    const Place& place = q_.flow.places[i];
    needed.slots |= slot_bit(i);
    if (is_recording_ && place.kind == Place::Kind::Data) result_.contradictions.push_back(place);
  }

  // Whether the instruction's write to memory may be needed.
  [[nodiscard]] bool is_write_needed(std::size_t i, const Needed& after) const {
    const Place& place = q_.flow.places[i];
    if (place.kind == Place::Kind::None || !place.is_written) return false;
    if (slot_of_[i] >= 0) return (after.slots & slot_bit(i)) != 0;
    return place.kind != Place::Kind::Data || !q_.is_faint(place);
  }

  Needed needed_before(std::size_t i, const Needed& after) {
    const Instruction& instruction = q_.function.instructions[i];
    switch (instruction.kind) {
      case Kind::Call: return before_call(i, instruction, after);
      case Kind::Return: return {kAlways | kKept | bit(kRax) | bit(kRdx), 0};
      case Kind::Stop: return {kAlways, 0};
      case Kind::Other:
      case Kind::Jump:
      case Kind::Branch:
      case Kind::IndirectJump: return before_other(i, instruction, after);
      default: return before_pure(i, instruction, after);
    }
  }

  Needed before_pure(std::size_t i, const Instruction& instruction, const Needed& after) {
    Needed needed = after;
    const Place& place = q_.flow.places[i];
    const Registers addresses = instruction.address_registers();
    // Push and pop move the stack pointer by a known amount; any other instruction that moves it
    // needs all it reads.
    const bool is_stack = instruction.kind == Kind::Push || instruction.kind == Kind::Pop;
    const Registers results = is_stack ? instruction.writes & ~kAlways : instruction.writes;
    if ((results & after.registers) == 0 && !is_write_needed(i, after)) {
      if (instruction.kind != Kind::Lea) needed.registers |= addresses;
      return needed;
    }
    needed.registers &= ~(instruction.kills & ~kAlways);
    if (place.is_written && !instruction.keeps_memory) needed.slots &= ~slot_bit(i);
    needed.registers |= instruction.reads | addresses;
    if (instruction.kind == Kind::Leave) needed.registers |= bit(kRbp);
    if (place.is_read) read_place(i, needed);
    return needed;
  }

  Needed before_other(std::size_t i, const Instruction& instruction, const Needed& after) {
    Needed needed = after;
    needed.registers |= instruction.reads | instruction.address_registers();
    if (q_.flow.places[i].is_read) read_place(i, needed);
    return needed;
  }

  Needed before_call(std::size_t i, const Instruction& instruction, const Needed& after) {
    const Call& call = q_.function.call_at(i);
    Needed needed = after;
    if (!call.may_keep) needed.registers &= kKept | kAlways;
    needed.registers |= instruction.reads | instruction.address_registers();
    if (q_.flow.places[i].is_read) read_place(i, needed);
    if (call.known) {
      for (int k = 0; k < call.known->argument_count; ++k) {
        needed.registers |= bit(kArguments[k]);
      }
      return needed;
    }
    const Needed by = call.is_local ? q_.needed_by(instruction.known_target()) : kNeededByUnknown;
    needed.registers |= by.registers;
    needed.slots |= by.slots;
    return needed;
  }

  const NeedsQuestion& q_;
  std::vector<int> slot_of_;
  NeededValues result_;
  bool is_recording_ = false;
};

}  // namespace

NeededValues find_needed(const NeedsQuestion& question) { return Finder(question).run(); }

}  // namespace skein::code
