// SPDX-License-Identifier: Apache-2.0
// Which handlers must be taken as locks, because their messages may wait for others.
//
// A message that never ends keeps its handler. So the first message on the handler decides,
// although no access shows it, whether the others run at all; and a run that ends so may be, as a
// set of events, a mere part of another run in which the others came first. Event-DPOR knows runs
// by their events, so it would not look for that other run. The paper leaves such programs out. We
// take a handler as a lock, as other explorers do, as soon as a run shows that one of its messages
//
//   - did not end, or
//
//   - executed an operation that may have to wait, other than to take a lock, or
//
//   - took a lock, if in any run an agent that held a lock waited for something else.
//
// Taking a lock is harmless if the other agents release it without waiting for anything but locks:
// an agent that waits for the lock for ever does so in every run that contains its steps. The proof
// is in docs/explorer-event.md.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "explore/event_dpor/event_cut.hpp"

namespace skein::event {

class Waits {
 public:
  // The handlers of the run that must become locks. The first `shared` steps are those of the
  // previous call. Valid until the next call.
  const std::vector<HandlerId>& find(const Scene& scene, Position shared, End end);

 private:
  void add(HandlerId handler);

  Position start_{0U};            // the steps before this one take no lock and wait for nothing
  bool waits_with_lock_ = false;  // some agent did, in any run
  std::vector<bool> takes_lock_;  // by handler: a message of it did, in any run
  std::vector<std::int32_t> held_;
  std::vector<HandlerId> found_;
};

}  // namespace skein::event
