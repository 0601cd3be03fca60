// SPDX-License-Identifier: Apache-2.0
// Atomic sections whose accesses cannot be foreseen (sections.cpp): those that access what depends
// on what they read, choose, allocate, synchronise, create threads. They take several steps.
//
// One lock, the same for all, is taken where the section begins and given back where it ends. What
// others do to an object that such sections touch waits until nobody has the lock: the operation
// touches the lock too, as a reader, and cannot be executed while it is held. So between the steps
// of a section nobody touches its objects; what else others do there could as well come before the
// section or after it. A section that is one step waits likewise.
//
// Which objects these are turns out on the way: an operation of a section says what it touches. If
// that is new, the transitions given before may touch too little, and all begins again
// (StateSystem::has_learnt). As long as an object is missing there are executions too many, in
// which sections touch no less; so what is learnt from them is enough, and there is an end to it.
//
// A section that has to wait in its middle will wait for ever, since whoever could let it go on
// waits too. Such a run does not count: the section should have begun later, or cannot begin at all
// (is_in_section; prefix/analyses/section_ends.hpp).
#include "machine/ir/system.hpp"

namespace skein::ir {

ObjectId IrSystem::section_lock() {
  if (section_lock_.is_none()) {
    section_lock_ = ObjectId{names_.size()};
    names_.push_back(Name{});
    has_learnt_ = true;  // sections that are one step were not told to wait for it
  }
  return section_lock_;
}

void IrSystem::begin_again() {
  transitions_.clear();
  known_.clear();
  by_key_.clear();
  has_learnt_ = false;
}

bool IrSystem::is_in_section(ValueId local) const {
  return !local.is_absent() && !section_lock_.is_none() && threads_.unpack(local).section_depth > 0;
}

bool IrSystem::is_guarded(const Transition& transition) const {
  return !transition.gate.is_none() && transition.gate == section_lock_ &&
         transition.touches.back() == Touch{section_lock_, Access::Read};
}

bool IrSystem::is_kept_waiting(const Transition& transition,
                               std::span<const ValueId> values) const {
  if (transition.gate.is_none()) return false;
  const std::uint32_t owner = cells_[values.back()].b;
  return owner != 0 && owner != transition.agent.value + 1;
}

// The beginning of a section that is a lock.
void IrSystem::describe_section_lock(Transition& transition) {
  transition.kind = OpKind::MutexLock;
  transition.touches = {Touch{section_lock(), Access::Write}};
  transition.gate = section_lock();
}

// In a section: its objects are noted. In none: what touches one waits, and so does a section.
void IrSystem::guard(const Thread& t, Transition& transition) {
  if (!transition.gate.is_none()) return;
  const bool is_inside = t.section_depth > 0;
  bool must_wait = t.status == Status::Running && here(t).code == Code::Builtin &&
                   static_cast<Builtin>(here(t).sub) == Builtin::AtomicBegin;
  for (const Touch& touch : transition.touches) {
    const std::size_t object = touch.object.index();
    if (is_of_sections_.size() <= object) is_of_sections_.resize(object + 1);
    must_wait = must_wait || is_of_sections_[object] != 0;
    if (!is_inside || is_of_sections_[object] != 0 || touch.object == section_lock_) continue;
    is_of_sections_[object] = 1;
    has_learnt_ = true;
  }
  if (!must_wait || is_inside) return;
  transition.touches.push_back(Touch{section_lock_, Access::Read});
  transition.gate = section_lock_;
}

void IrSystem::execute_section_lock(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  const bool is_begin = static_cast<Builtin>(in.sub) == Builtin::AtomicBegin;
  Cell lock = cells_[s.values[0]];
  lock.b = is_begin ? t.agent + 1 : 0;
  t.section_depth = is_begin ? 1 : 0;
  s.outcome.values[0] = cells_.intern(lock);
  s.outcome.value = is_begin ? 1 : 0;
  finish(t.frames.back(), in, 0);
}

}  // namespace skein::ir
