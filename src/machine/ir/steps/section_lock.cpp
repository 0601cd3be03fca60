// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/steps/section_lock.hpp"

#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

ObjectId SectionLock::require() {
  if (object_.is_none()) {
    object_ = objects_.add_section_lock();
    has_learnt_ = true;  // one-step sections do not wait for it yet
  }
  return object_;
}

bool SectionLock::is_guarded(const Transition& transition) const {
  return !transition.gate.is_none() && transition.gate == object_ &&
         transition.touches.back() == Touch{object_, Access::Read};
}

bool SectionLock::is_blocked(const Transition& transition, std::span<const ValueId> values) const {
  if (transition.gate.is_none()) return false;
  const std::uint32_t owner = cells_[values.back()].b;
  return owner != 0 && owner != transition.agent.value + 1;
}

void SectionLock::describe_begin(Transition& transition) {
  transition.kind = OpKind::MutexLock;
  transition.touches = {Touch{require(), Access::Write}};
  transition.gate = require();
}

void SectionLock::guard(const Thread& t, Transition& transition) {
  if (object_.is_none() || !transition.gate.is_none()) return;
  const bool is_inside = t.section_depth > 0;
  bool must_wait =
      t.status == Status::Running && is_builtin(control_.here(t), Builtin::AtomicBegin);
  for (const Touch& touch : transition.touches) {
    const std::size_t object = touch.object.index();
    if (is_of_sections_.size() <= object) is_of_sections_.resize(object + 1);
    must_wait = must_wait || is_of_sections_[object] != 0;
    if (!is_inside || is_of_sections_[object] != 0 || touch.object == object_) continue;
    is_of_sections_[object] = 1;
    has_learnt_ = true;
  }
  if (!must_wait || is_inside) return;
  transition.touches.push_back(Touch{object_, Access::Read});
  transition.gate = object_;
}

}  // namespace skein::ir
