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

// ---- One instruction -----------------------------------------------------------------------

Flow PathTransfer::step(Path& p, AgentId agent, std::vector<Path>& more) {
  registers_.enter(agent);
  registers_.set_operating(false);
  return execute(p, more);
}

Flow PathTransfer::execute(Path& p, std::vector<Path>& more) {
  if (registers_.me(p).thread.section_depth > 0) throw NotFollowed("an atomic section");
  const Instruction& in = registers_.here(p);
  switch (in.code) {
    case Code::Jump: follow(p, static_cast<std::uint32_t>(in.imm)); return Flow::Goes;
    case Code::Branch: return branch(p, in, more);
    case Code::Switch: return switch_to(p, in, more);
    case Code::Select:
      return registers_.give(p, in,
                             terms_.choice(registers_.term(p, in.a), registers_.term(p, in.b),
                                           registers_.term(p, in.c)));
    case Code::Load:
    case Code::Store:
    case Code::Rmw:
    case Code::CmpXchg: return memory_.access(p, in, more);
    case Code::Call:
    case Code::CallPointer: return call(p, in, more);
    case Code::Return:
      if (context_.visibility.is_visible(registers_.me(p).thread, in))
        return calls_.shared_step(p, in);
      return leave(p, in);
    case Code::NewBlock: return calls_.shared_step(p, in);
    case Code::Builtin: return calls_.call(p, in, more);
    case Code::Grow:
      if (!registers_.is_known(p, in.b)) return registers_.split(p, in.b, more);
      return registers_.step_machine(p, in);
    case Code::Alloca:
    case Code::Fence:
    case Code::Unreachable: return registers_.step_machine(p, in);
    default: return arithmetic(p, in, more);
  }
}

void PathTransfer::follow(Path& p, std::uint32_t edge) {
  ThreadState& t = registers_.me(p);
  const ir::Edge& to = context_.program.edges[edge];
  std::vector<TermId> unknowns;
  for (const ir::Copy& copy : to.copies) {
    unknowns.push_back(registers_.is_known(p, copy.src)
                           ? TermId{}
                           : t.frames.back().slots[static_cast<std::size_t>(copy.src)]);
  }
  context_.control.follow(t.thread.frames.back(), edge);
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    t.frames.back().slots[static_cast<std::size_t>(to.copies[i].dst)] = unknowns[i];
  }
}

Flow PathTransfer::branch(Path& p, const Instruction& in, std::vector<Path>& more) {
  if (registers_.is_known(p, in.a)) {
    follow(p, context_.control.edge_of(registers_.me(p).thread.frames.back(), in));
    return Flow::Goes;
  }
  const auto edge = static_cast<std::uint32_t>(in.imm);
  const TermId condition =
      terms_.compute(Code::And, 64, registers_.term(p, in.a), terms_.constant(1));
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

Flow PathTransfer::switch_to(Path& p, const Instruction& in, std::vector<Path>& more) {
  if (registers_.is_known(p, in.a)) {
    follow(p, context_.control.edge_of(registers_.me(p).thread.frames.back(), in));
    return Flow::Goes;
  }
  const ir::SwitchTable& table = context_.program.switches[static_cast<std::size_t>(in.imm)];
  const TermId value = registers_.term(p, in.a);
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

Flow PathTransfer::arithmetic(Path& p, const Instruction& in, std::vector<Path>& more) {
  const bool has_two = ir::uses_b(in.code);
  if (registers_.is_known(p, in.a) && (!has_two || registers_.is_known(p, in.b)))
    return registers_.step_machine(p, in);
  const TermId a = registers_.term(p, in.a);
  const TermId b = has_two ? registers_.term(p, in.b) : a;
  if (in.code == Code::Move) return registers_.give(p, in, a);
  if (in.code == Code::Offset || in.code == Code::Index) {
    TermId distance = terms_.constant(static_cast<std::uint64_t>(in.imm));
    if (in.code == Code::Index) {
      Instruction extend;
      extend.code = Code::SExt;
      extend.bits2 = in.bits2;
      distance = terms_.compute(Code::Mul, 64, terms_.compute(extend, b, b), distance);
    }
    return registers_.give(p, in, terms_.compute(Code::Add, 64, a, distance));
  }
  if (!Terms::is_computable(in.code)) {  // floating point: anything
    return registers_.give(p, in, terms_.new_variable(in.code == Code::FCmp ? 1 : in.bits));
  }
  if (in.code >= Code::UDiv && in.code <= Code::SRem) {
    if (!registers_.fail_if(p, terms_.equal(b, 0), ViolationCode::DivisionByZero, more))
      return Flow::Vanishes;
    if (in.code == Code::SDiv || in.code == Code::SRem) {
      const TermId overflows = terms_.both(terms_.equal(a, 1ULL << (in.bits - 1U)),
                                           terms_.equal(b, ir::cut_to(~0ULL, in.bits)));
      if (!registers_.fail_if(p, overflows, ViolationCode::DivisionOverflows, more))
        return Flow::Vanishes;
    }
  }
  const TermId result = terms_.compute(in, a, b);
  const bool may_overflow =
      in.sub != 0 && (in.code == Code::Add || in.code == Code::Sub || in.code == Code::Mul);
  if (may_overflow && context_.options.signed_overflow_is_a_bug &&
      !registers_.fail_if(p, overflow_of(terms_, in, a, b, result), ViolationCode::SignedOverflow,
                          more)) {
    return Flow::Vanishes;
  }
  return registers_.give(p, in, result);
}

// ---- Calls ---------------------------------------------------------------------------------

Flow PathTransfer::call(Path& p, const Instruction& in, std::vector<Path>& more) {
  if (in.code == Code::CallPointer && !registers_.is_known(p, in.a))
    return registers_.split(p, in.a, more);
  ThreadState& t = registers_.me(p);
  const std::vector<TermId> arguments = registers_.unknown_arguments(p, in);
  for (std::uint32_t i = 0; i < in.slots; ++i) {
    const std::size_t slot = static_cast<std::size_t>(in.dst) + i;
    if (slot < t.frames.back().slots.size()) t.frames.back().slots[slot] = TermId{};
  }
  const std::size_t depth = t.thread.frames.size();
  Outcome outcome;
  const bool goes_on = context_.interpreter.step(t.thread, in, outcome);
  if (outcome.fault) p.fault = std::move(outcome.fault);
  PathRegisters::fit_frames(t);
  if (t.thread.frames.size() > depth) {
    const ir::Function& function = context_.program.function(t.thread.frames.back().function);
    const std::size_t parameters = std::min<std::size_t>(arguments.size(), function.parameters);
    for (std::size_t i = 0; i < parameters; ++i) {
      if (!arguments[i].is_none()) registers_.set_slot(t, i, arguments[i]);
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

Flow PathTransfer::leave(Path& p, const Instruction& in) {
  ThreadState& t = registers_.me(p);
  const std::vector<TermId> results = registers_.unknown_results(p, in);
  const std::size_t depth = t.thread.frames.size();
  const bool goes_on = context_.control.return_from(t.thread, in);
  PathRegisters::fit_frames(t);
  if (goes_on && t.thread.frames.size() + 1 == depth) registers_.take_results(p, results);
  return goes_on && t.thread.status == ir::Status::Running ? Flow::Goes : Flow::Ends;
}

}  // namespace skein::symbolic
