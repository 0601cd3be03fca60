// SPDX-License-Identifier: Apache-2.0
// Terms: what a slot or a byte of memory holds as a function of the unknown inputs.
//
// An operation of a term is an instruction of the ir machine on 64-bit slots, with the machine's
// meaning (machine/ir/program/arithmetic.hpp): a term whose variables have values is computed by
// the machine's own arithmetic. Terms are interned, so that equal ones are equal numbers, and
// constants are folded; children have smaller numbers than their parents.
//
// Each term has a width: its value is less than 2^width. It keeps the problems that the solver gets
// as narrow as the program's variables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "core/ids.hpp"
#include "machine/ir/program/arithmetic.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::symbolic {

using TermId = Id<struct TermTag>;  // none: no term, the value is known

enum class TermKind : std::uint8_t {
  Constant,
  Variable,
  Operation,  // integer arithmetic, a comparison or a conversion, with a and b
  Choice,     // a if the lowest bit of c is set, else b
};

struct Term {
  TermKind kind = TermKind::Constant;
  ir::Code code = ir::Code::Move;
  std::uint8_t sub = 0;    // the predicate of a comparison
  std::uint8_t bits = 64;  // as in the instruction
  std::uint8_t bits2 = 64;
  std::uint8_t width = 64;  // at least 1
  TermId a;
  TermId b;
  TermId c;
  std::uint64_t value = 0;  // the constant; the number of the variable
};

// Values of the variables, by their numbers. Those beyond the end are zero.
using Assignment = std::vector<std::uint64_t>;

class Terms {
 public:
  [[nodiscard]] const Term& operator[](TermId t) const { return terms_[t.index()]; }
  [[nodiscard]] std::size_t size() const { return terms_.size(); }
  [[nodiscard]] std::size_t variables() const { return variables_.size(); }
  [[nodiscard]] TermId variable(std::size_t number) const { return variables_[number]; }

  [[nodiscard]] TermId constant(std::uint64_t value);
  [[nodiscard]] TermId new_variable(unsigned bits);
  [[nodiscard]] TermId choice(TermId condition, TermId if_true, TermId if_false);

  // What the machine computes, without the troubles. REQUIRES: is_computable(in.code).
  [[nodiscard]] TermId compute(const ir::Instruction& in, TermId a, TermId b);
  [[nodiscard]] TermId compute(ir::Code code, unsigned bits, TermId a, TermId b);
  [[nodiscard]] TermId compare(ir::Compare predicate, unsigned bits, TermId a, TermId b);
  [[nodiscard]] TermId modify(ir::RmwKind kind, unsigned bits, TermId old, TermId operand);

  // Conditions are terms of width 1.
  [[nodiscard]] TermId equal(TermId a, TermId b) { return compare(ir::Compare::EQ, 64, a, b); }
  [[nodiscard]] TermId equal(TermId a, std::uint64_t value) { return equal(a, constant(value)); }
  [[nodiscard]] TermId between(TermId a, std::uint64_t lo, std::uint64_t hi);
  [[nodiscard]] TermId opposite(TermId condition) {
    return compute(ir::Code::Xor, 1, condition, constant(1));
  }
  [[nodiscard]] TermId both(TermId a, TermId b) { return compute(ir::Code::And, 1, a, b); }
  [[nodiscard]] TermId either(TermId a, TermId b) { return compute(ir::Code::Or, 1, a, b); }

  [[nodiscard]] bool is_constant(TermId t) const {
    return terms_[t.index()].kind == TermKind::Constant;
  }
  [[nodiscard]] bool is_constant(TermId t, std::uint64_t value) const {
    return is_constant(t) && terms_[t.index()].value == value;
  }
  [[nodiscard]] std::uint64_t value_of(TermId t) const { return terms_[t.index()].value; }

  // The variables that it depends on.
  [[nodiscard]] std::vector<TermId> variables_of(TermId t) const;
  [[nodiscard]] std::uint64_t evaluate(TermId t, const Assignment& variables);

  // Whether instructions with this code are operations of terms; the others (floating point) are
  // not followed.
  [[nodiscard]] static constexpr bool is_computable(ir::Code code) {
    return (code >= ir::Code::Add && code <= ir::Code::Xor) || code == ir::Code::ICmp ||
           code == ir::Code::Trunc || code == ir::Code::ZExt || code == ir::Code::SExt;
  }

 private:
  using Key = std::tuple<TermKind, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                         std::uint64_t>;

  [[nodiscard]] TermId intern(const Term& term);
  // A simpler term with the same value; none if there is no such.
  [[nodiscard]] TermId simplify(const ir::Instruction& in, TermId a, TermId b);
  [[nodiscard]] unsigned width_of(const ir::Instruction& in, TermId a, TermId b) const;
  [[nodiscard]] std::uint64_t evaluate_one(const Term& term, const Assignment& variables) const;

  std::vector<Term> terms_;
  std::vector<TermId> variables_;
  std::map<Key, TermId> ids_;
  // Scratch of the current evaluation.
  std::vector<std::uint64_t> values_;
  std::vector<std::uint32_t> marks_;
  std::uint32_t mark_ = 0;
  std::vector<TermId> open_;
};

}  // namespace skein::symbolic
