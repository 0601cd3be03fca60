// SPDX-License-Identifier: Apache-2.0
// Atomic sections: one step from beginning to end, on all its paths.
//
// A section that must wait in its middle cannot be taken: it waits as a whole, as for `verify`.
// Whether it waits depends on the locks it touches, and on the branches before them, so all that
// such a section accesses is watched. Where some paths wait and others do not, the section has one
// more outcome: the thread is back at its beginning, marked as one that may have to wait. A marked
// section can be taken only where no path waits.
#include <algorithm>
#include <utility>

#include "machine/abstract/abstract_system.hpp"
#include "machine/ir/effects/effects.hpp"
#include "machine/ir/touches.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;
using ir::Instruction;

// Frame::phase of a thread at the beginning of a section.
constexpr std::uint32_t kMayHaveToWait = 1;

}  // namespace

// ---- In local code -------------------------------------------------------------------------

Flow Transfer::section_boundary(State& s, const Instruction& in, const Segment& segment) {
  std::uint32_t& depth = s.thread.section_depth;
  const bool is_begin = ir::is_builtin(in, Builtin::AtomicBegin);
  if (is_begin && depth == 0 && !segment.is_visible_step) return Flow::Waits;
  if (!is_begin && depth == 0) return step_machine(s, in);  // its misuse
  depth += is_begin ? 1 : -1U;
  ir::Control::finish(s.thread.frames.back(), in, 0);
  return depth == 0 ? Flow::Waits : Flow::Goes;
}

// A lock, by the machine.
Flow Transfer::section_operation(State& s, const Instruction& in, Segment& segment,
                                 std::vector<State>& more) {
  const ir::BuiltinTraits& row = ir::traits(ir::builtin_of(in));
  const bool is_supported = row.first == row.later && (row.footprint == ir::Footprint::Lock ||
                                                       row.footprint == ir::Footprint::LockAndInt);
  if (!is_supported) {
    context_.control.refuse(s.thread, "skein prove does not support this in an atomic section");
  }
  if (traits(row.first).enabling != Enabling::kAlways) segment.section->may_wait = true;
  const Transition what = footprints_.next(s.thread);
  std::vector<ValueId> values;
  for (const Touch& touch : what.touches) {
    values.push_back(cell(s, touch.object, segment));
    log(s, segment, touch.object, touch.access == Access::Write);
  }
  const std::uint32_t count =
      ir::count_choices(ir::PendingOperation{context_, s.thread, in, values});
  if (count == 0) segment.has_waited = true;
  for (std::uint32_t choice = 0; choice < count; ++choice) {
    State next = s;
    Outcome outcome;
    operate(next, in, what, values, choice, outcome);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (what.touches[i].access == Access::Write) {
        write_cell(next, what.touches[i].object, outcome.values[i]);
      }
    }
    if (in.dst >= 0 && in.slots > 0) {
      next.frames.back().slots[static_cast<std::size_t>(in.dst)] = NumberId{};
      forget_slot(next, static_cast<std::size_t>(in.dst));
    }
    settle(next, in, segment);
    more.push_back(std::move(next));
  }
  return Flow::Vanishes;
}

// ---- As a step -----------------------------------------------------------------------------

bool AbstractSystem::is_at_section(ValueId local) const {
  return !local.is_absent() && locals_.status(local) == ir::Status::Running &&
         is_at_section(locals_.unpack(local));
}

bool AbstractSystem::is_at_section(const State& s) const {
  return s.thread.status == ir::Status::Running &&
         ir::is_builtin(context_.control.here(s.thread), Builtin::AtomicBegin);
}

void AbstractSystem::describe_section(const State& s, Transition& what) {
  what.agent = AgentId{s.thread.agent};
  what.site = context_.control.site_of(s.thread);
  const SectionFootprint& footprint = section_footprints_.at(s.thread);
  for (const auto& [object, access] : footprint.touches) {
    if (transfer_.is_watched(object)) what.touches.push_back(Touch{object, access});
  }
  what.kind = footprint.may_wait ? OpKind::MutexLock : ir::kind_of_step(what.touches);
}

bool AbstractSystem::can_take_section(ValueId local, std::span<const ValueId> values) {
  const Transition& what = *transition(local);
  if (what.kind != OpKind::MutexLock) return true;
  const auto [it, is_new] =
      section_can_be_taken_.emplace(StepKey{local, {values.begin(), values.end()}}, true);
  if (is_new) {
    State s = locals_.unpack(local);
    const bool is_marked = s.thread.frames.back().phase == kMayHaveToWait;
    Segment segment = segment_of(what, values);
    const std::vector<State> ends = execute_section(std::move(s), what, segment);
    it->second = !segment.has_waited || (!is_marked && !ends.empty());
  }
  return it->second;
}

// The states in which it ends. REQUIRES: is_at_section(s).
std::vector<State> AbstractSystem::execute_section(State s, const Transition& what,
                                                   Segment& segment) {
  SectionFootprint& footprint = section_footprints_.at(s.thread);
  const bool could_wait = footprint.may_wait;
  segment.section = &footprint;
  State at_begin = s;
  std::vector<State> more;
  segment.is_visible_step = true;
  static_cast<void>(transfer_.step(s, segment, more));
  segment.is_visible_step = false;
  std::vector<State> ends = analysis_.run(std::move(s), segment);
  segment.section = nullptr;
  // A run in which an assumption fails in the middle does not count.
  std::erase_if(ends, [](const State& end) { return end.thread.status == ir::Status::Assumed; });
  for (const auto& [object, access] : footprint.touches) {
    if (footprint.may_wait && transfer_.watch(object)) has_learnt_ = true;
    if (!transfer_.is_watched(object)) continue;
    const bool is_foreseen =
        std::any_of(what.touches.begin(), what.touches.end(), [&](const Touch& touch) {
          return touch.object == object &&
                 (touch.access == Access::Write || access == Access::Read);
        });
    if (!is_foreseen) has_learnt_ = true;
  }
  if (footprint.may_wait != could_wait) has_learnt_ = true;
  // What it accessed counts all the same: with other values it may pass.
  if (ends.empty() && !segment.has_waited) {
    at_begin.thread.status = ir::Status::Assumed;
    ends.push_back(std::move(at_begin));
    return ends;
  }
  if (segment.has_waited && !ends.empty() && at_begin.thread.frames.back().phase == 0) {
    at_begin.thread.frames.back().phase = kMayHaveToWait;
    ends.push_back(std::move(at_begin));
  }
  return ends;
}

}  // namespace skein::abstract
