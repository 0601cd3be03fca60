// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/transfer.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "machine/abstract/local/evaluate.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;
using ir::Operand;

}  // namespace

Flow Transfer::step(State& s, Segment& segment, std::vector<State>& more) {
  const Instruction& in = registers_.here(s);
  switch (in.code) {
    case Code::Jump: follow(s, static_cast<std::uint32_t>(in.imm)); return Flow::Goes;
    case Code::Branch: return branch(s, in, more);
    case Code::Switch: return switch_to(s, in, more);
    case Code::Select: return select(s, in);
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return accesses_.access(s, in, segment, more);
    case Code::Call:
    case Code::CallPointer: return call(s, in, more);
    case Code::Return:
      if (context_.visibility.is_visible(s.thread, in)) {
        return machine_.shared_step(s, in, segment);  // the function's own blocks end with it
      }
      return leave(s, in);
    case Code::NewBlock: return machine_.shared_step(s, in, segment);
    case Code::Builtin: return builtins_.call(s, in, segment, more);
    case Code::Grow:
      if (!registers_.is_known(s, in.b))
        return refiner_.split(s, in.b, "the size of an array", more);
      return machine_.step_machine(s, in);
    case Code::Alloca:
    case Code::Fence:
    case Code::Unreachable: return machine_.step_machine(s, in);
    default: return arithmetic(s, in, more);
  }
}

void Transfer::follow(State& s, std::uint32_t edge) {
  const ir::Edge& to = context_.program.edges[edge];
  std::vector<NumberId> unknowns;
  unknowns.reserve(to.copies.size());
  for (const ir::Copy& copy : to.copies) {
    unknowns.push_back(registers_.is_known(s, copy.src)
                           ? NumberId{}
                           : s.frames.back().slots[static_cast<std::size_t>(copy.src)]);
  }
  const ir::Frame& frame = s.thread.frames.back();
  const bool leads_back =
      to.target <= frame.pc || facts_[frame.function.index()].is_loop_head[to.target];
  context_.control.follow(s.thread.frames.back(), edge);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const auto slot = static_cast<std::size_t>(to.copies[i].dst);
    s.frames.back().slots[slot] = unknowns[i];
    registers_.forget_slot(s, slot);
  }
  // What is learnt about a phi holds for the value that it was given, and for what that was
  // computed from; but not at the head of a loop, where the latter may be phis of the next
  // iteration.
  for (std::size_t i = 0; i < unknowns.size() && !leads_back; ++i) {
    const Operand source = to.copies[i].src;
    const bool is_overwritten =
        std::any_of(to.copies.begin(), to.copies.end(),
                    [&](const ir::Copy& copy) { return copy.dst == source; });
    if (unknowns[i].is_none()) relate_choice(s, static_cast<std::size_t>(to.copies[i].dst));
    if (unknowns[i].is_none() || is_overwritten) continue;
    Refiner::relate(s, s.frames.size() - 1, to.copies[i].dst, source, Relation::kEqual, true);
  }
  // The difference to that value is not among these relations: it follows from the two numbers.
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    if (!unknowns[i].is_none() || is_counted_with(s, to.copies[i].src)) {
      relate_phi(s, to, to.copies[i], leads_back);
    }
  }
}

// At the head of a loop for its counters alone, which mostly are what zones are about.
void Transfer::relate_phi(State& s, const ir::Edge& to, const ir::Copy& phi, bool leads_back) {
  if (phi.src < 0) return;
  const std::vector<std::uint32_t>& counters =
      facts_[s.thread.frames.back().function.index()].counters;
  const bool is_counter =
      std::binary_search(counters.begin(), counters.end(), static_cast<std::uint32_t>(phi.dst));
  if (leads_back && !is_counter) return;
  const ZoneVariable variable = registers_.variable(s, s.frames.size() - 1, phi.src);
  const bool is_gone = std::any_of(to.copies.begin(), to.copies.end(), [&](const ir::Copy& copy) {
    return copy.dst == phi.src || static_cast<std::uint32_t>(copy.dst) == variable.place;
  });
  if (!is_gone) Registers::relate_copy(s, static_cast<std::size_t>(phi.dst), variable);
}

// A phi that is given a known value, as in `at + 1 == size ? 0 : at + 1`: keeps, across the join,
// its relation to compared cells that the branch has refined.
void Transfer::relate_choice(State& s, std::size_t slot) {
  const auto x = ZoneVariable::slot(s.frames.size() - 1, slot);
  const auto relate = [&](ObjectId cell) {
    if (find(s.learnt, cell) == nullptr || shared_.is_watched(cell)) return;
    const auto y = ZoneVariable::cell(cell);
    for (const bool is_signed : {false, true}) {
      const Sense sense{32, is_signed};
      for (const auto& [a, b] : {std::pair{x, y}, std::pair{y, x}}) {
        const auto most = lattice_.bound_by_values(s, {}, a, b, sense);
        if (most && *most <= 1) static_cast<void>(s.zone.add({a, b, sense, *most}));
      }
    }
  };
  for (const auto& [first, second] : shared_.compared()) {
    relate(first);
    relate(second);
  }
}

Flow Transfer::branch(State& s, const Instruction& in, std::vector<State>& more) {
  if (registers_.is_known(s, in.a)) {
    follow(s, context_.control.edge_of(s.thread.frames.back(), in));
    return Flow::Goes;
  }
  const auto edge = static_cast<std::uint32_t>(in.imm);
  State other = s;
  const bool may_hold = refiner_.refine(s, in.a, numbers_.constant(1));
  const bool may_fail = refiner_.refine(other, in.a, numbers_.constant(0));
  if (may_fail) {
    follow(other, edge + 1);
    more.push_back(std::move(other));
  }
  if (!may_hold) return Flow::Vanishes;
  follow(s, edge);
  return Flow::Goes;
}

Flow Transfer::switch_to(State& s, const Instruction& in, std::vector<State>& more) {
  if (registers_.is_known(s, in.a)) {
    follow(s, context_.control.edge_of(s.thread.frames.back(), in));
    return Flow::Goes;
  }
  const ir::SwitchTable& table = context_.program.switches[static_cast<std::size_t>(in.imm)];
  NumberId rest = registers_.number(s, in.a);
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const NumberId value = numbers_.constant(table.values[i]);
    State one = s;
    if (refiner_.refine(one, in.a, value)) {
      follow(one, table.edges[i]);
      more.push_back(std::move(one));
    }
    if (!rest.is_none()) rest = numbers_.filter(ir::Compare::NE, in.bits, rest, value);
  }
  if (rest.is_none() || !refiner_.refine(s, in.a, rest)) return Flow::Vanishes;
  follow(s, table.otherwise);
  return Flow::Goes;
}

Flow Transfer::select(State& s, const Instruction& in) {
  NumberId result;
  if (registers_.is_known(s, in.a)) {
    result = registers_.number(s, (registers_.known(s, in.a) & 1U) != 0 ? in.b : in.c);
  } else {
    result = numbers_.join(registers_.number(s, in.b), registers_.number(s, in.c));
  }
  const auto slot = static_cast<std::size_t>(in.dst);
  registers_.forget_slot(s, slot);
  registers_.set_slot(s, slot, result);
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

Flow Transfer::arithmetic(State& s, const Instruction& in, std::vector<State>& more) {
  const bool has_two = ir::uses_b(in.code);
  if (in.code == Code::ICmp || in.code == Code::Sub) shared_.compare(s, in.a, in.b);
  if (registers_.is_known(s, in.a) && (!has_two || registers_.is_known(s, in.b))) {
    const bool is_counted = has_two && (is_counted_with(s, in.a) || is_counted_with(s, in.b));
    const Flow flow = machine_.step_machine(s, in);
    if (is_counted && flow == Flow::Goes) relate_sum(s, in);
    return flow;
  }
  Troubles troubles;
  const NumberId a = registers_.number(s, in.a);
  const bool is_square = in.code == Code::FMul && in.a == in.b;
  NumberId result =
      is_square ? numbers_.square_of_real(in.bits, a)
                : evaluate(numbers_, in, a, has_two ? registers_.number(s, in.b) : a, troubles);
  if (in.code == Code::ICmp && !numbers_.is_constant(result)) {
    const std::uint8_t holds = relation_of(static_cast<ir::Compare>(in.sub));
    const std::uint8_t may_be = Refiner::relation_between(s, in.a, in.b);
    if (holds != 0 && (may_be & holds) == 0) result = numbers_.constant(0);
    if (holds != 0 && (may_be & ~holds) == 0) result = numbers_.constant(1);
    if (const std::optional<bool> known = refiner_.decided_by_zone(s, in)) {
      result = numbers_.constant(*known ? 1 : 0);
    }
  }
  if (in.code == Code::Sub) result = refiner_.difference_by_zone(s, in, result);
  if (troubles.division_by_zero) registers_.fail(s, ViolationCode::DivisionByZero, more);
  if (troubles.division_overflow) registers_.fail(s, ViolationCode::DivisionOverflows, more);
  if (troubles.signed_overflow && options_.signed_overflow_is_a_bug) {
    registers_.fail(s, ViolationCode::SignedOverflow, more);
  }
  if (result.is_none()) return Flow::Vanishes;
  const auto slot = static_cast<std::size_t>(in.dst);
  registers_.forget_slot(s, slot);
  registers_.set_slot(s, slot, result);
  relate_sum(s, in);
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

// A known number may be related to a counter that is not.
bool Transfer::is_counted_with(const State& s, Operand operand) const {
  if (operand < 0 || s.zone.is_empty()) return false;
  const auto x = ZoneVariable::slot(s.frames.size() - 1, static_cast<std::size_t>(operand));
  const std::vector<Difference>& bounds = s.zone.bounds();
  return std::any_of(bounds.begin(), bounds.end(), [&](const Difference& bound) {
    return bound.x == x && bound.y.is_cell() && is_ghost(bound.y.object());
  });
}

// What a sum has to do with its operands.
void Transfer::relate_sum(State& s, const Instruction& in) {
  const auto slot = static_cast<std::size_t>(in.dst);
  if (in.a == in.dst || (ir::uses_b(in.code) && in.b == in.dst)) return;
  if (in.code == Code::Add) {
    registers_.relate(s, slot, in.a, in.bits, registers_.number(s, in.b));
    registers_.relate(s, slot, in.b, in.bits, registers_.number(s, in.a));
  } else if (in.code == Code::Sub) {
    Instruction negate;
    negate.code = Code::Sub;
    negate.bits = in.bits;
    Troubles ignored;
    registers_.relate(
        s, slot, in.a, in.bits,
        numbers_.compute(negate, numbers_.constant(0), registers_.number(s, in.b), ignored));
  } else if (in.code == Code::URem || in.code == Code::SRem) {
    relate_remainder(s, in);
  } else if (in.code == Code::Move && in.a >= 0) {
    Registers::relate_copy(s, slot,
                           ZoneVariable::slot(s.frames.size() - 1, static_cast<std::size_t>(in.a)));
  }
}

// It is less than the divisor: of signed numbers, if neither is negative.
void Transfer::relate_remainder(State& s, const Instruction& in) {
  const std::size_t frame = s.frames.size() - 1;
  const auto is_positive = [&](Operand operand) {
    const auto bounds = numbers_.bounds_in(registers_.number(s, operand), in.bits, true);
    return bounds && bounds->first >= 0;
  };
  if (in.b < 0 || (in.code == Code::SRem && (!is_positive(in.a) || !is_positive(in.b)))) return;
  const auto slot = ZoneVariable::slot(frame, static_cast<std::size_t>(in.dst));
  if (in.bits == 64 && registers_.is_small(s, frame, in.b)) {
    for (const bool is_signed : {false, true}) {
      static_cast<void>(
          s.zone.add({slot, registers_.variable(s, frame, in.b), {32, is_signed}, -1}));
    }
  }
  if (in.bits > 32) return;
  const auto divisor = ZoneVariable::slot(frame, static_cast<std::size_t>(in.b));
  for (const bool is_signed : {false, true}) {
    if (is_signed && !is_positive(in.b)) continue;
    static_cast<void>(s.zone.add({slot, divisor, {in.bits, is_signed}, -1}));
  }
}

Flow Transfer::call(State& s, const Instruction& in, std::vector<State>& more) {
  if (in.code == Code::CallPointer && !registers_.is_known(s, in.a)) {
    return refiner_.split(s, in.a, "the function that a pointer leads to", more);
  }
  const std::vector<NumberId> arguments = registers_.unknown_arguments(s, in);
  for (std::uint32_t i = 0; i < in.slots; ++i) {
    const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
    if (slot >= s.frames.back().slots.size()) break;
    s.frames.back().slots[slot] = NumberId{};
    registers_.forget_slot(s, slot);
  }
  const std::size_t depth = s.thread.frames.size();
  const Flow flow = machine_.step_machine(s, in);
  if (s.thread.frames.size() <= depth) return flow;
  const ir::Function& function = context_.program.function(s.thread.frames.back().function);
  const std::size_t parameters = std::min<std::size_t>(arguments.size(), function.parameters);
  for (std::size_t i = 0; i < parameters; ++i) {
    if (!arguments[i].is_none()) registers_.set_slot(s, i, arguments[i]);
  }
  // Further arguments lie in the frame's memory.
  const std::uint32_t base = (function.frame_bytes + 7U) & ~7U;
  for (std::size_t i = parameters; function.is_variadic && i < arguments.size(); ++i) {
    if (arguments[i].is_none()) continue;
    write_bytes(numbers_, s.thread.frames.back().memory, s.frames.back().memory,
                base + static_cast<std::uint32_t>(8 * (i - parameters)), 8, arguments[i]);
  }
  return flow;
}

Flow Transfer::leave(State& s, const Instruction& in) {
  const std::vector<NumberId> results = registers_.unknown_results(s, in);
  const std::size_t depth = s.thread.frames.size();
  const bool goes_on = context_.control.return_from(s.thread, in);
  Registers::fit_frames(s);
  if (goes_on && s.thread.frames.size() + 1 == depth) registers_.take_results(s, results);
  return goes_on && s.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

}  // namespace skein::abstract
