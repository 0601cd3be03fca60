// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_messages.hpp"

#include <algorithm>

namespace skein::event {

HandlerId Messages::handler_number(ObjectId object) {
  const auto found = std::find(handlers_.begin(), handlers_.end(), object);
  if (found != handlers_.end()) {
    return HandlerId{static_cast<std::size_t>(found - handlers_.begin())};
  }
  handlers_.push_back(object);
  is_lock_.push_back(false);
  return HandlerId{handlers_.size() - 1};
}

void Messages::take_as_lock(HandlerId handler) {
  if (!is_lock_[handler.index()]) ++locks_;
  is_lock_[handler.index()] = true;
}

void Messages::undo_to(std::size_t length) {
  steps_.resize(length);
  while (!messages_.empty() && messages_.back().begin.index() >= length) messages_.pop_back();
  for (Message& m : messages_) {
    if (!m.end.is_none() && m.end.index() >= length) m.end = Position{};
  }
}

void Messages::follow(std::span<const Step> steps, std::size_t shared) {
  undo_to(shared);
  for (std::size_t i = shared; i < steps.size(); ++i) {
    Step& s = steps_.emplace_back(steps[i]);
    switch (s.op.kind) {
      case OpKind::Post:
      case OpKind::PostFifo: {
        const std::size_t life = s.op.first.index();
        if (life >= is_unordered_.size()) is_unordered_.resize(life + 1, false);
        is_unordered_[life] = s.op.kind == OpKind::Post;
        break;
      }
      case OpKind::MessageBegin:
      case OpKind::MessageEnd: {
        if (!is_unordered(s.op.second)) break;
        const HandlerId handler = handler_number(s.op.first);
        if (is_lock_[handler.index()]) break;
        const bool is_begin = s.op.kind == OpKind::MessageBegin;
        if (is_begin) {
          if (s.agent.index() >= by_agent_.size()) by_agent_.resize(s.agent.index() + 1, 0);
          by_agent_[s.agent.index()] = messages_.size();
          messages_.push_back(Message{s.agent, handler, Position{i}, Position{}});
        } else {
          messages_[by_agent_[s.agent.index()]].end = Position{i};
        }
        s.op =
            Operation{is_begin ? OpKind::ThreadStart : OpKind::ThreadExit, s.op.second, ObjectId{}};
        s.gate_before = s.gate_after = true;
        break;
      }
      default: break;
    }
  }
}

}  // namespace skein::event
