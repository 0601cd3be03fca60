// SPDX-License-Identifier: Apache-2.0
// Operands and slots of an abstract state, and how they are passed to functions and back.
//
// The value of a known slot is in the machine's own frame; an unknown slot has an abstract number
// next to it (state.hpp). Code that gives a slot another value forgets what was known about the old
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"

namespace skein::abstract {

class Registers {
 public:
  Registers(ir::Context& context, Numbers& numbers, const std::vector<FunctionFacts>& facts)
      : context_(context), numbers_(numbers), facts_(facts) {}

  [[nodiscard]] const ir::Instruction& here(const State& s) const {
    return context_.control.here(s.thread);
  }
  // The value of an operand of the top frame, or of another one.
  [[nodiscard]] NumberId number(const State& s, ir::Operand operand) {
    return number_in(s, s.frames.size() - 1, operand);
  }
  [[nodiscard]] NumberId number_in(const State& s, std::size_t frame, ir::Operand operand);
  [[nodiscard]] bool is_known(const State& s, ir::Operand operand) const {
    return operand < 0 || s.frames.back().slots[static_cast<std::size_t>(operand)].is_none();
  }
  // REQUIRES is_known(s, operand).
  [[nodiscard]] std::uint64_t known(const State& s, ir::Operand operand) const {
    return context_.control.get(s.thread.frames.back(), operand);
  }
  void set_slot(State& s, std::size_t slot, NumberId number) {
    set_slot_in(s, s.frames.size() - 1, slot, number);
  }
  void set_slot_in(State& s, std::size_t frame, std::size_t slot, NumberId number);
  // The slot of the top frame gets another value.
  void forget_slot(State& s, std::size_t slot) const;

  // The variable of the zone that has an operand's value, if its lower 32 bits are read. REQUIRES:
  // the operand is a slot.
  [[nodiscard]] ZoneVariable variable(const State& s, std::size_t frame, ir::Operand operand) const;
  // Whether the operand is less than 2^31: then its lower 32 bits, signed or not, are its value.
  [[nodiscard]] bool is_small(const State& s, std::size_t frame, ir::Operand operand) {
    return numbers_[number_in(s, frame, operand)].back().hi < (1ULL << 31U);
  }

  // Records that the slot of the top frame was just given operand + distance: in the zone if the
  // sum does not wrap around, and for 64 bits only if all numbers are small. The distance is
  // signed.
  void relate(State& s, std::size_t slot, ir::Operand operand, unsigned bits, NumberId distance);
  // Records that the slot was just given the value of a variable of at most 32 bits.
  static void relate_copy(State& s, std::size_t slot, ZoneVariable y);

  // Adds unknowns for the thread's new frames, and drops those of frames that are gone.
  static void fit_frames(State& s);

  // Adds a state that has failed here.
  void fail(const State& s, ViolationFacts facts, std::vector<State>& more) const;

  // The numbers of the unknown arguments of a call or return; none for each argument that is known.
  [[nodiscard]] std::vector<NumberId> unknown_arguments(const State& s,
                                                        const ir::Instruction& in) const;
  // The numbers of the unknown values that a return passes. If the return ends the thread, its
  // value becomes the thread's result (pass_result).
  [[nodiscard]] std::vector<NumberId> unknown_results(State& s, const ir::Instruction& in) const;
  // Prepares an operand to become the thread's result: an unknown number is replaced by a token.
  void pass_result(State& s, ir::Operand operand) const;
  // The number that a thread's result is a token of; none if the result is the value itself.
  [[nodiscard]] static NumberId unknown_result(std::uint64_t result);
  // In the caller, once the function has returned.
  void take_results(State& s, const std::vector<NumberId>& results);

 private:
  ir::Context& context_;
  Numbers& numbers_;
  const std::vector<FunctionFacts>& facts_;
};

}  // namespace skein::abstract
