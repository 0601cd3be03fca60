// SPDX-License-Identifier: Apache-2.0
// What a step of the abstract machine does: its visible operation, then the local code after it.
#include <algorithm>
#include <utility>

#include "machine/abstract/abstract_system.hpp"
#include "machine/ir/effects/effects.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;
using ir::Instruction;

}  // namespace

Segment AbstractSystem::segment_of(const Transition& what, std::span<const ValueId> values) {
  Segment segment;
  segment.base = [this, &what, values](ObjectId object) {
    for (std::size_t i = 0; i < what.touches.size(); ++i) {
      if (what.touches[i].object == object) return values[i];
    }
    return carried_value(object);
  };
  segment.fate = [this, &what](std::uint32_t block) { return fate_of(block, what.agent); };
  return segment;
}

std::uint32_t AbstractSystem::choices_of(const State& start, std::span<const ValueId> values) {
  if (start.thread.status != ir::Status::Running) return 1;
  const Instruction& in = context_.control.here(start.thread);
  if (!ir::is_builtin(in) || is_local_here(ir::builtin_of(in)) || is_at_section(start)) return 1;
  // The first objects are the locks and lives, on which it depends whether it can be executed.
  return ir::count_choices(ir::PendingOperation{context_, start.thread, in, values});
}

AbstractSystem::Result AbstractSystem::analyse(ValueId local, std::span<const ValueId> values) {
  const Transition what = *transition(local);
  const State start = locals_.unpack(local);
  Segment segment = segment_of(what, values);
  const std::uint32_t count = choices_of(start, values);
  Result result;
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    std::vector<State> after;
    ValueId born;
    execute_visible(start, what, values, choice, segment, after, born);
    for (State& s : after) {
      Ending common;
      common.born = born;
      common.values.assign(values.begin(), values.end());
      for (std::size_t i = 0; i < what.touches.size(); ++i) {
        if (const ValueId* written = find(s.written, what.touches[i].object)) {
          common.values[i] = *written;
        }
      }
      std::erase_if(s.written, [&](const auto& pair) {
        return std::any_of(what.touches.begin(), what.touches.end(),
                           [&](const Touch& t) { return t.object == pair.first; });
      });
      std::vector<State> ends;
      if (s.fault || s.thread.status != ir::Status::Running) {
        ends.push_back(std::move(s));
      } else {
        s.loaded.clear();
        State before = s;
        ends = analysis_.run(std::move(s), segment);
        // The operation has happened even if no path gets past an assumption after it.
        if (ends.empty()) {
          before.thread.status = ir::Status::Assumed;
          ends.push_back(std::move(before));
        }
      }
      for (const State& end : ends) {
        Ending ending = common;
        ending.local = end.thread.status == ir::Status::Gone ? ValueId{} : locals_.intern(end);
        ending.written = end.written;
        ending.fault = explained(end, segment);
        result.endings.push_back(std::move(ending));
      }
    }
  }
  for (const ObjectId object : segment.reads) {
    const bool is_touched = std::any_of(what.touches.begin(), what.touches.end(),
                                        [&](const Touch& t) { return t.object == object; });
    if (!is_touched) result.reads.emplace_back(object, carried_value(object));
  }
  for (const PlainAccess& access : segment.accesses) carried_objects_.insert(access.object);
  result.fates = std::move(segment.fates);
  reused_.emplace_back(segment.reused.begin(), segment.reused.end());
  result.segment = static_cast<std::uint32_t>(segments_.size());
  segments_.emplace_back(segment.accesses.begin(), segment.accesses.end());
  return result;
}

// The fault of a state, with what is known there: for warnings.
std::optional<Fault> AbstractSystem::explained(const State& s, const Segment& segment) {
  std::optional<Fault> fault = s.fault;
  if (!fault) return fault;
  fault->known = known_locals(context_, numbers_, s);
  const std::vector<KnownValue> cells = known_cells(names_, numbers_, lattice_, s, segment);
  fault->known.insert(fault->known.end(), cells.begin(), cells.end());
  return fault;
}

AbstractSystem::Halves AbstractSystem::halves_of(ValueId local, std::span<const ValueId> values) {
  const Transition what = *transition(local);
  const State start = locals_.unpack(local);
  Segment segment = segment_of(what, values);
  const std::uint32_t count = choices_of(start, values);
  Halves halves;
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    ValueId born;
    execute_visible(start, what, values, choice, segment, halves.middle, born);
  }
  for (const Ending& ending : result_of(local, values).endings) {
    if (!ending.local.is_absent()) halves.ends.push_back(locals_.unpack(ending.local));
  }
  return halves;
}

void AbstractSystem::execute_visible(State s, const Transition& transition,
                                     std::span<const ValueId> values, std::uint32_t choice,
                                     Segment& segment, std::vector<State>& after, ValueId& born) {
  if (s.thread.status == ir::Status::Starting) {
    s.thread.status = ir::Status::Running;
    after.push_back(std::move(s));
    return;
  }
  if (s.thread.status == ir::Status::Exiting) {
    Outcome outcome;
    outcome.values.assign(values.begin(), values.end());
    ir::execute_exit(context_, s.thread, values[0], outcome);
    Transfer::fit_frames(s);
    put(s.written, transition.touches[0].object, outcome.values[0]);
    after.push_back(std::move(s));
    return;
  }
  if (is_at_section(s)) {
    after = execute_section(std::move(s), transition, segment);
    return;
  }
  const Instruction& in = context_.control.here(s.thread);
  const bool is_memory = !ir::is_builtin(in) || is_local_here(ir::builtin_of(in));
  if (!is_memory) {
    execute_effect(s, in, transition, values, choice, segment, born);
    after.push_back(std::move(s));
    return;
  }
  segment.is_visible_step = true;
  std::vector<State> more;
  const Flow flow = transfer_.step(s, segment, more);
  segment.is_visible_step = false;
  for (State& other : more) after.push_back(std::move(other));
  if (flow != Flow::Vanishes) after.push_back(std::move(s));
}

// A lock, a creation, a join: executed by the ir machine.
void AbstractSystem::execute_effect(State& s, const Instruction& in, const Transition& transition,
                                    std::span<const ValueId> values, std::uint32_t choice,
                                    Segment& segment, ValueId& born) {
  Transition what = footprints_.next(s.thread);
  what.child = transition.child;
  std::vector<ValueId> all;
  for (const Touch& touch : what.touches) {
    std::optional<ValueId> given;
    for (std::size_t i = 0; i < transition.touches.size(); ++i) {
      if (transition.touches[i].object == touch.object) given = values[i];
    }
    if (given) {
      all.push_back(*given);
      continue;
    }
    all.push_back(transfer_.cell(s, touch.object, segment));
    transfer_.log(s, segment, touch.object, touch.access == Access::Write);
  }
  NumberId argument;
  if (ir::is_builtin(in, Builtin::ThreadCreate)) {
    const ir::Operand operand = context_.program.arguments[in.arguments + 3];
    if (!transfer_.is_known(s, operand)) argument = transfer_.number(s, operand);
  }
  Outcome outcome;
  transfer_.operate(s, in, what, all, choice, outcome);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ObjectId object = what.touches[i].object;
    const bool is_subject = std::any_of(transition.touches.begin(), transition.touches.end(),
                                        [&](const Touch& t) { return t.object == object; });
    if (is_subject) {
      put(s.written, object, outcome.values[i]);
    } else if (outcome.values[i] != all[i] || what.touches[i].access == Access::Write) {
      transfer_.write_cell(s, object, outcome.values[i]);
    }
  }
  if (in.dst >= 0 && in.slots > 0 && !s.frames.empty() &&
      static_cast<std::size_t>(in.dst) < s.frames.back().slots.size()) {
    s.frames.back().slots[static_cast<std::size_t>(in.dst)] = NumberId{};
  }
  transfer_.settle(s, in, segment);
  if (!outcome.born.is_absent()) {
    born = locals_.known(outcome.born);
    if (!argument.is_none()) {
      State child = locals_.unpack(born);
      transfer_.set_slot(child, 0, argument);
      born = locals_.intern(child);
    }
  }
}

}  // namespace skein::abstract
