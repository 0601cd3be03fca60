// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/path_transfer.hpp"

#include <algorithm>
#include <utility>

namespace skein::symbolic {

namespace {

using ir::Code;
using ir::Instruction;
using ir::Operand;

}  // namespace

// ---- Slots and frames ----------------------------------------------------------------------

TermId Transfer::term(Path& p, Operand operand) {
  if (operand >= 0) {
    const TermId unknown = me(p).frames.back().slots[static_cast<std::size_t>(operand)];
    if (!unknown.is_none()) return unknown;
  }
  return terms_.constant(known(p, operand));
}

void Transfer::set_slot(ThreadState& t, std::size_t slot, TermId value) {
  const bool is_constant = terms_.is_constant(value);
  t.thread.frames.back().slots[slot] = is_constant ? terms_.value_of(value) : 0;
  t.frames.back().slots[slot] = is_constant ? TermId{} : value;
}

void Transfer::fit_frames(ThreadState& t) {
  t.frames.resize(t.thread.frames.size());
  for (std::size_t i = 0; i < t.frames.size(); ++i) {
    t.frames[i].slots.resize(t.thread.frames[i].slots.size());
    UnknownBytes& memory = t.frames[i].memory;
    const auto size = static_cast<std::uint32_t>(t.thread.frames[i].memory.size());
    memory.erase(memory.lower_bound(size), memory.end());
  }
}

Flow Transfer::give(Path& p, const Instruction& in, TermId result) {
  if (in.slots > 0 && in.dst >= 0) set_slot(me(p), static_cast<std::size_t>(in.dst), result);
  ++me(p).thread.frames.back().pc;
  return Flow::Goes;
}

Flow Transfer::fail(Path& p, ViolationFacts facts) const {
  Outcome outcome;
  context_.control.fault(me(p).thread, outcome, std::move(facts));
  p.fault = std::move(outcome.fault);
  return Flow::Ends;
}

bool Transfer::fail_if(Path& p, TermId condition, ViolationFacts facts, std::vector<Path>& more) {
  if (terms_.is_constant(condition, 0)) return true;
  Path failed = p;
  if (feasibility_.admit(failed, condition)) {
    static_cast<void>(fail(failed, std::move(facts)));
    more.push_back(std::move(failed));
  }
  return feasibility_.admit(p, terms_.opposite(condition));
}

Flow Transfer::split(Path& p, Operand operand, std::vector<Path>& more) {
  const TermId value = term(p, operand);
  const auto values = feasibility_.values(p, value, kMostSplits);
  if (!values) throw NotFollowed("an operand with too many values");
  for (const std::uint64_t one : *values) {
    Path path = p;
    ++path.branches;
    if (!feasibility_.admit(path, terms_.equal(value, one))) continue;
    set_slot(me(path), static_cast<std::size_t>(operand), terms_.constant(one));
    more.push_back(std::move(path));
  }
  return Flow::Vanishes;
}

// ---- One instruction -----------------------------------------------------------------------

Flow Transfer::step(Path& p, AgentId agent, std::vector<Path>& more) {
  agent_ = agent;
  is_operating_ = false;
  return execute(p, more);
}

Flow Transfer::execute(Path& p, std::vector<Path>& more) {
  if (me(p).thread.section_depth > 0) throw NotFollowed("an atomic section");
  const Instruction& in = here(p);
  switch (in.code) {
    case Code::Jump: follow(p, static_cast<std::uint32_t>(in.imm)); return Flow::Goes;
    case Code::Branch: return branch(p, in, more);
    case Code::Switch: return switch_to(p, in, more);
    case Code::Select:
      return give(p, in, terms_.choice(term(p, in.a), term(p, in.b), term(p, in.c)));
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return access(p, in, more);
    case Code::Call:
    case Code::CallPointer: return call(p, in, more);
    case Code::Return:
      if (context_.visibility.is_visible(me(p).thread, in)) return shared_step(p, in);
      return leave(p, in);
    case Code::NewBlock: return shared_step(p, in);
    case Code::Builtin: return builtin(p, in, more);
    case Code::Grow:
      if (!is_known(p, in.b)) return split(p, in.b, more);
      return step_machine(p, in);
    case Code::Alloca:
    case Code::Fence:
    case Code::Unreachable: return step_machine(p, in);
    default: return arithmetic(p, in, more);
  }
}

// By the machine itself. REQUIRES: the operands are known.
Flow Transfer::step_machine(Path& p, const Instruction& in) {
  ThreadState& t = me(p);
  Outcome outcome;
  const bool has_result = in.code != Code::Fence && in.code != Code::Unreachable && in.dst >= 0;
  const std::size_t depth = t.thread.frames.size();
  const bool goes_on = context_.interpreter.step(t.thread, in, outcome);
  if (outcome.fault) p.fault = std::move(outcome.fault);
  fit_frames(t);
  if (has_result && depth == t.frames.size()) {
    const std::uint32_t slots = in.code == Code::Builtin ? in.slots : 1;
    for (std::uint32_t i = 0; i < slots; ++i) {
      const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
      if (slot < t.frames.back().slots.size()) t.frames.back().slots[slot] = TermId{};
    }
  }
  return goes_on && t.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

void Transfer::follow(Path& p, std::uint32_t edge) {
  ThreadState& t = me(p);
  const ir::Edge& to = context_.program.edges[edge];
  std::vector<TermId> unknowns;
  for (const ir::Copy& copy : to.copies) {
    unknowns.push_back(is_known(p, copy.src)
                           ? TermId{}
                           : t.frames.back().slots[static_cast<std::size_t>(copy.src)]);
  }
  context_.control.follow(t.thread.frames.back(), edge);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    t.frames.back().slots[static_cast<std::size_t>(to.copies[i].dst)] = unknowns[i];
  }
}

Flow Transfer::branch(Path& p, const Instruction& in, std::vector<Path>& more) {
  if (is_known(p, in.a)) {
    follow(p, context_.control.edge_of(me(p).thread.frames.back(), in));
    return Flow::Goes;
  }
  const auto edge = static_cast<std::uint32_t>(in.imm);
  const TermId condition = terms_.compute(Code::And, 64, term(p, in.a), terms_.constant(1));
  ++p.branches;
  Path other = p;
  if (feasibility_.admit(other, terms_.opposite(condition))) {
    follow(other, edge + 1);
    more.push_back(std::move(other));
  }
  if (!feasibility_.admit(p, condition)) return Flow::Vanishes;
  follow(p, edge);
  return Flow::Goes;
}

Flow Transfer::switch_to(Path& p, const Instruction& in, std::vector<Path>& more) {
  if (is_known(p, in.a)) {
    follow(p, context_.control.edge_of(me(p).thread.frames.back(), in));
    return Flow::Goes;
  }
  const ir::SwitchTable& table = context_.program.switches[static_cast<std::size_t>(in.imm)];
  const TermId value = term(p, in.a);
  TermId is_other = terms_.constant(1);
  ++p.branches;
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const TermId is_this = terms_.equal(value, table.values[i]);
    is_other = terms_.both(is_other, terms_.opposite(is_this));
    Path one = p;
    if (!feasibility_.admit(one, is_this)) continue;
    follow(one, table.edges[i]);
    more.push_back(std::move(one));
  }
  if (!feasibility_.admit(p, is_other)) return Flow::Vanishes;
  follow(p, table.otherwise);
  return Flow::Goes;
}

// Whether signed arithmetic overflows.
TermId Transfer::overflow_of(const Instruction& in, TermId a, TermId b, TermId result) {
  const unsigned bits = in.bits;
  const auto compute = [&](Code code, TermId x, TermId y) {
    return terms_.compute(code, bits, x, y);
  };
  const auto sign = [&](TermId x) { return compute(Code::LShr, x, terms_.constant(bits - 1)); };
  if (in.code == Code::Add) {
    return sign(compute(Code::And, compute(Code::Xor, a, result), compute(Code::Xor, b, result)));
  }
  if (in.code == Code::Sub) {
    return sign(compute(Code::And, compute(Code::Xor, a, b), compute(Code::Xor, a, result)));
  }
  if (bits > 32) return terms_.new_variable(1);  // it may
  Instruction extend;
  extend.code = Code::SExt;
  extend.bits2 = in.bits;
  const auto wide = [&](TermId x) { return terms_.compute(extend, x, x); };
  const TermId exact = terms_.compute(Code::Mul, 64, wide(a), wide(b));
  return terms_.opposite(terms_.equal(exact, wide(result)));
}

Flow Transfer::arithmetic(Path& p, const Instruction& in, std::vector<Path>& more) {
  const bool has_two = ir::uses_b(in.code);
  if (is_known(p, in.a) && (!has_two || is_known(p, in.b))) return step_machine(p, in);
  const TermId a = term(p, in.a);
  const TermId b = has_two ? term(p, in.b) : a;
  if (in.code == Code::Move) return give(p, in, a);
  if (in.code == Code::Offset || in.code == Code::Index) {
    TermId distance = terms_.constant(static_cast<std::uint64_t>(in.imm));
    if (in.code == Code::Index) {
      Instruction extend;
      extend.code = Code::SExt;
      extend.bits2 = in.bits2;
      distance = terms_.compute(Code::Mul, 64, terms_.compute(extend, b, b), distance);
    }
    return give(p, in, terms_.compute(Code::Add, 64, a, distance));
  }
  if (!Terms::is_computable(in.code)) {  // floating point: anything
    return give(p, in, terms_.new_variable(in.code == Code::FCmp ? 1 : in.bits));
  }
  if (in.code >= Code::UDiv && in.code <= Code::SRem) {
    if (!fail_if(p, terms_.equal(b, 0), ViolationCode::DivisionByZero, more)) return Flow::Vanishes;
    if (in.code == Code::SDiv || in.code == Code::SRem) {
      const TermId overflows = terms_.both(terms_.equal(a, 1ULL << (in.bits - 1U)),
                                           terms_.equal(b, ir::cut_to(~0ULL, in.bits)));
      if (!fail_if(p, overflows, ViolationCode::DivisionOverflows, more)) return Flow::Vanishes;
    }
  }
  const TermId result = terms_.compute(in, a, b);
  const bool may_overflow =
      in.sub != 0 && (in.code == Code::Add || in.code == Code::Sub || in.code == Code::Mul);
  if (may_overflow && context_.options.signed_overflow_is_a_bug &&
      !fail_if(p, overflow_of(in, a, b, result), ViolationCode::SignedOverflow, more)) {
    return Flow::Vanishes;
  }
  return give(p, in, result);
}

// ---- Calls ---------------------------------------------------------------------------------

Flow Transfer::call(Path& p, const Instruction& in, std::vector<Path>& more) {
  if (in.code == Code::CallPointer && !is_known(p, in.a)) return split(p, in.a, more);
  ThreadState& t = me(p);
  const std::vector<TermId> arguments = unknown_arguments(p, in);
  for (std::uint32_t i = 0; i < in.slots; ++i) {
    const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
    if (slot < t.frames.back().slots.size()) t.frames.back().slots[slot] = TermId{};
  }
  const std::size_t depth = t.thread.frames.size();
  Outcome outcome;
  const bool goes_on = context_.interpreter.step(t.thread, in, outcome);
  if (outcome.fault) p.fault = std::move(outcome.fault);
  fit_frames(t);
  if (t.thread.frames.size() > depth) {
    const ir::Function& function = context_.program.functions[t.thread.frames.back().function];
    const std::size_t parameters = std::min<std::size_t>(arguments.size(), function.parameters);
    for (std::size_t i = 0; i < parameters; ++i) {
      if (!arguments[i].is_none()) set_slot(t, i, arguments[i]);
    }
    // Further arguments lie in the frame's memory.
    const std::uint32_t base = (function.frame_bytes + 7U) & ~7U;
    for (std::size_t i = parameters; function.is_variadic && i < arguments.size(); ++i) {
      if (arguments[i].is_none()) continue;
      write_bytes(t.frames.back().memory, base + static_cast<std::uint32_t>(8 * (i - parameters)),
                  bytes_of(terms_, arguments[i], 8));
    }
  }
  return goes_on && t.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

Flow Transfer::leave(Path& p, const Instruction& in) {
  ThreadState& t = me(p);
  const std::vector<TermId> results = unknown_results(p, in);
  const std::size_t depth = t.thread.frames.size();
  const bool goes_on = context_.control.return_from(t.thread, in);
  fit_frames(t);
  if (goes_on && t.thread.frames.size() + 1 == depth) take_results(p, results);
  return goes_on && t.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

std::vector<TermId> Transfer::unknown_arguments(Path& p, const Instruction& in) {
  std::vector<TermId> unknowns;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    unknowns.push_back(is_known(p, argument(in, i)) ? TermId{} : term(p, argument(in, i)));
  }
  return unknowns;
}

std::vector<TermId> Transfer::unknown_results(Path& p, const Instruction& in) {
  std::vector<TermId> results = unknown_arguments(p, in);
  const ThreadState& t = me(p);
  const bool ends_thread = t.thread.frames.size() == 1 && t.thread.agent != 0;
  if (ends_thread && !results.empty() && !results.front().is_none()) {
    throw NotFollowed("a thread's result that is unknown");
  }
  return results;
}

void Transfer::take_results(Path& p, const std::vector<TermId>& results) {
  ThreadState& t = me(p);
  const ir::Frame& f = t.thread.frames.back();
  if (f.pc == 0) return;
  const Instruction& site = context_.program.functions[f.function].code[f.pc - 1];
  if (site.code != Code::Call && site.code != Code::CallPointer) return;
  for (std::uint32_t i = 0; i < site.slots && i < results.size(); ++i) {
    const std::size_t slot = static_cast<std::size_t>(site.dst) + i;
    if (slot >= t.frames.back().slots.size()) break;
    t.frames.back().slots[slot] = TermId{};
    if (!results[i].is_none()) set_slot(t, slot, results[i]);
  }
}

}  // namespace skein::symbolic
