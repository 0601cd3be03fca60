// SPDX-License-Identifier: Apache-2.0
// Cuts: sets of steps of the current run to be executed, and one operation that comes after them.
//
// A race reversal is a cut, and so is each executable part of it. The set is closed under
// happens-before, so it contains a prefix of each agent's steps and is stored as the lengths of
// these prefixes. A cut says nothing about the order of its steps. Handlers run one message at a
// time, so there may be no order in which the steps can be executed; if there are several, they all
// lead to the same equivalence class.
#pragma once

#include <cstdint>
#include <vector>

#include "core/outcome.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/dpor/trace.hpp"
#include "explore/event_dpor/event_messages.hpp"

namespace skein::event {

using dpor::KnownMove;
using dpor::Trace;

// The run to which cuts refer.
struct Scene {
  Trace trace;
  Messages messages;
};

struct Cut {
  std::vector<std::uint32_t> steps;  // by agent: the number of its steps in the cut
  KnownMove last;                    // comes after all of them
  Position enabler;                  // the step that `last` needs; none if it needs none
  Attempt attempt;                   // what the outcome of `last` depends on

  [[nodiscard]] std::uint32_t count(AgentId agent) const {
    return agent.index() < steps.size() ? steps[agent.index()] : 0;
  }
  [[nodiscard]] bool contains(const dpor::Item& item) const {
    return item.index < count(item.agent);
  }
  // Whether the cut contains all steps of another cut.
  [[nodiscard]] bool includes(const Cut& other) const;
  // Removes a step and everything that happens after it.
  void remove(const Trace& trace, Position step);
  // Removes the begins of messages that have no other step in the cut, except the begin of the last
  // operation's message. No other agent depends on a begin, and every run that contains the post
  // eventually contains the begin. So a begin makes no difference to what a run contains.
  void drop_begins(const Messages& messages);
};

// Whether the cut contains the whole message.
inline bool is_complete(const Scene& scene, const Cut& cut, const Message& m) {
  return !m.end.is_none() && cut.contains(scene.trace[m.end]);
}

}  // namespace skein::event
