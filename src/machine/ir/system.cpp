// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/system.hpp"

#include <algorithm>
#include <utility>

#include "machine/ir/effects/effects.hpp"

namespace skein::ir {

IrSystem::IrSystem(Program program, SystemOptions options)
    : context_(std::move(program), std::move(options)),
      section_lock_(context_.control, context_.memory.objects(), context_.memory.cells()),
      sections_(context_, section_lock_),
      footprints_(context_, sections_, section_lock_),
      names_(context_.program, context_.agents, context_.memory) {}

ValueId IrSystem::initial_local() { return context_.threads.intern(initial_thread(context_)); }

bool IrSystem::is_assumed_away(ValueId local) const {
  return !local.is_absent() && context_.threads.status(local) == Status::Assumed;
}

std::optional<int> IrSystem::exit_status(ValueId local) const {
  if (local.is_absent() || context_.threads.status(local) != Status::Over) return std::nullopt;
  return context_.threads.exit_status(local);
}

const Transition* IrSystem::transition(ValueId local) {
  if (local.is_absent() || has_stopped(context_.threads.status(local))) return nullptr;
  // Growing a deque moves none of its elements.
  if (transitions_.size() <= local.index()) transitions_.resize(context_.threads.size());
  std::optional<Transition>& known = transitions_[local.index()];
  if (!known) known = footprints_.next(context_.threads.unpack(local));
  return &*known;
}

std::uint32_t IrSystem::choices(ValueId local, std::span<const ValueId> values) {
  const Status status = context_.threads.status(local);
  if (status == Status::Starting || status == Status::Exiting) return 1;
  const Transition& what = *transition(local);
  if (section_lock_.is_blocked(what, values)) return 0;
  // Most operations can always be executed, with one outcome.
  const bool may_choose_name = context_.options.spare_names > 0 && what.kind == OpKind::Yield;
  if (traits(what.kind).enabling == Enabling::kAlways && what.kind != OpKind::Choose &&
      what.kind != OpKind::CondSignal && !may_choose_name) {
    return 1;
  }
  const auto [count, is_new] = choices_.find_or_add(local, values, 0);
  if (!is_new) return count;
  const Thread t = context_.threads.unpack(local);
  const Instruction& in = context_.control.here(t);
  if (!may_choose_name) {
    count = count_choices(PendingOperation{context_, t, in, values});
  } else if (context_.allocation.chooses_name(t, in)) {
    count = static_cast<std::uint32_t>(context_.allocation.possible_blocks(t, in).size());
  } else {
    count = 1;
  }
  return count;
}

const Outcome& IrSystem::execute(ValueId local, std::span<const ValueId> values,
                                 std::uint32_t choice) {
  const auto [outcome, is_new] = outcomes_.find_or_add(local, values, choice);
  if (!is_new) return outcome;
  Thread thread = context_.threads.unpack(local);
  // The lock that a guarded operation waits for is not part of the operation.
  Transition what = *transition(local);
  const bool is_guarded = section_lock_.is_guarded(what);
  std::span<const ValueId> own = values;
  if (is_guarded) {
    what.touches.pop_back();
    own = values.first(values.size() - 1);
  }
  outcome.values.assign(own.begin(), own.end());
  outcome.ordering.is_in_section =
      thread.section_depth > 0 || (thread.status == Status::Running &&
                                   is_builtin(context_.control.here(thread), Builtin::AtomicBegin));
  execute_step(thread, what, own, choice, outcome);
  if (is_guarded) outcome.values.push_back(values.back());
  if (thread.status == Status::Running && !outcome.fault) {
    context_.interpreter.run(thread, outcome);
  }
  context_.clocks.drop_if_unused(thread);
  outcome.local = thread.status == Status::Gone ? ValueId{} : context_.threads.intern(thread);
  return outcome;
}

// The visible operation, without the local code after it.
void IrSystem::execute_step(Thread& t, const Transition& transition,
                            std::span<const ValueId> values, std::uint32_t choice,
                            Outcome& outcome) {
  if (t.status == Status::Starting) {
    t.status = Status::Running;
    return;
  }
  if (t.status == Status::Exiting) return execute_exit(context_, t, values[0], outcome);
  const Instruction& in = context_.control.here(t);
  const Effect effect{context_, t, in, transition, values, choice, outcome};
  if (sections_.is_at_begin(t)) {
    sections_.execute(effect);
  } else {
    ir::execute(effect);
  }
}

std::optional<InputRange> IrSystem::input_bounds(ValueId local) {
  if (local.is_absent() || context_.threads.status(local) != Status::Running) return std::nullopt;
  const Thread t = context_.threads.unpack(local);
  return ir::input_bounds(PendingOperation{context_, t, context_.control.here(t), {}});
}

std::vector<MemoryAccess> IrSystem::accesses(ValueId local) {
  if (local.is_absent() || context_.threads.status(local) != Status::Running) return {};
  return footprints_.accesses(context_.threads.unpack(local), Copies::InPieces);
}

void IrSystem::begin_again() {
  transitions_.clear();
  choices_.clear();
  outcomes_.clear();
  section_lock_.begin_again();
}

bool IrSystem::is_in_section(ValueId local) const {
  return !local.is_absent() && !section_lock_.object().is_none() &&
         context_.threads.unpack(local).section_depth > 0;
}

bool IrSystem::is_at_section(ValueId local) const {
  if (local.is_absent() || context_.threads.status(local) != Status::Running) return false;
  const Thread t = context_.threads.unpack(local);
  return t.section_depth == 0 && is_builtin(context_.control.here(t), Builtin::AtomicBegin);
}

Stack IrSystem::stack_of(ValueId local) { return names_.stack(context_.threads.unpack(local)); }

std::vector<IrSystem::Made> IrSystem::names_for(ValueId local) {
  std::vector<Made> names;
  if (local.is_absent() || context_.threads.status(local) != Status::Running) return names;
  const Thread t = context_.threads.unpack(local);
  const Instruction& in = context_.control.here(t);
  const bool is_chosen = t.frames.back().phase >= Allocation::kNameChosen;
  if (!context_.allocation.makes_block(t, in) || is_chosen) return names;
  for (const BlockId block : context_.allocation.possible_blocks(t, in)) {
    names.push_back(Made{block, context_.memory.objects().cell(block, 0)});
  }
  return names;
}

bool IrSystem::thread_points_to(ValueId local, BlockId block) const {
  if (local.is_absent()) return false;
  const Thread t = context_.threads.unpack(local);
  bool has_pointer = block_of(t.result) == block;
  for_each_pointer(
      t, [&](std::uint64_t value) { has_pointer = has_pointer || block_of(value) == block; });
  return has_pointer;
}

bool IrSystem::object_points_to(ValueId value, BlockId block) const {
  return !value.is_absent() && block_of(context_.memory.cells()[value].bits) == block;
}

}  // namespace skein::ir
