// SPDX-License-Identifier: Apache-2.0
// Visible operations of paths: locks, creation, join and exit by the ir machine itself, accesses to
// watched cells as in local code.
#include <algorithm>
#include <utility>

#include "machine/ir/effects/effects.hpp"
#include "machine/symbolic/path_transfer.hpp"

namespace skein::symbolic {

namespace {

using ir::Builtin;
using ir::Instruction;

}  // namespace

Transition PathTransfer::next_operation(Path& p, AgentId agent) {
  registers_.enter(agent);
  const ir::Thread& t = registers_.me(p).thread;
  if (t.status == ir::Status::Running) {
    const Instruction& in = context_.control.here(t);
    const bool is_section =
        ir::is_builtin(in) && ir::traits(ir::builtin_of(in)).effect == ir::EffectFamily::Section;
    if (is_section || t.section_depth > 0) throw NotFollowed("an atomic section");
    // The pieces of a copy are one operation here.
    if (ir::is_builtin(in) && ir::traits(ir::builtin_of(in)).footprint == ir::Footprint::Copy) {
      Transition copy;
      copy.agent = agent;
      copy.kind = OpKind::PlainStore;
      copy.site = context_.control.site_of(t);
      return copy;
    }
    const bool is_access = in.code == ir::Code::Load || in.code == ir::Code::Store ||
                           in.code == ir::Code::Rmw || in.code == ir::Code::CmpXchg;
    if (is_access && !registers_.is_known(p, in.a)) {
      throw NotFollowed("an element of an array that is folded");
    }
  }
  Transition what = footprints_.next(t);
  if (!what.gate.is_none()) throw NotFollowed("an operation that waits for atomic sections");
  return what;
}

bool PathTransfer::is_enabled(Path& p, AgentId agent) {
  const Transition what = next_operation(p, agent);
  const ir::Thread& t = registers_.me(p).thread;
  if (t.status != ir::Status::Running) return true;
  const Instruction& in = registers_.here(p);
  if (is_memory_operation(in)) return true;
  const std::vector<ValueId> values = memory_.values_of(p, what);
  return ir::count_choices(ir::PendingOperation{context_, t, in, values}) > 0;
}

void PathTransfer::operate(Path p, AgentId agent, std::vector<Path>& after) {
  const Transition what = next_operation(p, agent);
  ThreadState& t = registers_.me(p);
  if (t.thread.status == ir::Status::Starting) {
    t.thread.status = ir::Status::Running;
    after.push_back(std::move(p));
    return;
  }
  if (t.thread.status == ir::Status::Exiting) {
    const ObjectId life = what.touches.front().object;
    Outcome outcome;
    outcome.values = {memory_.cell(p, life).value};
    ir::execute_exit(context_, t.thread, outcome.values.front(), outcome);
    PathRegisters::fit_frames(t);
    p.shared[life] = {outcome.values.front(), {}};
    after.push_back(std::move(p));
    return;
  }
  const Instruction& in = registers_.here(p);
  if (is_memory_operation(in)) {
    registers_.set_operating(true);
    std::vector<Path> more;
    const Flow flow = execute(p, more);
    registers_.set_operating(false);
    for (Path& other : more) after.push_back(std::move(other));
    if (flow != Flow::Vanishes) after.push_back(std::move(p));
    return;
  }
  const std::vector<ValueId> values = memory_.values_of(p, what);
  const std::uint32_t count =
      ir::count_choices(ir::PendingOperation{context_, t.thread, in, values});
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    Path one = p;
    if (count > 1) one.decisions.push_back({terms_.constant(choice), false, 32});
    execute_effect(one, in, what, choice);
    after.push_back(std::move(one));
  }
}

void PathTransfer::execute_effect(Path& p, const Instruction& in, const Transition& what,
                                  std::uint32_t choice) {
  const bool is_creation = ir::is_builtin(in, Builtin::ThreadCreate);
  const bool is_join = ir::is_builtin(in, Builtin::ThreadJoin);
  // The operands are known where the operation waits; what a creation passes on need not be.
  TermId passed;
  for (std::uint32_t i = 0; i < in.argument_count; ++i) {
    if (registers_.is_known(p, registers_.argument(in, i))) continue;
    if (!is_creation || i != 3) throw NotFollowed("an unknown argument of an operation");
    passed = registers_.term(p, registers_.argument(in, i));
  }
  const std::vector<ValueId> values = memory_.values_of(p, what);
  for (const Touch& touch : what.touches) {
    // A handle or result overwrites all of its eight bytes.
    if (!memory_.cell(p, touch.object).bytes.empty() && !is_creation && !is_join) {
      throw NotFollowed("a lock next to unknown bytes");
    }
  }
  ThreadState& t = registers_.me(p);
  // Private memory that the operation writes besides.
  if ((is_creation || is_join || in.argument_count > 1) && has_unknown_bytes(t)) {
    for (std::uint32_t i = 0; i < in.argument_count; ++i) {
      const std::uint64_t pointer = registers_.known(p, registers_.argument(in, i));
      std::uint32_t offset = 0;
      if (!context_.memory.is_private(pointer) ||
          !context_.memory.pointer_error(t.thread, pointer, 1, true).is_none()) {
        continue;
      }
      UnknownBytes* const unknown = memory_.private_bytes(t, pointer, offset);
      const auto begin = unknown->lower_bound(offset);
      const auto end = unknown->lower_bound(offset + 8);
      if (begin != end && !is_creation && !is_join) throw NotFollowed("a write to unknown bytes");
      const bool is_written = is_creation ? i == 0 : i == 1;
      if (is_written) unknown->erase(begin, end);
    }
  }
  Outcome outcome;
  outcome.values = values;
  ir::execute(ir::Effect{context_, t.thread, in, what, values, choice, outcome});
  if (outcome.fault) p.fault = std::move(outcome.fault);
  PathRegisters::fit_frames(t);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (outcome.values[i] == values[i] && what.touches[i].access != Access::Write) continue;
    p.shared[what.touches[i].object] = {outcome.values[i], {}};
  }
  if (in.dst >= 0 && in.slots > 0 && !t.frames.empty() &&
      static_cast<std::size_t>(in.dst) < t.frames.back().slots.size()) {
    t.frames.back().slots[static_cast<std::size_t>(in.dst)] = TermId{};
  }
  if (outcome.born.is_absent()) return;
  ThreadState child;
  child.thread = context_.threads.unpack(outcome.born);
  PathRegisters::fit_frames(child);
  if (!passed.is_none()) registers_.set_slot(child, 0, passed);
  p.threads[what.child] = std::move(child);
}

}  // namespace skein::symbolic
