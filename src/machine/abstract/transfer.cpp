// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/transfer.hpp"

#include <algorithm>
#include <utility>

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Instruction;
using ir::Operand;

// A thread's result from here on stands for the number of which this is the first: no pointer, and
// hardly an integer.
constexpr std::uint64_t kUnknownResult = 0xfedc'0000'0000'0000;

bool is_unknown_result(std::uint64_t value) { return value >> 32U == kUnknownResult >> 32U; }

}  // namespace

// ---- Slots, cells and frames ---------------------------------------------------------------

NumberId Transfer::number_in(const State& s, std::size_t frame, Operand operand) {
  if (operand >= 0) {
    const NumberId unknown = s.frames[frame].slots[static_cast<std::size_t>(operand)];
    if (!unknown.is_none()) return unknown;
  }
  return numbers_.constant(context_.control.get(s.thread.frames[frame], operand));
}

void Transfer::forget_slot(State& s, std::size_t slot) const {
  std::erase_if(s.loaded, [&](const Loaded& loaded) {
    return loaded.frame + 1 >= s.frames.size() && loaded.slot == slot;
  });
  std::erase_if(s.relations, [&](const Relation& r) {
    return r.frame + 1 >= s.frames.size() &&
           (r.left == static_cast<Operand>(slot) || r.right == static_cast<Operand>(slot));
  });
}

void Transfer::set_slot_in(State& s, std::size_t frame, std::size_t slot, NumberId number) {
  const bool is_constant = numbers_.is_constant(number);
  s.thread.frames[frame].slots[slot] = is_constant ? numbers_.value_of(number) : 0;
  s.frames[frame].slots[slot] = is_constant ? NumberId{} : number;
}

ValueId Transfer::cell(const State& s, ObjectId object, Segment& segment) const {
  if (const ValueId* mine = find(s.written, object)) return *mine;
  segment.reads.insert(object);
  return segment.base(object);
}

void Transfer::write_cell(State& s, ObjectId object, ValueId value) const {
  put(s.written, object, value);
  std::erase_if(s.learnt, [&](const auto& pair) { return pair.first == object; });
  std::erase_if(s.loaded, [&](const Loaded& loaded) { return loaded.object == object; });
}

void Transfer::log(const State& s, Segment& segment, ObjectId object, bool is_write) const {
  if (segment.section != nullptr) segment.section->add(object, is_write);
  if (is_watched(object)) return;
  segment.accesses.insert({object, is_write, context_.control.site_of(s.thread)});
}

void Transfer::fit_frames(State& s) {
  s.frames.resize(s.thread.frames.size());
  std::erase_if(s.loaded, [&](const Loaded& loaded) { return loaded.frame >= s.frames.size(); });
  std::erase_if(s.relations, [&](const Relation& r) { return r.frame >= s.frames.size(); });
  for (std::size_t i = 0; i < s.frames.size(); ++i) {
    s.frames[i].slots.resize(s.thread.frames[i].slots.size());
    // The memory of arrays that are gone.
    std::erase_if(s.frames[i].memory, [&](const UnknownBytes& u) {
      return u.offset >= s.thread.frames[i].memory.size();
    });
  }
}

void Transfer::fail(const State& s, ViolationFacts facts, std::vector<State>& more) const {
  State& failed = more.emplace_back(s);
  Outcome outcome;
  context_.control.fault(failed.thread, outcome, std::move(facts));
  failed.fault = std::move(outcome.fault);
}

Flow Transfer::split(State& s, Operand operand, const char* what, std::vector<State>& more) {
  const NumberId all = number(s, operand);
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

// ---- One instruction -----------------------------------------------------------------------

Flow Transfer::step(State& s, Segment& segment, std::vector<State>& more) {
  const Instruction& in = here(s);
  switch (in.code) {
    case Code::Jump: follow(s, static_cast<std::uint32_t>(in.imm)); return Flow::Goes;
    case Code::Branch: return branch(s, in, more);
    case Code::Switch: return switch_to(s, in, more);
    case Code::Select: return select(s, in);
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return access(s, in, segment, more);
    case Code::Call:
    case Code::CallPointer: return call(s, in, more);
    case Code::Return:
      if (context_.visibility.is_visible(s.thread, in)) {
        return shared_step(s, in, segment);  // the function's own blocks end with it
      }
      return leave(s, in);
    case Code::NewBlock: return shared_step(s, in, segment);
    case Code::Builtin: return builtin(s, in, segment, more);
    case Code::Grow:
      if (!is_known(s, in.b)) return split(s, in.b, "the size of an array", more);
      return step_machine(s, in);
    case Code::Alloca:
    case Code::Fence:
    case Code::Unreachable: return step_machine(s, in);
    default: return arithmetic(s, in, more);
  }
}

// By the machine itself. REQUIRES: the operands are known.
Flow Transfer::step_machine(State& s, const Instruction& in) {
  Outcome outcome;
  const bool has_result = in.code != Code::Fence && in.code != Code::Unreachable && in.dst >= 0;
  const std::size_t depth = s.thread.frames.size();
  const bool goes_on = context_.interpreter.step(s.thread, in, outcome);
  if (outcome.fault) s.fault = std::move(outcome.fault);
  fit_frames(s);
  if (in.code == Code::Builtin || in.code == Code::Alloca || in.code == Code::Grow) {
    forget_private_loads(s);  // it may have written some
  }
  if (has_result && depth == s.frames.size()) {
    const std::uint32_t slots = in.code == Code::Builtin ? in.slots : 1;
    for (std::uint32_t i = 0; i < slots; ++i) {
      const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
      if (slot >= s.frames.back().slots.size()) break;
      s.frames.back().slots[slot] = NumberId{};
      forget_slot(s, slot);
    }
  }
  return goes_on && s.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

void Transfer::follow(State& s, std::uint32_t edge) {
  const ir::Edge& to = context_.program.edges[edge];
  std::vector<NumberId> unknowns;
  unknowns.reserve(to.copies.size());
  for (const ir::Copy& copy : to.copies) {
    unknowns.push_back(is_known(s, copy.src)
                           ? NumberId{}
                           : s.frames.back().slots[static_cast<std::size_t>(copy.src)]);
  }
  const ir::Frame& frame = s.thread.frames.back();
  const bool leads_back = to.target <= frame.pc || facts_[frame.function].is_loop_head[to.target];
  context_.control.follow(s.thread.frames.back(), edge);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const auto slot = static_cast<std::size_t>(to.copies[i].dst);
    s.frames.back().slots[slot] = unknowns[i];
    forget_slot(s, slot);
  }
  // What is learnt about a phi holds for the value that it was given, and for what that was
  // computed from; but not at the head of a loop, where the latter may be phis of the next turn.
  for (std::size_t i = 0; i < unknowns.size() && !leads_back; ++i) {
    const Operand source = to.copies[i].src;
    const bool is_overwritten =
        std::any_of(to.copies.begin(), to.copies.end(),
                    [&](const ir::Copy& copy) { return copy.dst == source; });
    if (unknowns[i].is_none() || is_overwritten) continue;
    relate(s, s.frames.size() - 1, to.copies[i].dst, source, Relation::kEqual, true);
  }
}

Flow Transfer::branch(State& s, const Instruction& in, std::vector<State>& more) {
  if (is_known(s, in.a)) {
    follow(s, context_.control.edge_of(s.thread.frames.back(), in));
    return Flow::Goes;
  }
  const auto edge = static_cast<std::uint32_t>(in.imm);
  State other = s;
  const bool may_hold = refine(s, in.a, numbers_.constant(1));
  const bool may_fail = refine(other, in.a, numbers_.constant(0));
  if (may_fail) {
    follow(other, edge + 1);
    more.push_back(std::move(other));
  }
  if (!may_hold) return Flow::Vanishes;
  follow(s, edge);
  return Flow::Goes;
}

Flow Transfer::switch_to(State& s, const Instruction& in, std::vector<State>& more) {
  if (is_known(s, in.a)) {
    follow(s, context_.control.edge_of(s.thread.frames.back(), in));
    return Flow::Goes;
  }
  const ir::SwitchTable& table = context_.program.switches[static_cast<std::size_t>(in.imm)];
  NumberId rest = number(s, in.a);
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const NumberId value = numbers_.constant(table.values[i]);
    State one = s;
    if (refine(one, in.a, value)) {
      follow(one, table.edges[i]);
      more.push_back(std::move(one));
    }
    if (!rest.is_none()) rest = numbers_.filter(ir::Compare::NE, in.bits, rest, value);
  }
  if (rest.is_none() || !refine(s, in.a, rest)) return Flow::Vanishes;
  follow(s, table.otherwise);
  return Flow::Goes;
}

Flow Transfer::select(State& s, const Instruction& in) {
  NumberId result;
  if (is_known(s, in.a)) {
    result = number(s, (known(s, in.a) & 1U) != 0 ? in.b : in.c);
  } else {
    result = numbers_.join(number(s, in.b), number(s, in.c));
  }
  const auto slot = static_cast<std::size_t>(in.dst);
  forget_slot(s, slot);
  set_slot(s, slot, result);
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

NumberId Transfer::evaluate(const Instruction& in, NumberId a, NumberId b, Troubles& troubles) {
  if (in.code == Code::Move) return a;
  if (in.code != Code::Offset && in.code != Code::Index)
    return numbers_.compute(in, a, b, troubles);
  Instruction sum;
  sum.code = Code::Add;
  NumberId distance = numbers_.constant(static_cast<std::uint64_t>(in.imm));
  if (in.code == Code::Index) {
    Instruction extend;
    extend.code = Code::SExt;
    extend.bits2 = in.bits2;
    Instruction times;
    times.code = Code::Mul;
    distance =
        numbers_.compute(times, numbers_.compute(extend, b, b, troubles), distance, troubles);
  }
  return numbers_.compute(sum, a, distance, troubles);
}

Flow Transfer::arithmetic(State& s, const Instruction& in, std::vector<State>& more) {
  const bool has_two = ir::uses_b(in.code);
  if (is_known(s, in.a) && (!has_two || is_known(s, in.b))) return step_machine(s, in);
  Troubles troubles;
  const NumberId a = number(s, in.a);
  NumberId result = evaluate(in, a, has_two ? number(s, in.b) : a, troubles);
  if (in.code == Code::ICmp && !numbers_.is_constant(result)) {
    const std::uint8_t holds = relation_of(static_cast<ir::Compare>(in.sub));
    const std::uint8_t may_be = relation_between(s, in.a, in.b);
    if (holds != 0 && (may_be & holds) == 0) result = numbers_.constant(0);
    if (holds != 0 && (may_be & ~holds) == 0) result = numbers_.constant(1);
  }
  if (troubles.division_by_zero) fail(s, ViolationCode::DivisionByZero, more);
  if (troubles.division_overflow) fail(s, ViolationCode::DivisionOverflows, more);
  if (troubles.signed_overflow && options_.signed_overflow_is_a_bug) {
    fail(s, ViolationCode::SignedOverflow, more);
  }
  if (result.is_none()) return Flow::Vanishes;
  const auto slot = static_cast<std::size_t>(in.dst);
  forget_slot(s, slot);
  set_slot(s, slot, result);
  ++s.thread.frames.back().pc;
  return Flow::Goes;
}

Flow Transfer::call(State& s, const Instruction& in, std::vector<State>& more) {
  if (in.code == Code::CallPointer && !is_known(s, in.a)) {
    return split(s, in.a, "the function that a pointer leads to", more);
  }
  const std::vector<NumberId> arguments = unknown_arguments(s, in);
  for (std::uint32_t i = 0; i < in.slots; ++i) {
    const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
    if (slot >= s.frames.back().slots.size()) break;
    s.frames.back().slots[slot] = NumberId{};
    forget_slot(s, slot);
  }
  const std::size_t depth = s.thread.frames.size();
  const Flow flow = step_machine(s, in);
  if (s.thread.frames.size() <= depth) return flow;
  const ir::Function& function = context_.program.functions[s.thread.frames.back().function];
  const std::size_t parameters = std::min<std::size_t>(arguments.size(), function.parameters);
  for (std::size_t i = 0; i < parameters; ++i) {
    if (!arguments[i].is_none()) set_slot(s, i, arguments[i]);
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
  const std::vector<NumberId> results = unknown_results(s, in);
  const std::size_t depth = s.thread.frames.size();
  const bool goes_on = context_.control.return_from(s.thread, in);
  fit_frames(s);
  if (goes_on && s.thread.frames.size() + 1 == depth) take_results(s, results);
  return goes_on && s.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

// ---- Arguments and results -----------------------------------------------------------------

std::vector<NumberId> Transfer::unknown_arguments(const State& s, const Instruction& in) const {
  std::vector<NumberId> unknowns;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    const Operand operand = context_.program.arguments[in.arguments + i];
    unknowns.push_back(is_known(s, operand)
                           ? NumberId{}
                           : s.frames.back().slots[static_cast<std::size_t>(operand)]);
  }
  return unknowns;
}

std::vector<NumberId> Transfer::unknown_results(State& s, const Instruction& in) const {
  std::vector<NumberId> results = unknown_arguments(s, in);
  const bool ends_thread = s.thread.frames.size() == 1 && s.thread.agent != 0;
  if (ends_thread && !results.empty()) {
    pass_result(s, context_.program.arguments[in.arguments]);
  }
  return results;
}

NumberId Transfer::unknown_result(std::uint64_t result) {
  if (!is_unknown_result(result)) return {};
  return NumberId{static_cast<std::uint32_t>(result - kUnknownResult)};
}

// The result of a thread is a part of the machine's thread, where an unknown one is a token.
void Transfer::pass_result(State& s, Operand operand) const {
  if (operand >= 0) {
    const auto slot = static_cast<std::size_t>(operand);
    const NumberId unknown = s.frames.back().slots[slot];
    if (!unknown.is_none()) {
      s.thread.frames.back().slots[slot] = kUnknownResult + unknown.value;
      s.frames.back().slots[slot] = NumberId{};
      return;
    }
  }
  if (is_unknown_result(known(s, operand))) {
    context_.control.refuse(s.thread, "a thread's result of this kind is not supported");
  }
}

void Transfer::take_results(State& s, const std::vector<NumberId>& results) {
  const ir::Frame& f = s.thread.frames.back();
  if (f.pc == 0) return;
  const Instruction& site = context_.program.functions[f.function].code[f.pc - 1];
  if (site.code != Code::Call && site.code != Code::CallPointer) return;
  for (std::uint32_t i = 0; i < site.slots && i < results.size(); ++i) {
    const std::size_t slot = static_cast<std::size_t>(site.dst) + i;
    if (slot >= s.frames.back().slots.size()) break;
    forget_slot(s, slot);
    s.frames.back().slots[slot] = NumberId{};
    if (!results[i].is_none()) set_slot(s, slot, results[i]);
  }
}

}  // namespace skein::abstract
