// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/steps/section_steps.hpp"

#include <algorithm>
#include <utility>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/steps/touches.hpp"

namespace skein::abstract {

namespace {

using ir::Builtin;

// Frame::phase of a thread at the beginning of a section.
constexpr std::uint32_t kMayHaveToWait = 1;

}  // namespace

bool SectionSteps::is_at_section(const State& s) const {
  return s.thread.status == ir::Status::Running &&
         ir::is_builtin(instance_.context.control.here(s.thread), Builtin::AtomicBegin);
}

void SectionSteps::describe(const State& s, Transition& what) {
  what.agent = s.thread.agent;
  what.site = instance_.context.control.site_of(s.thread);
  const SectionFootprint& footprint = footprints_.at(s.thread);
  for (const auto& [object, access] : footprint.touches) {
    if (instance_.transfer.shared().is_watched(object))
      what.touches.push_back(Touch{object, access});
  }
  what.kind = footprint.may_wait ? OpKind::MutexLock : ir::kind_of_step(what.touches);
}

bool SectionSteps::can_be_taken(ValueId local, const Transition& what,
                                std::span<const ValueId> values, Segment segment) {
  if (what.kind != OpKind::MutexLock) return true;
  const auto [it, is_new] =
      can_be_taken_.emplace(StepKey{local, {values.begin(), values.end()}}, true);
  if (is_new) {
    State s = instance_.locals.unpack(local);
    const bool is_marked = s.thread.frames.back().phase == kMayHaveToWait;
    const std::vector<State> ends = execute(std::move(s), what, segment);
    it->second = !segment.has_waited || (!is_marked && !ends.empty());
  }
  return it->second;
}

std::vector<State> SectionSteps::execute(State s, const Transition& what, Segment& segment) {
  SectionFootprint& footprint = footprints_.at(s.thread);
  const bool could_wait = footprint.may_wait;
  segment.section = &footprint;
  State at_begin = s;
  std::vector<State> more;
  segment.is_visible_step = true;
  static_cast<void>(instance_.transfer.step(s, segment, more));
  segment.is_visible_step = false;
  std::vector<State> ends = instance_.local_code.run(std::move(s), segment);
  segment.section = nullptr;
  // A run in which an assumption fails in the middle does not count.
  std::erase_if(ends, [](const State& end) { return end.thread.status == ir::Status::Assumed; });
  for (const auto& [object, access] : footprint.touches) {
    if (footprint.may_wait && instance_.transfer.shared().watch(object)) has_learnt_ = true;
    if (!instance_.transfer.shared().is_watched(object)) continue;
    const bool is_foreseen =
        std::any_of(what.touches.begin(), what.touches.end(), [&](const Touch& touch) {
          return touch.object == object &&
                 (touch.access == Access::Write || access == Access::Read);
        });
    if (!is_foreseen) has_learnt_ = true;
  }
  if (footprint.may_wait != could_wait) has_learnt_ = true;
  // Its accesses count even so: with other values it may pass.
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

void SectionSteps::begin_again() {
  can_be_taken_.clear();
  has_learnt_ = false;
}

}  // namespace skein::abstract
