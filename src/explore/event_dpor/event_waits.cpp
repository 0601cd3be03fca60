// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_waits.hpp"

#include <algorithm>

namespace skein::event {

namespace {

// The change in the number of locks that the operation's agent holds. Shared holds do not count:
// the step itself describes them.
int change_of_locks(const dpor::Item& item) {
  switch (item.op.kind) {
    case OpKind::MutexLock:
    case OpKind::RwWriteLock:
    case OpKind::CondWake:
    case OpKind::CondTimedWake: return 1;
    case OpKind::MutexUnlock:
    case OpKind::RwWriteUnlock:
    case OpKind::CondWait: return -1;
    case OpKind::MutexTryLock:
    case OpKind::RwTryWriteLock: return item.gate_before && !item.gate_after ? 1 : 0;
    default: return 0;
  }
}

bool takes_lock(OpKind kind) {
  return kind == OpKind::MutexLock || kind == OpKind::RwReadLock || kind == OpKind::RwWriteLock;
}

// Whether the operation may have to wait for anything other than a lock. An agent that begins holds
// nothing yet.
bool may_wait(OpKind kind) {
  return traits(kind).enabling != Enabling::kAlways && !takes_lock(kind) &&
         kind != OpKind::ThreadStart && kind != OpKind::MessageBegin;
}

// Whether the step has nothing to do with locks or waiting.
bool is_idle(const dpor::Item& item) {
  return item.shared == 0 && change_of_locks(item) == 0 && !takes_lock(item.op.kind) &&
         !may_wait(item.op.kind);
}

}  // namespace

void Waits::add(HandlerId handler) {
  if (std::find(found_.begin(), found_.end(), handler) == found_.end()) found_.push_back(handler);
}

const std::vector<HandlerId>& Waits::find(const Scene& scene, Position shared, End end) {
  found_.clear();
  takes_lock_.resize(std::max(takes_lock_.size(), scene.messages.handlers()), false);
  held_.clear();
  start_ = std::min(start_, shared);
  const Position size = scene.trace.size();
  while (start_ < size && is_idle(scene.trace[start_])) ++start_;
  for (Position i = start_; i < size; ++i) {
    const dpor::Item& item = scene.trace[i];
    if (item.agent.index() >= held_.size()) held_.resize(item.agent.index() + 1, 0);
    std::int32_t& held = held_[item.agent.index()];
    const int change = change_of_locks(item) + item.shared;
    const bool waits = may_wait(item.op.kind);
    // A woken waiter did not hold its mutex while it slept.
    if (waits && held > 0) waits_with_lock_ = true;
    held += change;
    if (!waits && !takes_lock(item.op.kind)) continue;
    const Message* message = scene.messages.find(item.agent);
    if (message == nullptr) continue;
    if (waits) {
      add(message->handler);
    } else {
      takes_lock_[message->handler.index()] = true;
    }
  }
  for (const Message& m : scene.messages.all()) {
    if (m.end.is_none() && end != End::Cut) add(m.handler);
    if (waits_with_lock_ && takes_lock_[m.handler.index()]) add(m.handler);
  }
  return found_;
}

}  // namespace skein::event
