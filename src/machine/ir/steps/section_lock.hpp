// SPDX-License-Identifier: Apache-2.0
// Atomic sections whose accesses cannot be foreseen (section_lookahead.hpp): those whose addresses
// depend on values they read, and those that choose, allocate, synchronise, or create threads. They
// take several steps.
//
// One lock, common to all of them, is taken where a section begins and released where it ends. An
// operation of another thread on an object that such sections touch waits while the lock is held:
// it touches the lock too, as a reader. So no other thread touches the objects of a section between
// its steps; all other steps of other threads could also come before or after the section. A
// section that is one step waits in the same way.
//
// These objects are learnt during the search: an operation in a section reports what it touches. If
// that is new, earlier transitions may touch too little, and everything begins again
// (StateSystem::has_learnt). While an object is missing there are too many executions, in which
// sections touch no less; so what is learnt from them is enough, and the process ends.
//
// A section that must wait in its middle waits for ever, since the threads that could release it
// wait too. Such a run does not count: the section should have begun later, or cannot begin at all
// (StateSystem::is_in_section; prefix/analyses/section_ends.hpp).
#pragma once

#include <span>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/local/control.hpp"
#include "machine/ir/memory/cells.hpp"
#include "machine/ir/memory/objects.hpp"

namespace skein::ir {

class SectionLock {
 public:
  SectionLock(const Control& control, Objects& objects, const Cells& cells)
      : control_(control), objects_(objects), cells_(cells) {}

  // None as long as every section is one step.
  [[nodiscard]] ObjectId object() const { return object_; }
  // The object; created at its first use.
  [[nodiscard]] ObjectId require();

  // Describes the beginning of a section that takes the lock.
  void describe_begin(Transition& transition);
  // Adds the lock to a transition that must wait for it. In a section: records what it touches.
  void guard(const Thread& t, Transition& transition);
  // Whether guard() added the lock, as the last object touched.
  [[nodiscard]] bool is_guarded(const Transition& transition) const;
  // Whether another thread holds the lock that the transition must wait for.
  [[nodiscard]] bool is_blocked(const Transition& transition,
                                std::span<const ValueId> values) const;

  [[nodiscard]] bool has_learnt() const { return has_learnt_; }
  void begin_again() { has_learnt_ = false; }

 private:
  const Control& control_;
  Objects& objects_;
  const Cells& cells_;
  ObjectId object_;
  std::vector<char> is_of_sections_;  // by object: touched by sections that take the lock
  bool has_learnt_ = false;
};

}  // namespace skein::ir
