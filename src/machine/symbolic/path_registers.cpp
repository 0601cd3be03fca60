// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/path_registers.hpp"

#include <utility>

namespace skein::symbolic {

namespace {

using ir::Code;
using ir::Instruction;
using ir::Operand;

}  // namespace

TermId PathRegisters::term(Path& p, Operand operand) {
  if (operand >= 0) {
    const TermId unknown = me(p).frames.back().slots[static_cast<std::size_t>(operand)];
    if (!unknown.is_none()) return unknown;
  }
  return terms_.constant(known(p, operand));
}

void PathRegisters::set_slot(ThreadState& t, std::size_t slot, TermId value) {
  const bool is_constant = terms_.is_constant(value);
  t.thread.frames.back().slots[slot] = is_constant ? terms_.value_of(value) : 0;
  t.frames.back().slots[slot] = is_constant ? TermId{} : value;
}

void PathRegisters::fit_frames(ThreadState& t) {
  t.frames.resize(t.thread.frames.size());
  for (std::size_t i = 0; i < t.frames.size(); ++i) {
    t.frames[i].slots.resize(t.thread.frames[i].slots.size());
    UnknownBytes& memory = t.frames[i].memory;
    const auto size = static_cast<std::uint32_t>(t.thread.frames[i].memory.size());
    memory.erase(memory.lower_bound(size), memory.end());
  }
}

Flow PathRegisters::give(Path& p, const Instruction& in, TermId result) {
  if (in.slots > 0 && in.dst >= 0) set_slot(me(p), static_cast<std::size_t>(in.dst), result);
  ++me(p).thread.frames.back().pc;
  return Flow::Goes;
}

Flow PathRegisters::fail(Path& p, ViolationFacts facts) const {
  Outcome outcome;
  context_.control.fault(me(p).thread, outcome, std::move(facts));
  p.fault = std::move(outcome.fault);
  return Flow::Ends;
}

bool PathRegisters::fail_if(Path& p, TermId condition, ViolationFacts facts,
                            std::vector<Path>& more) {
  if (terms_.is_constant(condition, 0)) return true;
  Path failed = p;
  if (feasibility_.admit(failed, condition)) {
    static_cast<void>(fail(failed, std::move(facts)));
    more.push_back(std::move(failed));
  }
  return feasibility_.admit(p, terms_.opposite(condition));
}

Flow PathRegisters::split(Path& p, Operand operand, std::vector<Path>& more) {
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

// By the machine itself. REQUIRES: the operands are known.
Flow PathRegisters::step_machine(Path& p, const Instruction& in) {
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

std::vector<TermId> PathRegisters::unknown_arguments(Path& p, const Instruction& in) {
  std::vector<TermId> unknowns;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    unknowns.push_back(is_known(p, argument(in, i)) ? TermId{} : term(p, argument(in, i)));
  }
  return unknowns;
}

std::vector<TermId> PathRegisters::unknown_results(Path& p, const Instruction& in) {
  std::vector<TermId> results = unknown_arguments(p, in);
  const ThreadState& t = me(p);
  const bool ends_thread = t.thread.frames.size() == 1 && t.thread.agent != kMainAgent;
  if (ends_thread && !results.empty() && !results.front().is_none()) {
    throw NotFollowed("a thread's result that is unknown");
  }
  return results;
}

void PathRegisters::take_results(Path& p, const std::vector<TermId>& results) {
  ThreadState& t = me(p);
  const ir::Frame& f = t.thread.frames.back();
  if (f.pc == 0) return;
  const Instruction& site = context_.program.function(f.function).code[f.pc - 1];
  if (site.code != Code::Call && site.code != Code::CallPointer) return;
  for (std::uint32_t i = 0; i < site.slots && i < results.size(); ++i) {
    const std::size_t slot = static_cast<std::size_t>(site.dst) + i;
    if (slot >= t.frames.back().slots.size()) break;
    t.frames.back().slots[slot] = TermId{};
    if (!results[i].is_none()) set_slot(t, slot, results[i]);
  }
}

}  // namespace skein::symbolic
