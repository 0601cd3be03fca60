// SPDX-License-Identifier: Apache-2.0
// Terms as bit-vectors of Z3. The only code that knows Z3.
//
// A term becomes a bit-vector of its width. An operation of n bits is computed on n bits, to which
// its operands are cut or extended by zeros; where an operand may be wider than that (only for
// operations that do not mind), on the width of the widest.
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>
#include <z3++.h>

#include "machine/symbolic/solver.hpp"

namespace skein::symbolic {

namespace {

using ir::Code;
using ir::Compare;

class Z3Solver final : public Solver {
 public:
  explicit Z3Solver(const Terms& terms) : terms_(terms), solver_(context_, "QF_BV") {}

  Answer check(std::span<const TermId> conditions, double seconds) override;
  const Assignment& assignment() const override { return assignment_; }
  std::vector<TermId> core(std::span<const TermId> conditions, double seconds) override;

 private:
  [[nodiscard]] z3::expr translate(TermId t);
  [[nodiscard]] z3::expr translate_one(const Term& term);
  [[nodiscard]] z3::expr operation(const Term& term);
  [[nodiscard]] z3::expr compare(const Term& term);
  // Cut or extended by zeros.
  [[nodiscard]] z3::expr fit(const z3::expr& e, unsigned width);
  [[nodiscard]] z3::expr done(TermId t) { return done_.at(t); }

  const Terms& terms_;
  z3::context context_;
  z3::solver solver_;
  std::map<TermId, z3::expr> done_;
  std::vector<TermId> asserted_;  // each in a scope of its own
  Assignment assignment_;
};

z3::expr Z3Solver::fit(const z3::expr& e, unsigned width) {
  const unsigned has = e.get_sort().bv_size();
  if (has == width) return e;
  return has > width ? e.extract(width - 1, 0) : z3::zext(e, width - has);
}

z3::expr Z3Solver::compare(const Term& term) {
  const z3::expr x = done(term.a);
  const z3::expr y = done(term.b);
  const unsigned widest = std::max<unsigned>(terms_[term.a].width, terms_[term.b].width);
  const auto u = [&](const z3::expr& e) { return fit(e, widest); };
  const auto s = [&](const z3::expr& e) { return fit(e, term.bits); };
  switch (static_cast<Compare>(term.sub)) {
    case Compare::EQ: return u(x) == u(y);
    case Compare::NE: return u(x) != u(y);
    case Compare::UGT: return z3::ugt(u(x), u(y));
    case Compare::UGE: return z3::uge(u(x), u(y));
    case Compare::ULT: return z3::ult(u(x), u(y));
    case Compare::ULE: return z3::ule(u(x), u(y));
    case Compare::SGT: return s(x) > s(y);
    case Compare::SGE: return s(x) >= s(y);
    case Compare::SLT: return s(x) < s(y);
    case Compare::SLE: return s(x) <= s(y);
  }
  return context_.bool_val(false);
}

z3::expr Z3Solver::operation(const Term& term) {
  const unsigned bits = term.bits;
  const unsigned width_a = terms_[term.a].width;
  const unsigned width_b = terms_[term.b].width;
  const unsigned widest = std::max({bits, width_a, width_b});
  const auto a = [&](unsigned width) { return fit(done(term.a), width); };
  const auto b = [&](unsigned width) { return fit(done(term.b), width); };
  switch (term.code) {
    case Code::Add: return a(bits) + b(bits);
    case Code::Sub: return a(bits) - b(bits);
    case Code::Mul: return a(bits) * b(bits);
    case Code::UDiv: return z3::udiv(a(bits), b(bits));
    case Code::SDiv: return a(bits) / b(bits);
    case Code::URem: return z3::urem(a(bits), b(bits));
    case Code::SRem: return z3::srem(a(bits), b(bits));
    case Code::Shl: return z3::shl(a(widest), b(widest));
    case Code::LShr: return z3::lshr(a(widest), b(widest));
    case Code::AShr: return z3::ashr(z3::sext(a(bits), widest - bits), b(widest));
    case Code::And: return a(widest) & b(widest);
    case Code::Or: return a(widest) | b(widest);
    case Code::Xor: return a(widest) ^ b(widest);
    case Code::ICmp: return z3::ite(compare(term), context_.bv_val(1, 1), context_.bv_val(0, 1));
    case Code::SExt:
      return z3::sext(a(term.bits2), std::max<unsigned>(bits, term.bits2) - term.bits2);
    default: return a(bits);  // Trunc, ZExt
  }
}

z3::expr Z3Solver::translate_one(const Term& term) {
  switch (term.kind) {
    case TermKind::Constant: return context_.bv_val(term.value, term.width);
    case TermKind::Variable:
      return context_.bv_const(("v" + std::to_string(term.value)).c_str(), term.width);
    case TermKind::Choice:
      return z3::ite(fit(done(term.c), 1) == context_.bv_val(1, 1), fit(done(term.a), term.width),
                     fit(done(term.b), term.width));
    case TermKind::Operation: break;
  }
  // Cut to the term's bits first: a shift may leave more.
  const z3::expr result = operation(term);
  const unsigned has = result.get_sort().bv_size();
  return fit(term.code == Code::Shl && has > term.bits ? fit(result, term.bits) : result,
             term.width);
}

// Without recursion: the terms of a long loop are deep.
z3::expr Z3Solver::translate(TermId t) {
  std::vector<TermId> open{t};
  while (!open.empty()) {
    const TermId top = open.back();
    if (done_.contains(top)) {
      open.pop_back();
      continue;
    }
    const Term& term = terms_[top];
    bool is_ready = true;
    for (const TermId child : {term.a, term.b, term.c}) {
      if (child.is_none() || done_.contains(child)) continue;
      open.push_back(child);
      is_ready = false;
    }
    if (!is_ready) continue;
    done_.emplace(top, translate_one(term));
    open.pop_back();
  }
  return done_.at(t);
}

Answer Z3Solver::check(std::span<const TermId> conditions, double seconds) {
  try {
    std::size_t same = 0;
    while (same < asserted_.size() && same < conditions.size() &&
           asserted_[same] == conditions[same]) {
      ++same;
    }
    if (same < asserted_.size()) {
      solver_.pop(static_cast<unsigned>(asserted_.size() - same));
      asserted_.resize(same);
    }
    for (; same < conditions.size(); ++same) {
      const z3::expr condition = fit(translate(conditions[same]), 1) == context_.bv_val(1, 1);
      solver_.push();
      asserted_.push_back(conditions[same]);
      solver_.add(condition);
    }
    z3::params limits(context_);
    limits.set("timeout", static_cast<unsigned>(std::clamp(seconds * 1000, 1.0, 1e9)));
    solver_.set(limits);
    const z3::check_result result = solver_.check();
    if (result == z3::unsat) return Answer::Unsatisfiable;
    if (result != z3::sat) return Answer::Unknown;
    const z3::model model = solver_.get_model();
    assignment_.assign(terms_.variables(), 0);
    for (std::size_t i = 0; i < assignment_.size(); ++i) {
      const TermId variable = terms_.variable(i);
      const auto found = done_.find(variable);
      if (found == done_.end()) continue;
      assignment_[i] = model.eval(found->second, true).get_numeral_uint64();
    }
    return Answer::Satisfiable;
  } catch (const z3::exception&) {
    return Answer::Unknown;
  }
}

std::vector<TermId> Z3Solver::core(std::span<const TermId> conditions, double seconds) {
  std::vector<TermId> found;
  try {
    z3::solver tracking(context_, "QF_BV");
    z3::params limits(context_);
    limits.set("timeout", static_cast<unsigned>(std::clamp(seconds * 1000, 1.0, 1e9)));
    tracking.set(limits);
    std::map<std::string, TermId> by_name;
    for (const TermId t : conditions) {
      const std::string name = "c" + std::to_string(t.value);
      if (!by_name.emplace(name, t).second) continue;
      tracking.add(fit(translate(t), 1) == context_.bv_val(1, 1), name.c_str());
    }
    if (tracking.check() != z3::unsat) return found;
    const z3::expr_vector core = tracking.unsat_core();
    for (unsigned i = 0; i < core.size(); ++i) {
      found.push_back(by_name.at(core[static_cast<int>(i)].decl().name().str()));
    }
  } catch (const z3::exception&) {
    found.clear();
  }
  return found;
}

}  // namespace

}  // namespace skein::symbolic

extern "C" __attribute__((visibility("default"))) skein::symbolic::Solver* skein_make_solver(
    const skein::symbolic::Terms* terms) {
  return new skein::symbolic::Z3Solver(*terms);
}
