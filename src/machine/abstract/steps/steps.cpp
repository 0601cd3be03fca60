// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/steps/steps.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/ensure.hpp"
#include "machine/abstract/state/known_values.hpp"
#include "machine/ir/effects/effects.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;
using ir::Code;
using ir::Instruction;

// How many of the objects that a builtin touches are locks or lives; the others are memory that it
// reads or writes besides.
std::size_t subjects_of(const Instruction& in, std::size_t touched) {
  if (!ir::is_builtin(in)) return 0;
  switch (ir::traits(ir::builtin_of(in)).footprint) {
    case ir::Footprint::Create:
    case ir::Footprint::Join:
    case ir::Footprint::Detach:
    case ir::Footprint::Exit:
    case ir::Footprint::LockAndInt: return 1;
    case ir::Footprint::Lock:
    case ir::Footprint::TwoLocks:
    case ir::Footprint::SectionBegin:
    case ir::Footprint::SectionEnd: return touched;
    default: return 0;
  }
}

// A load, a store, or both.
bool is_plain_access(const Instruction& in) {
  return in.code == Code::Load || in.code == Code::Store || in.code == Code::Rmw ||
         in.code == Code::CmpXchg;
}

bool is_lock_operation(const Instruction& in) {
  if (!ir::is_builtin(in)) return false;
  const ir::Footprint footprint = ir::traits(ir::builtin_of(in)).footprint;
  return footprint == ir::Footprint::Lock || footprint == ir::Footprint::TwoLocks ||
         footprint == ir::Footprint::LockAndInt;
}

}  // namespace

Steps::Steps(AnalysisInstance& instance, History& history)
    : instance_(instance), history_(history), sections_(instance) {
  segments_.emplace_back();
  reused_.emplace_back();
}

// ---- What comes next -----------------------------------------------------------------------

const Transition* Steps::transition(ValueId local) {
  if (local.is_absent() || ir::has_stopped(instance_.locals.status(local))) return nullptr;
  if (transitions_.size() <= local.index()) transitions_.resize(local.index() + 1);
  std::optional<Transition>& known = transitions_[local.index()];
  if (!known) known = describe(instance_.locals.unpack(local));
  return &*known;
}

Transition Steps::describe(const State& s) {
  if (s.thread.status != ir::Status::Running) return instance_.footprints.next(s.thread);
  const Instruction& in = instance_.context.control.here(s.thread);
  Transition what;
  if (sections_.is_at_section(s)) {
    sections_.describe(s, what);
    return what;
  }
  const bool is_copy =
      ir::is_builtin(in) && ir::traits(ir::builtin_of(in)).footprint == ir::Footprint::Copy;
  if (is_copy) return describe_copy(s, in);
  what = instance_.footprints.next(with_place(s).thread);
  const std::size_t subjects = subjects_of(in, what.touches.size());
  const bool is_access = is_plain_access(in);
  // Cells that locks are in, or that atomic operations access, are objects.
  for (std::size_t i = 0; i < what.touches.size(); ++i) {
    const bool is_lock = is_lock_operation(in) && i < subjects;
    if (is_lock && instance_.context.memory.is_folded(what.touches[i].object)) {
      instance_.context.control.refuse(s.thread, "a lock in an array of this size");
    }
    if (is_access || is_lock) watch(what.touches[i].object);
  }
  std::size_t i = 0;
  std::erase_if(what.touches, [&](const Touch& touch) {
    return i++ >= subjects && !instance_.transfer.shared().is_watched(touch.object);
  });
  return what;
}

State Steps::with_place(State s) {
  const Instruction& in = instance_.context.control.here(s.thread);
  if (!is_plain_access(in) || instance_.transfer.registers().is_known(s, in.a)) return s;
  const NumberId pointer = instance_.transfer.registers().number(s, in.a);
  const Targets found = instance_.transfer.search().find(s.thread, instance_.numbers[pointer],
                                                         ir::bytes_of(in), in.code != Code::Load);
  ensure(found.places.size() == 1, "a thread waits before one place");
  s.thread.frames.back().slots[static_cast<std::size_t>(in.a)] = found.places.front().place;
  return s;
}

// The watched cells that a copy touches.
Transition Steps::describe_copy(const State& s, const Instruction& in) {
  Transition what;
  what.agent = s.thread.agent;
  what.kind = OpKind::PlainStore;
  what.site = instance_.context.control.site_of(s.thread);
  std::vector<ir::Part> parts;
  const auto arg = [&](std::uint32_t i) {
    return instance_.context.control.argument(s.thread, in, i);
  };
  for (const std::uint32_t side : {0U, 1U}) {
    if (side == 1 && ir::is_builtin(in, Builtin::Memset)) continue;
    if (instance_.context.memory.is_private(arg(side))) continue;
    parts.clear();
    instance_.context.memory.split(arg(side), arg(2), parts);
    for (const ir::Part& part : parts) {
      if (!instance_.transfer.shared().is_watched(part.object)) continue;
      const auto same = std::find_if(what.touches.begin(), what.touches.end(),
                                     [&](const Touch& t) { return t.object == part.object; });
      if (same != what.touches.end()) continue;
      what.touches.push_back(Touch{part.object, side == 0 ? Access::Write : Access::Read});
    }
  }
  return what;
}

bool Steps::is_at_section(ValueId local) const {
  return !local.is_absent() && instance_.locals.status(local) == ir::Status::Running &&
         sections_.is_at_section(instance_.locals.unpack(local));
}

bool Steps::watch(ObjectId object) {
  if (!instance_.transfer.shared().watch(object)) return false;
  if (carried_objects_.contains(object)) has_learnt_ = true;
  return true;
}

bool Steps::has_reused_names() const {
  return std::any_of(reused_.begin(), reused_.end(),
                     [](const auto& names) { return !names.empty(); });
}

void Steps::begin_again() {
  transitions_.clear();
  results_.clear();
  segments_.resize(1);
  reused_.resize(1);
  carried_objects_.clear();
  exits_.clear();
  has_learnt_ = false;
  instance_.transfer.ghosts().begin_again();
  instance_.transfer.search().begin_again();
  instance_.transfer.sizes().begin_again();
  sections_.begin_again();
}

bool Steps::is_enabled(ValueId local, std::span<const ValueId> values) {
  const Transition& what = *transition(local);
  if (instance_.locals.status(local) != ir::Status::Running) return true;
  if (traits(what.kind).enabling == Enabling::kAlways) return true;
  const State s = instance_.locals.unpack(local);
  if (sections_.is_at_section(s))
    return sections_.can_be_taken(local, what, values, segment_of(what, values));
  const Instruction& in = instance_.context.control.here(s.thread);
  if (!ir::is_builtin(in) || is_local_here(ir::builtin_of(in))) return true;
  return ir::count_choices(ir::PendingOperation{instance_.context, s.thread, in, values}) > 0;
}

namespace {

// The facts about one of these cells, and perhaps another.
Zone facts_about(Zone facts, const std::vector<std::pair<ObjectId, ValueId>>& cells) {
  const auto is_there = [&](ZoneVariable x) {
    return std::any_of(cells.begin(), cells.end(),
                       [&](const auto& cell) { return cell.first == x.object(); });
  };
  facts.keep([&](const Difference& fact) { return is_there(fact.x) || is_there(fact.y); });
  return facts;
}

}  // namespace

Zone Steps::facts_of(const State& s, Segment& segment) {
  const SharedCells& shared = instance_.transfer.shared();
  Zone facts = s.zone;
  // What relates a cell that was written, and not read, to others is the slot that it was given,
  // and what that was computed from: cells that were read.
  const auto is_accessed = [&](ZoneVariable x) {
    return segment.reads.contains(x.object()) || find(s.written, x.object()) != nullptr;
  };
  const auto is_carried = [&](ZoneVariable x) {
    return x.is_cell() && !shared.is_watched(x.object());
  };
  facts.keep([&](const Difference& fact) {
    return is_carried(fact.x) && is_carried(fact.y) && (is_accessed(fact.x) || is_accessed(fact.y));
  });

  // What the values say by themselves is to last when they are widened.
  for (const auto& [x, y] : shared.compared()) {
    if (shared.is_watched(x) || shared.is_watched(y)) continue;
    if (find(s.written, x) == nullptr && find(s.written, y) == nullptr) continue;
    segment.reads.insert({x, y});
    instance_.lattice.add_bounds_by_values(facts, s, segment.base, x, y,
                                           std::numeric_limits<std::int64_t>::max());
  }
  // Facts that follow from counters are kept only if they were asked for: a counter that is stored
  // to all elements of an array says something about each of them, and about any two.
  const auto is_compared = [&](const Difference& fact) {
    const ObjectId x = fact.x.object();
    const ObjectId y = fact.y.object();
    return shared.compared().contains({std::min(x, y), std::max(x, y)});
  };
  const Zone all = facts;
  const auto follows = [&](const Difference& fact) {
    return std::any_of(segment.ghosts.begin(), segment.ghosts.end(), [&](ObjectId ghost) {
      const auto first = all.bound(fact.x, ZoneVariable::cell(ghost), fact.sense);
      const auto second = all.bound(ZoneVariable::cell(ghost), fact.y, fact.sense);
      return first && second && *first + *second <= fact.most;
    });
  };
  facts.keep([&](const Difference& fact) {
    if (is_compared(fact)) return true;
    return !is_ghost(fact.x.object()) && !is_ghost(fact.y.object()) && !follows(fact);
  });
  return facts;
}

const StepResult& Steps::result_of(ValueId local, std::span<const ValueId> values) {
  std::vector<StepResult>& known =
      results_[StepKey{local, std::vector<ValueId>(values.begin(), values.end())}];
  for (const StepResult& result : known) {
    const bool fits = std::all_of(result.reads.begin(), result.reads.end(), [&](const auto& read) {
      return history_.value(read.first) == read.second;
    });
    const bool are_fates_same =
        fits && std::all_of(result.fates.begin(), result.fates.end(), [&](const auto& fate) {
          return fate_of(fate.first, transition(local)->agent) == fate.second;
        });
    if (are_fates_same && facts_about(history_.facts(), result.reads) == result.facts) {
      return result;
    }
  }
  StepResult result = analyse(local, values);
  known.push_back(std::move(result));
  return known.back();
}

// ---- What it does --------------------------------------------------------------------------

// A name that a cell still points to is not given again: a ring buffer, say, keeps pointers that it
// has handed out until it overwrites them.
Fate Steps::fate_of(BlockId block, AgentId agent) const {
  const Fate fate = history_.fate_of(block, agent);
  if (fate != Fate::Freed) return fate;
  return history_.points_to(instance_.transfer.blocks(), block) ? Fate::Pointed : Fate::Freed;
}

Segment Steps::segment_of(const Transition& what, std::span<const ValueId> values) {
  Segment segment;
  segment.base = [this, &what, values](ObjectId object) {
    for (std::size_t i = 0; i < what.touches.size(); ++i) {
      if (what.touches[i].object == object) return values[i];
    }
    return history_.value(object);
  };
  segment.facts = history_.facts();
  segment.fate = [this, &what](BlockId block) { return fate_of(block, what.agent); };
  return segment;
}

std::uint32_t Steps::choices_of(const State& start, std::span<const ValueId> values) {
  if (start.thread.status != ir::Status::Running) return 1;
  const Instruction& in = instance_.context.control.here(start.thread);
  if (!ir::is_builtin(in) || is_local_here(ir::builtin_of(in)) || sections_.is_at_section(start))
    return 1;
  // The first objects are the locks and lives, on which it depends whether it can be executed.
  return ir::count_choices(ir::PendingOperation{instance_.context, start.thread, in, values});
}

void Steps::add_endings(State s, const Transition& what, std::span<const ValueId> values,
                        ValueId born, Segment& segment, StepResult& result) {
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
    ends = instance_.local_code.run(std::move(s), segment);
    // The operation has happened even if no path gets past an assumption after it.
    if (ends.empty()) {
      before.thread.status = ir::Status::Assumed;
      ends.push_back(std::move(before));
    }
  }
  for (State& end : ends) {
    Ending ending = common;
    instance_.transfer.ghosts().end(end, segment);
    const std::uint64_t status = end.thread.result;
    const bool is_over = end.thread.status == ir::Status::Over;
    // An unknown exit status does not keep states apart; note_exit() collects it.
    if (is_over && !Registers::unknown_result(status).is_none()) end.thread.result = 0;
    ending.local = end.thread.status == ir::Status::Gone ? ValueId{} : instance_.locals.intern(end);
    if (is_over) note_exit(ending.local, status);
    ending.written = end.written;
    if (!end.fault) ending.facts = facts_of(end, segment);
    ending.fault = explained(end, segment);
    result.endings.push_back(std::move(ending));
  }
}

void Steps::note_exit(ValueId local, std::uint64_t status) {
  NumberId number = Registers::unknown_result(status);
  if (number.is_none()) number = instance_.numbers.constant(status & 0xffU);
  NumberId& all = exits_[local];
  all = all.is_none() ? number : instance_.numbers.join(all, number);
}

StepResult Steps::analyse(ValueId local, std::span<const ValueId> values) {
  const Transition what = *transition(local);
  const State start = instance_.locals.unpack(local);
  Segment segment = segment_of(what, values);
  const std::uint32_t count = choices_of(start, values);
  StepResult result;
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    std::vector<State> after;
    ValueId born;
    execute_visible(start, what, values, choice, segment, after, born);
    for (State& s : after) add_endings(std::move(s), what, values, born, segment, result);
  }
  for (const ObjectId object : segment.reads) {
    const bool is_touched = std::any_of(what.touches.begin(), what.touches.end(),
                                        [&](const Touch& t) { return t.object == object; });
    if (!is_touched) result.reads.emplace_back(object, history_.value(object));
  }
  result.facts = facts_about(segment.facts, result.reads);
  for (const PlainAccess& access : segment.accesses) carried_objects_.insert(access.object);
  result.fates = std::move(segment.fates);
  reused_.emplace_back(segment.reused.begin(), segment.reused.end());
  result.segment = static_cast<std::uint32_t>(segments_.size());
  segments_.emplace_back(segment.accesses.begin(), segment.accesses.end());
  return result;
}

// The fault of a state, with what is known there: for warnings.
std::optional<Fault> Steps::explained(const State& s, const Segment& segment) {
  std::optional<Fault> fault = s.fault;
  if (!fault) return fault;
  fault->known = known_locals(instance_.context, instance_.numbers, s);
  const std::vector<KnownValue> cells =
      known_cells(instance_.names, instance_.numbers, instance_.lattice, s, segment);
  fault->known.insert(fault->known.end(), cells.begin(), cells.end());
  return fault;
}

Halves Steps::halves_of(ValueId local, std::span<const ValueId> values) {
  const Transition what = *transition(local);
  const State start = instance_.locals.unpack(local);
  Segment segment = segment_of(what, values);
  const std::uint32_t count = choices_of(start, values);
  Halves halves;
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    ValueId born;
    execute_visible(start, what, values, choice, segment, halves.middle, born);
  }
  for (const Ending& ending : result_of(local, values).endings) {
    if (!ending.local.is_absent()) halves.ends.push_back(instance_.locals.unpack(ending.local));
  }
  return halves;
}

void Steps::execute_visible(State s, const Transition& transition, std::span<const ValueId> values,
                            std::uint32_t choice, Segment& segment, std::vector<State>& after,
                            ValueId& born) {
  s.zone = segment.facts;
  instance_.transfer.ghosts().begin(s, segment);
  if (s.thread.status == ir::Status::Starting) {
    s.thread.status = ir::Status::Running;
    after.push_back(std::move(s));
    return;
  }
  if (s.thread.status == ir::Status::Exiting) {
    Outcome outcome;
    outcome.values.assign(values.begin(), values.end());
    ir::execute_exit(instance_.context, s.thread, values[0], outcome);
    Registers::fit_frames(s);
    put(s.written, transition.touches[0].object, outcome.values[0]);
    after.push_back(std::move(s));
    return;
  }
  if (sections_.is_at_section(s)) {
    after = sections_.execute(std::move(s), transition, segment);
    return;
  }
  const Instruction& in = instance_.context.control.here(s.thread);
  const bool is_memory = !ir::is_builtin(in) || is_local_here(ir::builtin_of(in));
  if (!is_memory) {
    execute_effect(s, in, transition, values, choice, segment, born);
    after.push_back(std::move(s));
    return;
  }
  segment.is_visible_step = true;
  std::vector<State> more;
  const Flow flow = instance_.transfer.step(s, segment, more);
  segment.is_visible_step = false;
  for (State& other : more) after.push_back(std::move(other));
  if (flow != Flow::Vanishes) after.push_back(std::move(s));
}

// A lock, a creation, a join: executed by the ir machine.
void Steps::execute_effect(State& s, const Instruction& in, const Transition& transition,
                           std::span<const ValueId> values, std::uint32_t choice, Segment& segment,
                           ValueId& born) {
  Transition what = instance_.footprints.next(s.thread);
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
    all.push_back(instance_.transfer.shared().cell(s, touch.object, segment));
    instance_.transfer.shared().log(s, segment, touch.object, touch.access == Access::Write);
  }
  NumberId argument;
  if (ir::is_builtin(in, Builtin::ThreadCreate)) {
    const ir::Operand operand = instance_.context.program.arguments[in.arguments + 3];
    if (!instance_.transfer.registers().is_known(s, operand))
      argument = instance_.transfer.registers().number(s, operand);
  }
  Outcome outcome;
  instance_.transfer.machine().operate(s, in, what, all, choice, outcome);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ObjectId object = what.touches[i].object;
    const bool is_subject = std::any_of(transition.touches.begin(), transition.touches.end(),
                                        [&](const Touch& t) { return t.object == object; });
    if (is_subject && !instance_.context.memory.is_folded(object)) {
      put(s.written, object, outcome.values[i]);
    } else if (outcome.values[i] != all[i] || what.touches[i].access == Access::Write) {
      instance_.transfer.shared().write_cell(s, object, outcome.values[i], segment);
    }
  }
  if (in.dst >= 0 && in.slots > 0 && !s.frames.empty() &&
      static_cast<std::size_t>(in.dst) < s.frames.back().slots.size()) {
    s.frames.back().slots[static_cast<std::size_t>(in.dst)] = NumberId{};
    instance_.transfer.registers().forget_slot(s, static_cast<std::size_t>(in.dst));
  }
  instance_.transfer.machine().finish_operation(s, in, segment);
  if (!outcome.born.is_absent()) {
    born = instance_.locals.known(outcome.born);
    if (!argument.is_none()) {
      State child = instance_.locals.unpack(born);
      instance_.transfer.registers().set_slot(child, 0, argument);
      born = instance_.locals.intern(child);
    }
  }
}

}  // namespace skein::abstract
