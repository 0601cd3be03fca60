// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/abstract_system.hpp"

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

}  // namespace

AbstractSystem::AbstractSystem(ir::Program program, ir::SystemOptions options, ProveOptions prove)
    : context_(std::move(program), std::move(options)),
      section_lock_(context_.control, context_.memory.objects(), context_.memory.cells()),
      sections_(context_, section_lock_),
      footprints_(context_, sections_, section_lock_),
      names_(context_.program, context_.agents, context_.memory),
      options_(std::move(prove)),
      numbers_(load_ranges()),
      lattice_(context_.memory.cells(), numbers_),
      locals_(context_.program, context_.threads, lattice_),
      facts_(facts_of(context_.program)),
      transfer_(context_, footprints_, numbers_, lattice_, facts_, options_),
      analysis_(context_, transfer_, lattice_, facts_, thresholds_of(context_.program), options_) {
  segments_.emplace_back();
  reused_.emplace_back();
}

ValueId AbstractSystem::initial_local() {
  State main;
  main.thread = ir::initial_thread(context_);
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
  if (is_at_section(s)) {
    describe_section(s, what);
    return what;
  }
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

bool AbstractSystem::has_reused_names() const {
  return std::any_of(reused_.begin(), reused_.end(),
                     [](const auto& names) { return !names.empty(); });
}

void AbstractSystem::begin_again() {
  transitions_.clear();
  results_.clear();
  section_can_be_taken_.clear();
  segments_.resize(1);
  reused_.resize(1);
  carried_.clear();
  carried_objects_.clear();
  now_ = kNothingCarried;
  has_learnt_ = false;
  executed_ = nullptr;
  turns_.clear();
  most_turns_ = 0;
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
    const bool are_fates_same =
        fits && std::all_of(result.fates.begin(), result.fates.end(), [&](const auto& fate) {
          return fate_of(fate.first, transition(local)->agent) == fate.second;
        });
    if (are_fates_same) return result;
  }
  Result result = analyse(local, values);
  known.push_back(std::move(result));
  return known.back();
}

bool AbstractSystem::is_enabled(ValueId local, std::span<const ValueId> values) {
  const Transition& what = *transition(local);
  if (locals_.status(local) != ir::Status::Running) return true;
  if (traits(what.kind).enabling == Enabling::kAlways) return true;
  const State s = locals_.unpack(local);
  if (is_at_section(s)) return can_take_section(local, values);
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
  executed_ = transition(local);
  outcome_.carried = carried_.write(now_, executed_->agent, ending.written);
  outcome_.segment = result.segment;
  seen_.assign(values.begin(), values.end());
  written_ = ending.written;
  return outcome_;
}

// Of visible operations: those to watched cells.
std::vector<MemoryAccess> AbstractSystem::accesses(ValueId local) {
  if (local.is_absent() || locals_.status(local) != ir::Status::Running) return {};
  return footprints_.accesses(locals_.unpack(local).thread);
}

// ---- Names of blocks -----------------------------------------------------------------------

// As far as the history tells. That another agent has freed the block does not mean that it has
// done so before this one goes on (docs/prove.md, Carried memory).
Fate AbstractSystem::fate_of(std::uint32_t block, AgentId agent) {
  const ObjectId first = context_.memory.objects().cell(block, 0);
  const ValueId* const written = carried_.value(now_, first);
  if (written == nullptr) return Fate::Unused;
  const bool is_freed = written->is_absent() && carried_.writer(now_, first) == agent;
  return is_freed ? Fate::Freed : Fate::Alive;
}

bool AbstractSystem::thread_points_to(ValueId local, std::uint32_t block) const {
  return !local.is_absent() && transfer_.points_to(locals_.unpack(local), block);
}

bool AbstractSystem::record_points_to(CarriedId record, std::uint32_t block) const {
  bool points = false;
  carried_.for_each(record, [&](ObjectId, ValueId value) {
    points = points || transfer_.points_to(value, block);
  });
  return points;
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
