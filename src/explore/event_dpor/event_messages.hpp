// SPDX-License-Identifier: Apache-2.0
// The messages of the current run.
//
// For Event-DPOR a message is a thread that its post creates: only its accesses make it depend on
// others. So this class turns the begin and the end of a message into the start and the exit of a
// thread [EDPOR Def.1]. That a handler runs one message at a time is not a dependence but a
// constraint on the order of a whole run, expressed by the list of messages with their handlers.
//
// Two kinds of handlers stay as the machine shows them, with dependence instead of the constraint.
// A handler that keeps the order of the posts needs no constraint: its posts depend on each other,
// and each message on those before it. A handler whose messages may wait for others is taken as a
// lock (event_waits.hpp says when, and why).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/run.hpp"
#include "core/step.hpp"
#include "explore/dpor/trace.hpp"

namespace skein::event {

using dpor::Position;

using HandlerId = Id<struct HandlerTag>;

struct Message {
  AgentId agent;
  HandlerId handler;
  Position begin;
  Position end;  // none while the message runs, or if it is stuck
};

// The steps of a run with begins and ends of messages rewritten, and the list of the messages.
class Messages {
 public:
  // `steps` as the machine reports them; the first `shared` are those of the previous call.
  void follow(std::span<const Step> steps, std::size_t shared);
  // From now on the handler is a lock. REQUIRES: the next call of follow() has shared = 0.
  void take_as_lock(HandlerId handler);

  [[nodiscard]] std::span<const Step> steps() const { return steps_; }
  // In the order of their begins.
  [[nodiscard]] std::span<const Message> all() const { return messages_; }
  // The message that an agent is; null if the agent is a thread, or its message has not begun.
  [[nodiscard]] const Message* find(AgentId agent) const {
    if (agent.index() >= by_agent_.size()) return nullptr;
    const std::size_t i = by_agent_[agent.index()];
    return i < messages_.size() && messages_[i].agent == agent ? &messages_[i] : nullptr;
  }
  [[nodiscard]] std::size_t handlers() const { return handlers_.size(); }
  [[nodiscard]] std::size_t locks() const { return locks_; }

 private:
  void undo_to(std::size_t length);
  [[nodiscard]] HandlerId handler_number(ObjectId object);
  [[nodiscard]] bool is_unordered(ObjectId life) const {
    return life.index() < is_unordered_.size() && is_unordered_[life.index()];
  }

  std::vector<Step> steps_;
  std::vector<Message> messages_;
  std::vector<std::size_t> by_agent_;
  std::vector<bool> is_unordered_;  // by life: its message may begin in any order
  std::vector<ObjectId> handlers_;  // by HandlerId
  std::vector<bool> is_lock_;       // by HandlerId
  std::size_t locks_ = 0;           // the number of locks among them
};

}  // namespace skein::event
