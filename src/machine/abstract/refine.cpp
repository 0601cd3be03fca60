// SPDX-License-Identifier: Apache-2.0
// What a condition says about the values it was computed from.
#include "machine/abstract/compare.hpp"
#include "machine/abstract/transfer.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Compare;
using ir::Instruction;

constexpr unsigned kDeepest = 8;

}  // namespace

bool Transfer::refine_in(State& s, std::size_t frame, ir::Operand operand, NumberId to,
                         unsigned depth) {
  const NumberId before = number_in(s, frame, operand);
  const NumberId after = numbers_.meet(before, to);
  if (after.is_none()) return false;
  if (operand < 0 || after == before) return true;
  const auto slot = static_cast<std::size_t>(operand);
  set_slot_in(s, frame, slot, after);
  for (const Loaded& loaded : s.loaded) {
    if (loaded.frame != frame || loaded.slot != slot) continue;
    if (ValueId* written = find(s.written, loaded.object)) {
      if (!lattice_.number_in(*written).is_none()) *written = lattice_.with_number(*written, after);
    } else {
      put(s.learnt, loaded.object, after);
    }
  }
  if (depth == kDeepest) return true;
  const std::uint32_t function = s.thread.frames[frame].function;
  const std::uint32_t definition = facts_[function].definition[slot];
  if (definition != FunctionFacts::kNone) {
    const Instruction& in = context_.program.functions[function].code[definition];
    return refine_definition(s, frame, in, after, depth + 1);
  }
  // A parameter is what the caller passed.
  if (frame == 0 || slot >= context_.program.functions[function].parameters) return true;
  const ir::Frame& caller = s.thread.frames[frame - 1];
  const Instruction& call = context_.program.functions[caller.function].code[caller.pc];
  const bool is_call = call.code == Code::Call || call.code == Code::CallPointer;
  if (!is_call || slot >= call.argument_count) return true;
  return refine_in(s, frame - 1, context_.program.arguments[call.arguments + slot], after,
                   depth + 1);
}

bool Transfer::refine_definition(State& s, std::size_t frame, const Instruction& in, NumberId to,
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
    case Code::Add:
      return in.b >= 0 || through(Code::Sub, in.bits, in.bits, number_in(s, frame, in.b));
    case Code::Sub:
      return in.b >= 0 || through(Code::Add, in.bits, in.bits, number_in(s, frame, in.b));
    case Code::Xor:
      return in.b >= 0 || through(Code::Xor, in.bits, in.bits, number_in(s, frame, in.b));
    case Code::And: return in.bits != 1 || !is_value(1) || refine_both();
    case Code::Or: return in.bits != 1 || !is_value(0) || refine_both();
    case Code::ICmp:
      if (!numbers_.is_constant(to)) return true;
      return refine_comparison(s, frame, in, is_value(1), depth);
    default: return true;
  }
}

bool Transfer::refine_comparison(State& s, std::size_t frame, const Instruction& in, bool holds,
                                 unsigned depth) {
  const auto written = static_cast<Compare>(in.sub);
  const Compare predicate = holds ? written : negated(written);
  const auto left = [&] { return number_in(s, frame, in.a); };
  const auto right = [&] { return number_in(s, frame, in.b); };
  const NumberId a = numbers_.filter(predicate, in.bits, left(), right());
  if (a.is_none() || !refine_in(s, frame, in.a, a, depth)) return false;
  const NumberId b = numbers_.filter(swapped(predicate), in.bits, right(), left());
  return !b.is_none() && refine_in(s, frame, in.b, b, depth);
}

}  // namespace skein::abstract
