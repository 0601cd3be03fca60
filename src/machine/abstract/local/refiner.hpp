// SPDX-License-Identifier: Apache-2.0
// What a condition says about the values it was computed from.
//
// An operand that is restricted to some values restricts what it was computed from: the operands of
// its definition, the arguments of the calling functions, and the cells and private variables that
// these were loaded from. What a branch says about two unknowns is kept as a relation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::abstract {

class Refiner {
 public:
  Refiner(ir::Context& context, Numbers& numbers, StateLattice& lattice,
          const std::vector<FunctionFacts>& facts, Registers& registers)
      : context_(context),
        numbers_(numbers),
        lattice_(lattice),
        facts_(facts),
        registers_(registers) {}

  // Restricts the operand of the top frame to these values, and all that it was computed from, in
  // the calling frames too. False: none is left.
  [[nodiscard]] bool refine(State& s, ir::Operand operand, NumberId to) {
    return refine_in(s, s.frames.size() - 1, operand, to, 0);
  }
  // One state for each value of the operand; the instruction is executed again in each.
  [[nodiscard]] Flow split(State& s, ir::Operand operand, const char* what,
                           std::vector<State>& more);

  // A state is split into at most this many.
  static constexpr std::size_t kMostSplits = 64;

  // What is known from branches, as a set of Relation's bits.
  [[nodiscard]] static std::uint8_t relation_between(const State& s, ir::Operand a, ir::Operand b);
  static void relate(State& s, std::size_t frame, ir::Operand a, ir::Operand b, std::uint8_t may_be,
                     bool is_copy = false);

  // What the zone says about a comparison of two slots of the top frame, and about a difference:
  // the values of `result` that it allows.
  [[nodiscard]] std::optional<bool> decided_by_zone(const State& s, const ir::Instruction& in);
  [[nodiscard]] NumberId difference_by_zone(const State& s, const ir::Instruction& in,
                                            NumberId result);

 private:
  // What the zone can say about two operands that are compared; empty: nothing.
  struct ComparedVariables {
    ZoneVariable a;
    ZoneVariable b;
    unsigned bits = 32;
    bool is_small = false;  // as signed numbers they are the same
  };
  [[nodiscard]] std::optional<ComparedVariables> compared(const State& s, std::size_t frame,
                                                          const ir::Instruction& in);
  // A comparison of two slots holds. False: it cannot.
  [[nodiscard]] bool add_to_zone(State& s, std::size_t frame, const ir::Instruction& in,
                                 ir::Compare predicate);
  [[nodiscard]] bool refine_in(State& s, std::size_t frame, ir::Operand operand, NumberId to,
                               unsigned depth);
  // The cell, or the private variable, that a slot was loaded from.
  void refine_cell(State& s, const Loaded& loaded, NumberId to);
  [[nodiscard]] bool learn_private(State& s, const Loaded& loaded, NumberId value);
  // The values of the operand for which the instruction has one of these results.
  [[nodiscard]] bool refine_by_trial(State& s, std::size_t frame, const ir::Instruction& in,
                                     NumberId to, unsigned depth);
  // refine_by_trial() for a first operand with too many values to try; the second is a constant.
  [[nodiscard]] bool refine_by_inverse(State& s, std::size_t frame, const ir::Instruction& in,
                                       NumberId to, unsigned depth);
  [[nodiscard]] bool refine_address(State& s, std::size_t frame, const ir::Instruction& last,
                                    NumberId to, unsigned depth);
  [[nodiscard]] bool refine_definition(State& s, std::size_t frame, const ir::Instruction& in,
                                       NumberId to, unsigned depth);
  [[nodiscard]] bool refine_builtin(State& s, std::size_t frame, const ir::Instruction& in,
                                    NumberId to, unsigned depth);
  [[nodiscard]] bool refine_reals(State& s, std::size_t frame, const ir::Instruction& in,
                                  bool holds, unsigned depth);
  [[nodiscard]] bool refine_comparison(State& s, std::size_t frame, const ir::Instruction& in,
                                       bool holds, unsigned depth);

  ir::Context& context_;
  Numbers& numbers_;
  StateLattice& lattice_;
  const std::vector<FunctionFacts>& facts_;
  Registers& registers_;
};

// The relations for which a comparison holds; 0: not one of signed numbers.
[[nodiscard]] std::uint8_t relation_of(ir::Compare predicate);

}  // namespace skein::abstract
