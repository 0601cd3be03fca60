// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/terms.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace skein::symbolic {

namespace {

using ir::Code;
using ir::Compare;
using ir::Instruction;

std::uint8_t width_of_value(std::uint64_t value) {
  return static_cast<std::uint8_t>(std::max(1, static_cast<int>(std::bit_width(value))));
}

}  // namespace

TermId Terms::intern(const Term& term) {
  const std::uint32_t code = static_cast<std::uint32_t>(term.code) +
                             (static_cast<std::uint32_t>(term.sub) << 8U) +
                             (static_cast<std::uint32_t>(term.bits) << 16U) +
                             (static_cast<std::uint32_t>(term.bits2) << 24U);
  const Key key{term.kind, code, term.a.value, term.b.value, term.c.value, term.value};
  const auto [it, is_new] = ids_.emplace(key, TermId{terms_.size()});
  if (is_new) terms_.push_back(term);
  return it->second;
}

TermId Terms::constant(std::uint64_t value) {
  Term term;
  term.value = value;
  term.width = width_of_value(value);
  return intern(term);
}

TermId Terms::new_variable(unsigned bits) {
  Term term;
  term.kind = TermKind::Variable;
  term.bits = term.width = static_cast<std::uint8_t>(bits);
  term.value = variables_.size();
  variables_.push_back(intern(term));
  return variables_.back();
}

TermId Terms::choice(TermId condition, TermId if_true, TermId if_false) {
  if (is_constant(condition)) return (value_of(condition) & 1U) != 0 ? if_true : if_false;
  if (if_true == if_false) return if_true;
  const bool is_condition = terms_[condition.index()].width == 1;
  if (is_condition && is_constant(if_true, 1) && is_constant(if_false, 0)) return condition;
  Term term;
  term.kind = TermKind::Choice;
  term.a = if_true;
  term.b = if_false;
  term.c = condition;
  term.width = std::max(terms_[if_true.index()].width, terms_[if_false.index()].width);
  return intern(term);
}

unsigned Terms::width_of(const Instruction& in, TermId a, TermId b) const {
  const unsigned x = terms_[a.index()].width;
  const unsigned y = terms_[b.index()].width;
  const unsigned bits = in.bits;
  switch (in.code) {
    case Code::ICmp: return 1;
    case Code::And: return std::min(x, y);
    case Code::Or:
    case Code::Xor: return std::max(x, y);
    case Code::LShr:
      if (!is_constant(b)) return x;
      return value_of(b) >= x ? 1 : std::max<unsigned>(1, x - static_cast<unsigned>(value_of(b)));
    case Code::UDiv: return x;
    case Code::Add: return std::min(bits, std::max(x, y) + 1);
    case Code::Mul: return std::min(bits, x + y);
    case Code::Trunc:
    case Code::ZExt: return std::min(bits, x);
    case Code::URem: return std::max(1U, std::min(x, y));
    default: return bits;
  }
}

TermId Terms::simplify(const Instruction& in, TermId a, TermId b) {
  const unsigned x = terms_[a.index()].width;
  const bool fits = x <= in.bits;
  switch (in.code) {
    case Code::Trunc:
    case Code::ZExt: return fits ? a : TermId{};
    case Code::SExt: return x < in.bits2 ? a : TermId{};  // not negative
    case Code::Add:
    case Code::Or:
    case Code::Xor:
      if (is_constant(a, 0) && terms_[b.index()].width <= in.bits) return b;
      [[fallthrough]];
    case Code::Sub:
    case Code::Shl:
    case Code::LShr:
      if (is_constant(b, 0) && fits) return a;
      if (in.code == Code::LShr && is_constant(b) && value_of(b) >= x) return constant(0);
      return {};
    case Code::Mul:
      if (is_constant(b, 1) && fits) return a;
      if (is_constant(a, 1) && terms_[b.index()].width <= in.bits) return b;
      return is_constant(a, 0) || is_constant(b, 0) ? constant(0) : TermId{};
    case Code::And: {
      const auto keeps = [&](TermId mask, TermId other) {
        const unsigned width = terms_[other.index()].width;
        return is_constant(mask) && ir::cut_to(~value_of(mask), width) == 0;
      };
      if (is_constant(a, 0) || is_constant(b, 0)) return constant(0);
      return keeps(b, a) ? a : keeps(a, b) ? b : a == b ? a : TermId{};
    }
    case Code::ICmp: {
      const auto predicate = static_cast<Compare>(in.sub);
      const bool is_equality = predicate == Compare::EQ || predicate == Compare::NE;
      if (is_equality && a == b) return constant(predicate == Compare::EQ ? 1 : 0);
      if (!is_equality || x != 1 || !is_constant(b) || value_of(b) > 1) return {};
      const bool is_same = (predicate == Compare::EQ) == (value_of(b) == 1);
      return is_same ? a : opposite(a);
    }
    default: return {};
  }
}

TermId Terms::compute(const Instruction& in, TermId a, TermId b) {
  if (is_constant(a) && is_constant(b)) {
    ir::Trouble ignored = ir::Trouble::None;
    return constant(ir::compute(in, value_of(a), value_of(b), ignored));
  }
  if (const TermId simple = simplify(in, a, b); !simple.is_none()) return simple;
  Term term;
  term.kind = TermKind::Operation;
  term.code = in.code;
  term.sub = in.code == Code::ICmp ? in.sub : std::uint8_t{0};
  term.bits = in.bits;
  term.bits2 = in.bits2;
  term.a = a;
  term.b = b;
  term.width = static_cast<std::uint8_t>(width_of(in, a, b));
  return intern(term);
}

TermId Terms::compute(Code code, unsigned bits, TermId a, TermId b) {
  Instruction in;
  in.code = code;
  in.bits = static_cast<std::uint8_t>(bits);
  return compute(in, a, b);
}

TermId Terms::compare(Compare predicate, unsigned bits, TermId a, TermId b) {
  Instruction in;
  in.code = Code::ICmp;
  in.sub = static_cast<std::uint8_t>(predicate);
  in.bits = static_cast<std::uint8_t>(bits);
  return compute(in, a, b);
}

TermId Terms::modify(ir::RmwKind kind, unsigned bits, TermId old, TermId operand) {
  const auto pick = [&](Compare keeps_old) {
    return choice(compare(keeps_old, bits, old, operand), old, operand);
  };
  switch (kind) {
    case ir::RmwKind::Xchg: return operand;
    case ir::RmwKind::Add: return compute(Code::Add, bits, old, operand);
    case ir::RmwKind::Sub: return compute(Code::Sub, bits, old, operand);
    case ir::RmwKind::And: return compute(Code::And, bits, old, operand);
    case ir::RmwKind::Nand:
      return compute(Code::Xor, bits, compute(Code::And, bits, old, operand),
                     constant(ir::cut_to(~0ULL, bits)));
    case ir::RmwKind::Or: return compute(Code::Or, bits, old, operand);
    case ir::RmwKind::Xor: return compute(Code::Xor, bits, old, operand);
    case ir::RmwKind::Max: return pick(Compare::SGT);
    case ir::RmwKind::Min: return pick(Compare::SLT);
    case ir::RmwKind::UMax: return pick(Compare::UGT);
    case ir::RmwKind::UMin: return pick(Compare::ULT);
    case ir::RmwKind::FAdd:
    case ir::RmwKind::FSub: break;
  }
  return new_variable(bits);  // floating point: anything
}

TermId Terms::between(TermId a, std::uint64_t lo, std::uint64_t hi) {
  if (lo == hi) return equal(a, lo);
  const std::uint64_t most = ir::cut_to(~0ULL, terms_[a.index()].width);
  TermId result = constant(1);
  if (lo > 0) result = compare(Compare::UGE, 64, a, constant(lo));
  if (hi < most) result = both(result, compare(Compare::ULE, 64, a, constant(hi)));
  return result;
}

// ---- Evaluation ----------------------------------------------------------------------------

std::uint64_t Terms::evaluate_one(const Term& term, const Assignment& variables) const {
  switch (term.kind) {
    case TermKind::Constant: return term.value;
    case TermKind::Variable: return term.value < variables.size() ? variables[term.value] : 0;
    case TermKind::Choice:
      return values_[(values_[term.c.index()] & 1U) != 0 ? term.a.index() : term.b.index()];
    case TermKind::Operation: break;
  }
  Instruction in;
  in.code = term.code;
  in.sub = term.sub;
  in.bits = term.bits;
  in.bits2 = term.bits2;
  ir::Trouble ignored = ir::Trouble::None;
  return ir::compute(in, values_[term.a.index()], values_[term.b.index()], ignored);
}

// Without recursion: the terms of a long loop are deep.
std::uint64_t Terms::evaluate(TermId t, const Assignment& variables) {
  values_.resize(terms_.size());
  marks_.resize(terms_.size());
  ++mark_;
  open_.assign(1, t);
  while (!open_.empty()) {
    const TermId top = open_.back();
    const Term& term = terms_[top.index()];
    if (marks_[top.index()] == mark_) {
      open_.pop_back();
      continue;
    }
    bool is_ready = true;
    for (const TermId child : {term.a, term.b, term.c}) {
      if (child.is_none() || marks_[child.index()] == mark_) continue;
      open_.push_back(child);
      is_ready = false;
    }
    if (!is_ready) continue;
    values_[top.index()] = evaluate_one(term, variables);
    marks_[top.index()] = mark_;
    open_.pop_back();
  }
  return values_[t.index()];
}

std::vector<TermId> Terms::variables_of(TermId t) const {
  std::vector<TermId> variables;
  std::set<TermId> seen;
  std::vector<TermId> todo{t};
  while (!todo.empty()) {
    const TermId top = todo.back();
    todo.pop_back();
    if (top.is_none() || !seen.insert(top).second) continue;
    const Term& term = terms_[top.index()];
    if (term.kind == TermKind::Variable) variables.push_back(top);
    todo.insert(todo.end(), {term.a, term.b, term.c});
  }
  return variables;
}

}  // namespace skein::symbolic
