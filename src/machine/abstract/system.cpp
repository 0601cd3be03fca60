// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/system.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "machine/abstract/ranges.hpp"
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

bool is_lock_operation(const Instruction& in) {
  if (!ir::is_builtin(in)) return false;
  const ir::Footprint footprint = ir::traits(ir::builtin_of(in)).footprint;
  return footprint == ir::Footprint::Lock || footprint == ir::Footprint::TwoLocks ||
         footprint == ir::Footprint::LockAndInt;
}

// The memory that an operation writes besides its lock or life: a handle, a result, a number.
struct WrittenBytes {
  std::uint64_t pointer = 0;
  std::uint32_t count = 0;  // 0: none
};
WrittenBytes written_by(const ir::Control& control, const ir::Thread& t, const Instruction& in) {
  if (!ir::is_builtin(in)) return {};
  switch (ir::traits(ir::builtin_of(in)).footprint) {
    case ir::Footprint::Create: return {control.argument(t, in, 0), 8};
    case ir::Footprint::Join: {
      const std::uint64_t pointer = control.argument(t, in, 1);
      return {pointer, pointer == 0 ? 0U : 8U};
    }
    case ir::Footprint::LockAndInt: return {control.argument(t, in, 1), 4};
    default: return {};
  }
}

}  // namespace

AbstractSystem::AbstractSystem(ir::Program program, ir::SystemOptions options, ProveOptions prove)
    : context_(std::move(program), std::move(options)),
      section_lock_(context_.control, context_.memory.objects(), context_.memory.cells()),
      sections_(context_, section_lock_),
      footprints_(context_, sections_, section_lock_),
      names_(context_.program, context_.agents, context_.memory),
      options_(prove),
      numbers_(load_ranges()),
      lattice_(context_.memory.cells(), numbers_),
      locals_(context_.program, context_.threads, lattice_),
      facts_(facts_of(context_.program)),
      transfer_(context_, footprints_, numbers_, lattice_, facts_, options_),
      analysis_(context_, transfer_, lattice_, facts_, thresholds_of(context_.program), options_) {
  segments_.emplace_back();
}

ValueId AbstractSystem::initial_local() {
  const ir::Program& program = context_.program;
  State main;
  main.thread.own = program.thread_image;
  const std::uint64_t arguments[] = {
      context_.options.arguments.size(),
      ir::pointer_to(static_cast<std::uint32_t>(program.globals.size()), 0), 0};
  const std::uint32_t count = std::min(program.functions[program.main.index()].parameters, 3U);
  context_.control.call(main.thread, program.main.value, std::span(arguments, count));
  Transfer::fit_frames(main);
  return locals_.intern(main);
}

// ---- What comes next -----------------------------------------------------------------------

const Transition* AbstractSystem::transition(ValueId local) {
  if (local.is_absent() || ir::has_stopped(locals_.status(local))) return nullptr;
  if (transitions_.size() <= local.index()) transitions_.resize(local.index() + 1);
  std::optional<Transition>& known = transitions_[local.index()];
  if (!known) known = describe(locals_.unpack(local));
  return &*known;
}

Transition AbstractSystem::describe(const State& s) {
  if (s.thread.status != ir::Status::Running) return footprints_.next(s.thread);
  const Instruction& in = context_.control.here(s.thread);
  Transition what;
  const bool is_copy =
      ir::is_builtin(in) && ir::traits(ir::builtin_of(in)).footprint == ir::Footprint::Copy;
  if (is_copy) {
    what.agent = AgentId{s.thread.agent};
    what.kind = OpKind::PlainStore;
    what.site = context_.control.site_of(s.thread);
    std::vector<ir::Part> parts;
    const auto arg = [&](std::uint32_t i) { return context_.control.argument(s.thread, in, i); };
    for (const std::uint32_t side : {0U, 1U}) {
      if (side == 1 && ir::is_builtin(in, Builtin::Memset)) continue;
      if (context_.memory.is_private(arg(side))) continue;
      parts.clear();
      context_.memory.split(arg(side), arg(2), parts);
      for (const ir::Part& part : parts) {
        if (!transfer_.is_watched(part.object)) continue;
        const auto same = std::find_if(what.touches.begin(), what.touches.end(),
                                       [&](const Touch& t) { return t.object == part.object; });
        if (same != what.touches.end()) continue;
        what.touches.push_back(Touch{part.object, side == 0 ? Access::Write : Access::Read});
      }
    }
    return what;
  }
  what = footprints_.next(s.thread);
  const std::size_t subjects = subjects_of(in, what.touches.size());
  const bool is_access = in.code == Code::Load || in.code == Code::Store || in.code == Code::Rmw ||
                         in.code == Code::CmpXchg;
  // Cells that locks are in, or that atomic operations access, are objects.
  for (std::size_t i = 0; i < what.touches.size(); ++i) {
    if (is_access || (is_lock_operation(in) && i < subjects)) watch(what.touches[i].object);
  }
  std::size_t i = 0;
  std::erase_if(what.touches, [&](const Touch& touch) {
    return i++ >= subjects && !transfer_.is_watched(touch.object);
  });
  return what;
}

bool AbstractSystem::watch(ObjectId object) {
  if (!transfer_.watch(object)) return false;
  if (carried_objects_.contains(object)) has_learnt_ = true;
  return true;
}

void AbstractSystem::begin_again() {
  transitions_.clear();
  results_.clear();
  segments_.resize(1);
  carried_.clear();
  carried_objects_.clear();
  now_ = kNothingCarried;
  has_learnt_ = false;
  section_lock_.begin_again();
}

// ---- Execution -----------------------------------------------------------------------------

ValueId AbstractSystem::carried_value(ObjectId object) {
  const ValueId* written = carried_.value(now_, object);
  return written != nullptr ? *written : context_.memory.initial_value(object);
}

const AbstractSystem::Result& AbstractSystem::result_of(ValueId local,
                                                        std::span<const ValueId> values) {
  std::vector<Result>& known =
      results_[StepKey{local, std::vector<ValueId>(values.begin(), values.end())}];
  for (const Result& result : known) {
    const bool fits = std::all_of(result.reads.begin(), result.reads.end(), [&](const auto& read) {
      return carried_value(read.first) == read.second;
    });
    if (fits) return result;
  }
  Result result = analyse(local, values);
  known.push_back(std::move(result));
  return known.back();
}

bool AbstractSystem::is_enabled(ValueId local, std::span<const ValueId> values) {
  const Transition& what = *transition(local);
  if (section_lock_.is_blocked(what, values)) return false;
  if (locals_.status(local) != ir::Status::Running) return true;
  if (traits(what.kind).enabling == Enabling::kAlways) return true;
  const State s = locals_.unpack(local);
  const Instruction& in = context_.control.here(s.thread);
  if (!ir::is_builtin(in) || is_local_here(ir::builtin_of(in))) return true;
  return ir::count_choices(ir::PendingOperation{context_, s.thread, in, values}) > 0;
}

std::uint32_t AbstractSystem::choices(ValueId local, std::span<const ValueId> values) {
  if (!is_enabled(local, values)) return 0;
  return static_cast<std::uint32_t>(result_of(local, values).endings.size());
}

const Outcome& AbstractSystem::execute(ValueId local, std::span<const ValueId> values,
                                       std::uint32_t choice) {
  const Result& result = result_of(local, values);
  const Ending& ending = result.endings[choice];
  outcome_ = {};
  outcome_.local = ending.local;
  outcome_.values = ending.values;
  outcome_.born = ending.born;
  outcome_.fault = ending.fault;
  outcome_.carried = carried_.write(now_, ending.written);
  outcome_.segment = result.segment;
  return outcome_;
}

AbstractSystem::Result AbstractSystem::analyse(ValueId local, std::span<const ValueId> values) {
  const Transition what = *transition(local);
  const State start = locals_.unpack(local);
  Segment segment;
  segment.base = [&](ObjectId object) {
    for (std::size_t i = 0; i < what.touches.size(); ++i) {
      if (what.touches[i].object == object) return values[i];
    }
    return carried_value(object);
  };
  std::uint32_t count = 1;
  if (start.thread.status == ir::Status::Running) {
    const Instruction& in = context_.control.here(start.thread);
    // The first objects are the locks and lives, on which it depends whether it can be executed.
    if (ir::is_builtin(in) && !is_local_here(ir::builtin_of(in))) {
      count = ir::count_choices(ir::PendingOperation{context_, start.thread, in, values});
    }
  }
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
        ends = analysis_.run(std::move(s), segment);
      }
      for (const State& end : ends) {
        Ending ending = common;
        ending.local = end.thread.status == ir::Status::Gone ? ValueId{} : locals_.intern(end);
        ending.written = end.written;
        ending.fault = end.fault;
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
  result.segment = static_cast<std::uint32_t>(segments_.size());
  segments_.emplace_back(segment.accesses.begin(), segment.accesses.end());
  return result;
}

AbstractSystem::Halves AbstractSystem::halves_of(ValueId local, std::span<const ValueId> values) {
  const Transition what = *transition(local);
  const State start = locals_.unpack(local);
  Segment segment;
  segment.base = [&](ObjectId object) {
    for (std::size_t i = 0; i < what.touches.size(); ++i) {
      if (what.touches[i].object == object) return values[i];
    }
    return carried_value(object);
  };
  std::uint32_t count = 1;
  if (start.thread.status == ir::Status::Running) {
    const Instruction& in = context_.control.here(start.thread);
    if (ir::is_builtin(in) && !is_local_here(ir::builtin_of(in))) {
      count = ir::count_choices(ir::PendingOperation{context_, start.thread, in, values});
    }
  }
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
  std::vector<NumberId> unknown;
  const auto is_unknown = [&](ValueId value) {
    return lattice_.is_unknown(value) && !lattice_.number_in(value).is_none();
  };
  for (const Touch& touch : what.touches) {
    std::optional<ValueId> given;
    for (std::size_t i = 0; i < transition.touches.size(); ++i) {
      if (transition.touches[i].object == touch.object) given = values[i];
    }
    const ValueId value = given ? *given : transfer_.cell(s, touch.object, segment);
    if (!given) transfer_.log(s, segment, touch.object, touch.access == Access::Write);
    // What is unknown about it and not overwritten is put back afterwards.
    unknown.push_back(is_unknown(value) ? lattice_.number_in(value) : NumberId{});
    all.push_back(is_unknown(value) ? lattice_.with_number(value, numbers_.constant(0)) : value);
  }
  NumberId argument;
  if (ir::is_builtin(in, Builtin::ThreadCreate)) {
    const ir::Operand operand = context_.program.arguments[in.arguments + 3];
    if (!transfer_.is_known(s, operand)) argument = transfer_.number(s, operand);
  }
  const WrittenBytes written = written_by(context_.control, s.thread, in);
  Outcome outcome;
  outcome.values = all;
  ir::execute(ir::Effect{context_, s.thread, in, what, all, choice, outcome});
  if (outcome.fault) s.fault = std::move(outcome.fault);
  Transfer::fit_frames(s);
  if (written.count > 0 && !s.fault && context_.memory.is_private(written.pointer)) {
    transfer_.forget_private(s, written.pointer, written.count);
  }
  std::vector<ir::Part> parts;
  if (written.count > 0 && !s.fault && !context_.memory.is_private(written.pointer)) {
    context_.memory.split(written.pointer, written.count, parts);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (unknown[i].is_none() || s.fault) continue;
    const std::uint64_t bits = context_.memory.cells()[outcome.values[i]].bits;
    NumberId number = unknown[i];
    for (const ir::Part& part : parts) {
      if (part.object != what.touches[i].object) continue;
      const NumberId piece =
          numbers_.constant(ir::cut_to(bits >> (8 * part.in_cell), 8 * part.count));
      number = numbers_.insert(number, context_.memory.cells()[outcome.values[i]].a, piece,
                               part.in_cell, part.count);
    }
    outcome.values[i] = lattice_.with_number(outcome.values[i], number);
  }
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
  if (!outcome.born.is_absent()) {
    born = locals_.known(outcome.born);
    if (!argument.is_none()) {
      State child = locals_.unpack(born);
      transfer_.set_slot(child, 0, argument);
      born = locals_.intern(child);
    }
  }
}

// Of visible operations: those to watched cells.
std::vector<MemoryAccess> AbstractSystem::accesses(ValueId local) {
  if (local.is_absent() || locals_.status(local) != ir::Status::Running) return {};
  return footprints_.accesses(locals_.unpack(local).thread);
}

// ---- Order ---------------------------------------------------------------------------------

std::uint64_t AbstractSystem::shape_of_local(ValueId local) {
  return local.is_absent() ? 0 : locals_.shape(local);
}

std::uint64_t AbstractSystem::shape_of_value(ValueId value) {
  return lattice_.number_in(value).is_none() ? mix64(value.value) : 1;
}

bool AbstractSystem::carried_covers(CarriedId large, CarriedId small) {
  if (large == small) return true;
  bool covers = true;
  const auto value_in = [&](CarriedId record, ObjectId object) {
    const ValueId* written = carried_.value(record, object);
    return written != nullptr ? *written : context_.memory.initial_value(object);
  };
  carried_.for_each(small, [&](ObjectId object, ValueId value) {
    covers = covers && lattice_.covers(value_in(large, object), value);
  });
  carried_.for_each(large, [&](ObjectId object, ValueId value) {
    covers = covers && lattice_.covers(value, value_in(small, object));
  });
  return covers;
}

}  // namespace skein::abstract
