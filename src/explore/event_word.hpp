// Words: sets of steps that are to be executed, and where we are.
//
// A word is what a race reversal, or a part of one, consists of: steps of the current run, closed
// under what happens before, and then one operation more. As such a set has of each agent its first
// so many steps, it is kept as these numbers. In what order the steps can be executed is not said:
// the handlers run one message at a time, so there may be none, and which one is chosen does not
// matter to the equivalence class.
//
// A front is a point of the exploration tree: how many steps each agent has made, and which message
// each handler runs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/event_messages.hpp"
#include "explore/reversal.hpp"
#include "explore/trace.hpp"

namespace skein::event {

using dpor::KnownMove;
using dpor::Trace;

// The run that words are about.
struct Scene {
  Trace trace;
  Messages messages;
};

struct Word {
  std::vector<std::uint32_t> cut;  // by agent: so many of its steps
  KnownMove last;                  // comes after all of them
  Handler begins = kNoHandler;     // the handler, if the last one begins a message of it
  Position enabler = kNowhere;     // the step without which the last one is not possible

  [[nodiscard]] std::uint32_t count(AgentId agent) const {
    return agent.index() < cut.size() ? cut[agent.index()] : 0;
  }
  [[nodiscard]] bool contains(const dpor::Item& item) const {
    return item.index < count(item.agent);
  }
  // Takes away a step and all that happens after it.
  void remove(const Trace& trace, Position step);

  friend bool operator==(const Word& a, const Word& b) { return a.cut == b.cut; }
};

struct Front {
  std::vector<std::uint32_t> done;  // by agent: so many of its steps
  std::vector<AgentId> active;      // by handler: the message it runs

  [[nodiscard]] std::uint32_t count(AgentId agent) const {
    return agent.index() < done.size() ? done[agent.index()] : 0;
  }
  [[nodiscard]] bool has_done(const KnownMove& move) const {
    return count(move.move.agent) > move.index;
  }
  [[nodiscard]] bool has_done(const Word& word) const {
    if (!has_done(word.last)) return false;
    for (std::size_t b = 0; b < word.cut.size(); ++b) {
      if (word.cut[b] > count(AgentId{b})) return false;
    }
    return true;
  }
  // The front of the scene's run before a position.
  void place(const Scene& scene, std::size_t agents, Position at);
  // One step further; `begins` is the handler if the step begins a message, `ends` if it ends one.
  void advance(AgentId agent, Handler begins, Handler ends);
};

}  // namespace skein::event
