// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/refiner.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "machine/abstract/local/block_reuse.hpp"
#include "machine/abstract/local/evaluate.hpp"
#include "machine/abstract/state/address_expression.hpp"
#include "machine/abstract/values/compare.hpp"
#include "machine/abstract/values/inverse_arithmetic.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Compare;
using ir::Instruction;
using ir::Operand;

constexpr unsigned kDeepest = 8;
constexpr std::size_t kMostTrials = 128;

std::uint8_t turned_around(std::uint8_t relation) {
  return static_cast<std::uint8_t>((relation & Relation::kEqual) |
                                   ((relation & Relation::kLess) != 0 ? Relation::kGreater : 0) |
                                   ((relation & Relation::kGreater) != 0 ? Relation::kLess : 0));
}

}  // namespace

std::uint8_t relation_of(Compare predicate) {
  switch (predicate) {
    case Compare::EQ: return Relation::kEqual;
    case Compare::NE: return Relation::kLess | Relation::kGreater;
    case Compare::SLT: return Relation::kLess;
    case Compare::SLE: return Relation::kLess | Relation::kEqual;
    case Compare::SGT: return Relation::kGreater;
    case Compare::SGE: return Relation::kGreater | Relation::kEqual;
    default: return 0;
  }
}

std::uint8_t Refiner::relation_between(const State& s, ir::Operand a, ir::Operand b) {
  for (const Relation& r : s.relations) {
    if (r.frame + 1 != s.frames.size()) continue;
    if (r.left == a && r.right == b) return r.may_be;
    if (r.left == b && r.right == a) return turned_around(r.may_be);
  }
  return Relation::kAny;
}

void Refiner::relate(State& s, std::size_t frame, ir::Operand a, ir::Operand b, std::uint8_t may_be,
                     bool is_copy) {
  if (a < 0 || b < 0 || a == b) return;
  if (b < a) return relate(s, frame, b, a, turned_around(may_be), is_copy);
  for (Relation& r : s.relations) {
    if (r.frame == frame && r.left == a && r.right == b) {
      r.may_be &= may_be;
      return;
    }
  }
  s.relations.push_back({frame, a, b, may_be, is_copy});
  std::sort(s.relations.begin(), s.relations.end());
}

// A variable in private memory has the value of a slot that was loaded from it.
bool Refiner::learn_private(State& s, const Loaded& loaded, NumberId value) {
  const BlockId block = ir::block_of(loaded.pointer);
  if (!ir::is_frame(block)) return true;
  const std::size_t depth = ir::depth_of(block);
  const std::uint32_t offset = ir::offset_of(loaded.pointer);
  std::vector<std::uint8_t>& bytes = s.thread.frames[depth].memory;
  UnknownMemory& unknowns = s.frames[depth].memory;
  const NumberId both =
      numbers_.meet(read_bytes(numbers_, bytes, unknowns, offset, loaded.bytes), value);
  if (both.is_none()) return false;
  write_bytes(numbers_, bytes, unknowns, offset, loaded.bytes, both);
  return true;
}

bool Refiner::refine_in(State& s, std::size_t frame, ir::Operand operand, NumberId to,
                        unsigned depth) {
  const NumberId before = registers_.number_in(s, frame, operand);
  const NumberId after = numbers_.meet(before, to);
  if (after.is_none()) return false;
  if (operand < 0 || after == before || becomes_pointer(numbers_[before], numbers_[after])) {
    return true;
  }
  const auto slot = static_cast<std::size_t>(operand);
  registers_.set_slot_in(s, frame, slot, after);
  for (const Loaded& loaded : s.loaded) {
    if (loaded.frame != frame || loaded.slot != slot || loaded.is_element()) continue;
    if (loaded.bytes == 0) {
      refine_cell(s, loaded, after);
    } else if (!learn_private(s, loaded, after)) {
      return false;
    }
  }
  if (depth == kDeepest) return true;
  for (std::size_t i = 0; i < s.relations.size(); ++i) {
    const Relation r = s.relations[i];
    if (r.frame != frame || r.may_be != Relation::kEqual) continue;
    if (r.left != operand && r.right != operand) continue;
    if (!refine_in(s, frame, r.left == operand ? r.right : r.left, after, depth + 1)) return false;
  }
  const ir::FunctionId function = s.thread.frames[frame].function;
  if (const auto definition = facts_[function.index()].definition[slot]) {
    const Instruction& in = context_.program.function(function).code[*definition];
    return refine_definition(s, frame, in, after, depth + 1);
  }
  // A parameter is what the caller passed.
  if (frame == 0 || slot >= context_.program.function(function).parameters) return true;
  const ir::Frame& caller = s.thread.frames[frame - 1];
  const Instruction& call = context_.program.function(caller.function).code[caller.pc];
  const bool is_call = call.code == Code::Call || call.code == Code::CallPointer;
  if (!is_call || slot >= call.argument_count) return true;
  return refine_in(s, frame - 1, context_.program.arguments[call.arguments + slot], after,
                   depth + 1);
}

void Refiner::refine_cell(State& s, const Loaded& loaded, NumberId to) {
  ValueId* const written = find(s.written, loaded.object);
  NumberId all = to;
  if (loaded.count != 0) {
    const NumberId* const learnt = find(s.learnt, loaded.object);
    NumberId before = learnt != nullptr ? *learnt : loaded.whole;
    if (written != nullptr) before = lattice_.number_in(*written);
    if (before.is_none()) return;
    // Both are right; bytes of a number are not always exact.
    all =
        numbers_.meet(before, numbers_.insert(before, loaded.size, to, loaded.first, loaded.count));
    if (all.is_none()) return;
  }
  if (written == nullptr) {
    put(s.learnt, loaded.object, all);
  } else if (!lattice_.number_in(*written).is_none()) {
    *written = lattice_.with_number(*written, all);
  }
}

bool Refiner::refine_definition(State& s, std::size_t frame, const Instruction& in, NumberId to,
                                unsigned depth) {
  Troubles ignored;
  const auto through = [&](Code code, unsigned bits, unsigned from_bits, NumberId b) {
    Instruction inverse;
    inverse.code = code;
    inverse.bits = static_cast<std::uint8_t>(bits);
    inverse.bits2 = static_cast<std::uint8_t>(from_bits);
    const NumberId source = numbers_.compute(inverse, to, b, ignored);
    return source.is_none() || refine_in(s, frame, in.a, source, depth);
  };
  const auto is_value = [&](std::uint64_t value) {
    return numbers_.is_constant(to) && numbers_.value_of(to) == value;
  };
  const auto refine_both = [&] {
    return refine_in(s, frame, in.a, to, depth) && refine_in(s, frame, in.b, to, depth);
  };
  switch (in.code) {
    case Code::Move:
    case Code::ZExt: return refine_in(s, frame, in.a, to, depth);
    case Code::SExt: return through(Code::Trunc, in.bits2, in.bits, to);
    case Code::Offset:
      return through(Code::Sub, 64, 64, numbers_.constant(static_cast<std::uint64_t>(in.imm)));
    case Code::Add:
      return in.b >= 0 ||
             through(Code::Sub, in.bits, in.bits, registers_.number_in(s, frame, in.b));
    case Code::Sub:
      return in.b >= 0 ||
             through(Code::Add, in.bits, in.bits, registers_.number_in(s, frame, in.b));
    case Code::Xor:
      return in.b >= 0 ||
             through(Code::Xor, in.bits, in.bits, registers_.number_in(s, frame, in.b));
    case Code::And:
      if (in.bits != 1) return refine_by_trial(s, frame, in, to, depth);
      return !is_value(1) || refine_both();
    case Code::Or: return in.bits != 1 || !is_value(0) || refine_both();
    case Code::ICmp:
      if (!numbers_.is_constant(to)) return true;
      return refine_comparison(s, frame, in, is_value(1), depth);
    case Code::FCmp:
      if (!numbers_.is_constant(to)) return true;
      return refine_reals(s, frame, in, is_value(1), depth);
    case Code::FNeg: return through(Code::FNeg, in.bits, in.bits, to);
    // What is converted exactly is what the result is converted back to.
    case Code::FPExt: return through(Code::FPTrunc, in.bits2, in.bits, to);
    case Code::SIToFP:
      return in.bits2 > (in.bits == 32 ? 24 : 53) || through(Code::FPToSI, in.bits2, in.bits, to);
    case Code::UIToFP:
      return in.bits2 > (in.bits == 32 ? 24 : 53) || through(Code::FPToUI, in.bits2, in.bits, to);
    case Code::Builtin: return refine_builtin(s, frame, in, to, depth);
    case Code::Trunc:
    case Code::Mul:
    case Code::UDiv:
    case Code::SDiv:
    case Code::URem:
    case Code::SRem:
    case Code::Shl:
    case Code::LShr:
    case Code::AShr: return refine_by_trial(s, frame, in, to, depth);
    case Code::Index: return refine_address(s, frame, in, to, depth);
    default: return true;
  }
}

// Keeps those values of an address's pointer and indices with which the address can be in `to`.
bool Refiner::refine_address(State& s, std::size_t frame, const Instruction& last, NumberId to,
                             unsigned depth) {
  const auto& code = context_.program.function(s.thread.frames[frame].function).code;
  const auto end = static_cast<std::size_t>(&last - code.data());
  const std::optional<std::size_t> made_from = begin_of_address(code, end);
  if (!made_from) return true;
  const std::size_t begin = *made_from;
  for (std::size_t tried = begin; tried <= end; ++tried) {
    const ir::Operand operand = tried == begin ? code[tried].a : code[tried].b;
    const NumberId all = registers_.number_in(s, frame, operand);
    if (numbers_.is_constant(all)) continue;
    const std::vector<std::uint64_t> values = numbers_.elements(all, kMostTrials);
    if (values.empty()) continue;
    Parts fitting;
    for (const std::uint64_t value : values) {
      Troubles ignored;
      const NumberId one = numbers_.constant(value);
      NumberId address = tried == begin ? one : registers_.number_in(s, frame, code[begin].a);
      address = evaluate(numbers_, code[begin], address, address, ignored);
      for (std::size_t i = begin + 1; i <= end; ++i) {
        const NumberId index = i == tried ? one : registers_.number_in(s, frame, code[i].b);
        address = evaluate(numbers_, code[i], address, index, ignored);
      }
      if (!numbers_.meet(address, to).is_none()) fitting.push_back(Strided::constant(value));
    }
    if (fitting.empty()) return false;
    const NumberId kept = numbers_.intern(std::move(fitting));
    if (!refine_in(s, frame, operand, kept, depth)) return false;
  }
  return true;
}

bool Refiner::refine_by_trial(State& s, std::size_t frame, const Instruction& in, NumberId to,
                              unsigned depth) {
  const bool has_two = ir::uses_b(in.code);
  if (in.a == in.dst || (has_two && in.b == in.dst)) return true;  // the operand is gone
  for (const bool is_second : {false, true}) {
    if (is_second && !has_two) break;
    const NumberId a = registers_.number_in(s, frame, in.a);
    const NumberId b = has_two ? registers_.number_in(s, frame, in.b) : a;
    const NumberId tried = is_second ? b : a;
    if (numbers_.is_constant(tried)) continue;
    const std::vector<std::uint64_t> values = numbers_.elements(tried, kMostTrials);
    if (values.empty()) {
      if (!is_second && !refine_by_inverse(s, frame, in, to, depth)) return false;
      continue;
    }
    Parts fitting;
    for (const std::uint64_t value : values) {
      const NumberId one = numbers_.constant(value);
      Troubles ignored;
      const NumberId result = is_second ? evaluate(numbers_, in, a, one, ignored)
                                        : evaluate(numbers_, in, one, has_two ? b : one, ignored);
      if (result.is_none() || numbers_.meet(result, to).is_none()) continue;
      fitting.push_back(Strided::constant(value));
    }
    if (fitting.empty()) return false;
    if (!refine_in(s, frame, is_second ? in.b : in.a, numbers_.intern(std::move(fitting)), depth)) {
      return false;
    }
  }
  return true;
}

bool Refiner::refine_by_inverse(State& s, std::size_t frame, const Instruction& in, NumberId to,
                                unsigned depth) {
  std::uint64_t b = 0;
  if (ir::uses_b(in.code)) {
    const NumberId second = registers_.number_in(s, frame, in.b);
    if (!numbers_.is_constant(second)) return true;
    b = numbers_.value_of(second);
  }
  std::optional<Parts> operands = inverse(in, b, numbers_[to]);
  if (!operands) return true;
  return !operands->empty() &&
         refine_in(s, frame, in.a, numbers_.intern(std::move(*operands)), depth);
}

// Builtins that have a definition (function_facts.cpp).
bool Refiner::refine_builtin(State& s, std::size_t frame, const Instruction& in, NumberId to,
                             unsigned depth) {
  const Operand operand = context_.program.arguments[in.arguments];
  if (ir::is_builtin(in, ir::Builtin::Expect)) return refine_in(s, frame, operand, to, depth);
  // The operand of fabs may have either sign.
  const unsigned bits = in.bits;
  Parts both = numbers_[to];
  const Parts negative = with_flipped_sign(numbers_[to], bits);
  both.insert(both.end(), negative.begin(), negative.end());
  return refine_in(s, frame, operand, numbers_.intern(std::move(both)), depth);
}

bool Refiner::refine_reals(State& s, std::size_t frame, const Instruction& in, bool holds,
                           unsigned depth) {
  const unsigned predicate = holds ? in.sub : ~in.sub & 15U;
  const auto left = [&] { return registers_.number_in(s, frame, in.a); };
  const auto right = [&] { return registers_.number_in(s, frame, in.b); };
  const NumberId a = numbers_.filter_reals(predicate, in.bits, left(), right());
  if (a.is_none() || !refine_in(s, frame, in.a, a, depth)) return false;
  const unsigned swapped = (predicate & 9U) | ((predicate & 2U) << 1U) | ((predicate & 4U) >> 1U);
  const NumberId b = numbers_.filter_reals(swapped, in.bits, right(), left());
  return !b.is_none() && refine_in(s, frame, in.b, b, depth);
}

// ---- Zones ---------------------------------------------------------------------------------

namespace {

// a predicate b, as bounds on differences: a - b <= first, b - a <= second.
struct ComparisonBounds {
  std::optional<std::int64_t> first;
  std::optional<std::int64_t> second;
  bool is_signed = false;
};

constexpr bool kSenses[] = {false, true};

ComparisonBounds bounds_of(Compare predicate) {
  switch (predicate) {
    case Compare::EQ: return {0, 0, false};
    case Compare::NE: return {};
    case Compare::ULT: return {-1, {}, false};
    case Compare::ULE: return {0, {}, false};
    case Compare::UGT: return {{}, -1, false};
    case Compare::UGE: return {{}, 0, false};
    case Compare::SLT: return {-1, {}, true};
    case Compare::SLE: return {0, {}, true};
    case Compare::SGT: return {{}, -1, true};
    case Compare::SGE: return {{}, 0, true};
  }
  return {};
}

}  // namespace

// Numbers of 64 bits are followed only if they are small, by their lower halves.
std::optional<Refiner::ComparedVariables> Refiner::compared(const State& s, std::size_t frame,
                                                            const Instruction& in) {
  if (in.a < 0 || in.b < 0) return std::nullopt;
  if (in.bits <= 32) {
    return ComparedVariables{ZoneVariable::slot(frame, static_cast<std::size_t>(in.a)),
                             ZoneVariable::slot(frame, static_cast<std::size_t>(in.b)), in.bits};
  }
  if (in.bits != 64 || !registers_.is_small(s, frame, in.a) ||
      !registers_.is_small(s, frame, in.b)) {
    return std::nullopt;
  }
  return ComparedVariables{registers_.variable(s, frame, in.a), registers_.variable(s, frame, in.b),
                           32, true};
}

std::optional<bool> Refiner::decided_by_zone(const State& s, const Instruction& in) {
  if (s.zone.is_empty()) return std::nullopt;
  const auto variables = compared(s, s.frames.size() - 1, in);
  if (!variables) return std::nullopt;
  const auto& [a, b, bits, is_small] = *variables;
  const auto holds = [&](Compare predicate) {
    const ComparisonBounds wanted = bounds_of(predicate);
    const auto is_known = [&](const std::optional<std::int64_t>& most, ZoneVariable x,
                              ZoneVariable y) {
      if (!most) return true;
      return std::any_of(std::begin(kSenses), std::end(kSenses), [&](bool is_signed) {
        if (is_signed != wanted.is_signed && !is_small) return false;
        const auto known = s.zone.bound(x, y, {static_cast<std::uint8_t>(bits), is_signed});
        return known && *known <= *most;
      });
    };
    return (wanted.first || wanted.second) && is_known(wanted.first, a, b) &&
           is_known(wanted.second, b, a);
  };
  const auto predicate = static_cast<Compare>(in.sub);
  if (holds(predicate)) return true;
  if (holds(negated(predicate))) return false;
  // Less or greater in some sense is not equal.
  if (predicate == Compare::EQ || predicate == Compare::NE) {
    for (const Compare unequal : {Compare::ULT, Compare::UGT, Compare::SLT, Compare::SGT}) {
      if (holds(unequal)) return predicate == Compare::NE;
    }
  }
  return std::nullopt;
}

NumberId Refiner::difference_by_zone(const State& s, const Instruction& in, NumberId result) {
  if (in.a < 0 || in.b < 0 || result.is_none() || s.zone.is_empty() || in.bits > 32) return result;
  const std::size_t frame = s.frames.size() - 1;
  const auto a = ZoneVariable::slot(frame, static_cast<std::size_t>(in.a));
  const auto b = ZoneVariable::slot(frame, static_cast<std::size_t>(in.b));
  for (const bool is_signed : {false, true}) {
    const Sense sense{in.bits, is_signed};
    const std::int64_t half = std::int64_t{1} << (in.bits - 1U);
    // What is not bounded goes to the end of the type, or stays within it.
    const std::int64_t hi = s.zone.bound(a, b, sense).value_or(2 * half);
    const std::int64_t lo = -s.zone.bound(b, a, sense).value_or(2 * half);
    // Where the difference fits, the machine's is the same.
    if (lo < -half || hi >= half || lo > hi) continue;
    const NumberId both = numbers_.meet(result, numbers_.between_signed(lo, hi, in.bits));
    if (!both.is_none()) result = both;
  }
  return result;
}

bool Refiner::add_to_zone(State& s, std::size_t frame, const Instruction& in, Compare predicate) {
  const auto variables = compared(s, frame, in);
  if (!variables) return true;
  const auto& [a, b, bits, is_small] = *variables;
  const ComparisonBounds bounds = bounds_of(predicate);
  for (const bool is_signed : kSenses) {
    const Sense sense{static_cast<std::uint8_t>(bits), is_signed};
    if (predicate == Compare::NE) {
      // At most, and not equal: less.
      for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
        const auto most = s.zone.bound(x, y, sense);
        if (most && *most == 0 && !s.zone.add({x, y, sense, -1})) return false;
      }
      continue;
    }
    if (predicate != Compare::EQ && is_signed != bounds.is_signed && !is_small) continue;
    if (bounds.first && !s.zone.add({a, b, sense, *bounds.first})) return false;
    if (bounds.second && !s.zone.add({b, a, sense, *bounds.second})) return false;
  }
  return true;
}

bool Refiner::refine_comparison(State& s, std::size_t frame, const Instruction& in, bool holds,
                                unsigned depth) {
  const auto written = static_cast<Compare>(in.sub);
  const Compare predicate = holds ? written : negated(written);
  if (const std::uint8_t may_be = relation_of(predicate); may_be != 0) {
    relate(s, frame, in.a, in.b, may_be);
  }
  if (in.bits <= 32 && !add_to_zone(s, frame, in, predicate)) return false;
  const auto left = [&] { return registers_.number_in(s, frame, in.a); };
  const auto right = [&] { return registers_.number_in(s, frame, in.b); };
  const NumberId a = numbers_.filter(predicate, in.bits, left(), right());
  if (a.is_none() || !refine_in(s, frame, in.a, a, depth)) return false;
  const NumberId b = numbers_.filter(swapped(predicate), in.bits, right(), left());
  if (b.is_none() || !refine_in(s, frame, in.b, b, depth)) return false;
  // What is larger may be small by now.
  return in.bits <= 32 || add_to_zone(s, frame, in, predicate);
}

Flow Refiner::split(State& s, Operand operand, const char* what, std::vector<State>& more) {
  const NumberId all = registers_.number(s, operand);
  const std::vector<std::uint64_t> values = numbers_.elements(all, kMostSplits);
  if (values.empty()) {
    context_.control.refuse(
        s.thread,
        std::string(what) + " is not known well enough: it is one of " + numbers_.text(all, 64));
  }
  for (const std::uint64_t value : values) {
    State one = s;
    if (refine(one, operand, numbers_.constant(value))) more.push_back(std::move(one));
  }
  return Flow::Vanishes;
}

}  // namespace skein::abstract
