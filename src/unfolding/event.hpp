// SPDX-License-Identifier: Apache-2.0
// Events of the unfolding.
//
// An event is an operation of an agent together with its history, the least set of events that must
// happen before it [QPOR Def.1]. Instead of the history an event stores its predecessors: the
// previous event of the same agent and, for every touched object, the last events that clash with
// it: one write, or the last read or the last add of every other agent (core/event_identity.hpp).
// Predecessors of the event's own agent other than its parent are implied by the parent and left
// out.
//
// 64 bytes, plus 4 per predecessor, 12 per reversal and about 8 in the intern table.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace skein {

using EventId = Id<struct EventTag>;

struct Label {
  AgentId agent;
  Operation op;
  std::uint32_t choice = 0;

  friend constexpr bool operator==(const Label&, const Label&) = default;
};

struct Event {
  std::uint64_t fingerprint = 0;  // a hash of label and history; equal events have equal ones
  std::uint64_t listed = 0;       // the last list of conflicts that took it (Extensions)
  EventId parent;                 // the previous event of the same agent; none if it is the first
  EventId newest_child;           // of the events whose parent this is, the one interned last
  AgentId agent;
  ObjectId first;
  ObjectId second;
  std::uint32_t choice = 0;
  std::uint32_t depth = 0;        // the number of its agent's earlier events
  std::uint32_t rank_first = 0;   // the number of earlier phases of `first` (Configuration)
  std::uint32_t rank_second = 0;  // the number of earlier phases of `second`
  std::uint32_t preds = 0;        // where its other predecessors start in the pool
  std::uint32_t reversals = 0;    // head of its list of reversals; 0 if empty
  std::uint16_t pred_count = 0;
  OpKind kind = OpKind::Yield;
  bool is_disabled : 1 = false;  // in D: must not be visited again below the current node
  bool is_reversed : 1 = false;  // its reversals are known
  Effect effect : 2 = Effect::Full;

  [[nodiscard]] Operation op() const { return Operation{kind, first, second, effect}; }
  [[nodiscard]] Label label() const { return Label{agent, op(), choice}; }
};

static_assert(sizeof(Event) == 64);

}  // namespace skein
