// SPDX-License-Identifier: Apache-2.0
#include "explore/event_counter.hpp"

#include <algorithm>

namespace skein {

namespace {

template <class T>
T& reach(std::vector<T>& table, std::size_t index) {
  if (index >= table.size()) table.resize(index + 1);
  return table[index];
}

}  // namespace

void EventCounter::count(std::span<const Step> steps, std::size_t shared) {
  undo_to(std::min(shared, fingerprints_.size()));
  for (std::size_t i = fingerprints_.size(); i < steps.size(); ++i) add(steps[i]);
}

void EventCounter::undo_to(std::size_t length) {
  for (std::size_t i = fingerprints_.size(); i > length; --i) {
    for (std::size_t t = 2 * i; t > 2 * i - 2; --t) {
      const Touch& touch = touches_[t - 1];
      if (!touch.object.is_none()) last_touch_[touch.object.index()] = touch.previous;
    }
    last_step_[agents_[i - 1].index()] = before_[i - 1];
  }
  fingerprints_.resize(length);
  agents_.resize(length);
  before_.resize(length);
  touches_.resize(2 * length);
}

// Fills in the links and hashes the causes. REQUIRES: `touch` has its object and access.
void EventCounter::add_object(Touch& touch, EventHasher<Fingerprint>& hasher) {
  TouchId t = reach(last_touch_, touch.object.index());
  touch.previous = t;
  if (!t.is_none() && !clash(touches_[t.index()].access, touch.access)) {
    t = touches_[t.index()].last_clash;
  }
  touch.last_clash = t;
  Fingerprint several;
  const Access kind = t.is_none() ? Access::None : touches_[t.index()].access;
  if (kind == Access::Write) return hasher.after_object(touch.object, &fingerprint_of(t), several);
  for (; !t.is_none() && touches_[t.index()].access == kind; t = touches_[t.index()].previous) {
    several.add(fingerprint_of(t).term());
  }
  hasher.after_object(touch.object, nullptr, several);
}

void EventCounter::add(const Step& step) {
  const std::size_t i = fingerprints_.size();
  const StepIndex before = reach(last_step_, step.agent.index());
  EventHasher<Fingerprint> hasher(step.agent, step.op.kind, step.choice,
                                  before.is_none() ? nullptr : &fingerprints_[before.index()]);
  const OpTraits& t = traits(step.op.kind);
  Touch first;
  Touch second;
  if (t.first != Access::None && !step.op.first.is_none()) {
    first.object = step.op.first;
    first.access = access(step.op, step.op.first);
    add_object(first, hasher);
  }
  if (t.second != Access::None && !step.op.second.is_none() && step.op.second != first.object) {
    second.object = step.op.second;
    second.access = access(step.op, step.op.second);
    add_object(second, hasher);
  }

  if (!first.object.is_none()) last_touch_[first.object.index()] = TouchId{2 * i};
  if (!second.object.is_none()) last_touch_[second.object.index()] = TouchId{2 * i + 1};
  last_step_[step.agent.index()] = StepIndex{i};
  before_.push_back(before);
  agents_.push_back(step.agent);
  fingerprints_.push_back(hasher.result());
  distinct_.add(hasher.result().lanes[0]);
  touches_.push_back(first);
  touches_.push_back(second);
}

}  // namespace skein
