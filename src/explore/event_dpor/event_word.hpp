// SPDX-License-Identifier: Apache-2.0
// Words: sets of steps of the current run that are to be executed, and one operation that comes
// after them.
//
// A word is what a race reversal, or a part of one, consists of. As the set is closed under what
// happens before, it has of each agent its first so many steps, and is kept as these numbers. In
// what order the steps can be executed is not said: the handlers run one message at a time, so
// there may be none, and which one is chosen does not matter to the equivalence class.
#pragma once

#include <cstdint>
#include <vector>

#include "explore/dpor/reversal.hpp"
#include "explore/dpor/trace.hpp"
#include "explore/event_dpor/event_messages.hpp"

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
  Position enabler = kNowhere;     // the step without which the last one is not possible

  [[nodiscard]] std::uint32_t count(AgentId agent) const {
    return agent.index() < cut.size() ? cut[agent.index()] : 0;
  }
  [[nodiscard]] bool contains(const dpor::Item& item) const {
    return item.index < count(item.agent);
  }
  // Takes away a step and all that happens after it.
  void remove(const Trace& trace, Position step);
  // Takes away the begins of messages of which the word has nothing else, but for that of the last
  // operation. No other agent depends on a begin, and every run that contains the post contains it
  // in the end: it makes no difference to what a run contains.
  void drop_begins(const Messages& messages);
};

// Whether the word has all of the message.
inline bool is_complete(const Scene& scene, const Word& word, const Message& m) {
  return m.end != kNowhere && word.contains(scene.trace[m.end]);
}

}  // namespace skein::event
