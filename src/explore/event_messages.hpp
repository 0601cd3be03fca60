// The messages of the current run, and what messages are known to do.
//
// For Event-DPOR a message is a thread that its post creates: it depends on others by its accesses
// alone. So the begin and the end of a message are seen as the start and the exit of a thread
// [EDPOR Def.1]. That a handler runs one message at a time is not a dependence but a constraint on
// the order of a whole run; it is kept here, as a list of messages with their handlers. A handler
// that keeps the order of the posts needs no constraint: the posts depend on each other, and its
// messages on those before them. It stays as the machine shows it.
//
// Whether a message could have come first on its handler may depend on accesses that it has not
// yet made in the sequence looked at. `rest` tells what they may be: all that the message was ever
// seen to do after the same beginning [EDPOR Sec.5.1, done]. For a non-branching program that is
// what it will do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/trace.hpp"
#include "model/run.hpp"
#include "model/step.hpp"

namespace skein::event {

using dpor::kNowhere;
using dpor::Position;

using Handler = std::uint32_t;
inline constexpr Handler kNoHandler = 0xffffffffU;

struct Message {
  AgentId agent;
  Handler handler = kNoHandler;
  Position begin = kNowhere;
  Position end = kNowhere;  // nowhere while it runs, and if it is stuck
};

// The steps of a run with begins and ends of messages rewritten, and the list of the messages.
class Messages {
 public:
  // `steps` as the machine reports them; the first `shared` are those of the call before.
  void follow(std::span<const Step> steps, std::size_t shared);
  // For sequences that were rewritten before: `handlers` is by step, that of a message's begin.
  void follow_rewritten(std::span<const Step> steps, std::span<const Handler> handlers);

  [[nodiscard]] std::span<const Step> steps() const { return steps_; }
  // In the order of their begins.
  [[nodiscard]] std::span<const Message> all() const { return messages_; }
  // The message that an agent is; null if it is none or has not begun.
  [[nodiscard]] const Message* find(AgentId agent) const {
    if (agent.index() >= by_agent_.size()) return nullptr;
    const std::size_t i = by_agent_[agent.index()];
    return i < messages_.size() && messages_[i].agent == agent ? &messages_[i] : nullptr;
  }
  // The handler whose message begins with the step; none if the step is no such begin.
  [[nodiscard]] Handler begun_by(Position step) const {
    const Message* m = find(steps_[step].agent);
    return m != nullptr && m->begin == step ? m->handler : kNoHandler;
  }
  [[nodiscard]] std::size_t handlers() const { return handlers_.size(); }
  // The handler of a message that waits at the end of the run; none if it is of another kind.
  [[nodiscard]] Handler waits_for(const Pending& pending);
  [[nodiscard]] static Operation start_of(const Operation& begin) {
    return Operation{OpKind::ThreadStart, begin.second, ObjectId{}};
  }

 private:
  void undo_to(std::size_t length);
  void begin(AgentId agent, Handler handler, Position at);
  void end(AgentId agent, Position at);
  [[nodiscard]] Handler handler_number(ObjectId object);
  [[nodiscard]] bool is_unordered(ObjectId life) const {
    return life.index() < is_unordered_.size() && is_unordered_[life.index()];
  }

  std::vector<Step> steps_;
  std::vector<Message> messages_;
  std::vector<std::size_t> by_agent_;
  std::vector<bool> is_unordered_;  // of each life: its message may begin in any order
  std::vector<ObjectId> handlers_;  // by number
};

// What the messages of all runs so far did.
class Behaviours {
 public:
  // Learns the messages of a run that end at or after `from`, or never.
  void learn(const Messages& messages, const dpor::Trace& trace, Position from);

  struct Rest {
    bool is_known = false;     // false: it was never seen to end, or it may have to wait
    std::uint32_t length = 0;  // steps to its end, as last seen
    std::span<const Operation> operations;  // of all ways to go on, without repetition
    std::span<const Operation> steps;       // of one way to go on
  };
  // What the agent may do after its first `done` steps, of which those in the trace are known.
  // Valid until the next call.
  [[nodiscard]] Rest rest(AgentId agent, const dpor::Trace& trace, std::uint32_t done);
  // How many ways it was seen to go.
  [[nodiscard]] std::size_t ways(AgentId agent) const {
    return agent.index() < known_.size() ? known_[agent.index()].ways.size() : 0;
  }

 private:
  struct Known {
    std::vector<std::vector<Operation>> ways;  // to run from the begin to the end
    bool may_stop = false;                     // was seen not to reach its end
  };

  std::vector<Known> known_;  // by agent
  std::vector<Operation> scratch_;
};

}  // namespace skein::event
