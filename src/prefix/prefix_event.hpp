// SPDX-License-Identifier: Apache-2.0
// An event of a prefix: one operation after one history.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/states.hpp"
#include "prefix/chains.hpp"
#include "prefix/view.hpp"

namespace skein {

// What an event did to one component.
struct PrefixTouch {
  ComponentId component;
  Access access = Access::Read;
  ChainId saw;    // the write before
  ChainId wrote;  // none for a read, and for cut-offs
  ValueId value;
};

struct PrefixEvent {
  AgentId agent;
  OpKind kind = OpKind::Yield;
  SiteId site;
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  std::uint32_t size = 0;   // of its history, itself included
  std::uint32_t level = 0;  // in the Foata normal form: one more than the highest of its causes
  std::uint32_t label = 0;  // agent and touches, numbered
  std::int64_t value = 0;
  ChainId before;                    // the node of the agent's own chain that its operation follows
  std::vector<PrefixTouch> touched;  // the agent's own local state first, objects last
  std::vector<PrefixEventId> seen_reads;  // of the objects it writes
  // The view of its history: without the event until it is added; empty for cut-offs.
  View view;
  std::uint64_t state_hash = 0;
  CarriedId carried = kNothingCarried;  // the record of its history, itself included once executed
  std::uint32_t segment = 0;            // Outcome::segment
  IterationId iteration;                // StateSystem::widen
  std::uint32_t more_state = 0;         // PrefixOptions::more_state
  bool is_added = false;
  bool is_cutoff = false;
  PrefixEventId corresponding;  // of a cut-off; none: the beginning
  std::shared_ptr<const Fault> fault;
};

}  // namespace skein
