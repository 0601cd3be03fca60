// SPDX-License-Identifier: Apache-2.0
// Which handlers have to be taken as locks, because their messages may wait for others.
//
// A message that never ends keeps its handler to itself. So whoever comes first on the handler
// decides, although no access shows it, whether the others come at all; and a run that ends so may
// be a mere part, as a set of events, of another in which they came first. Event-DPOR knows runs by
// their events, so it would not look for that one. The paper leaves such programs out. We take a
// handler as a lock, as other explorers do, as soon as a run shows that one of its messages
//   - did not end, or
//   - executed an operation that may have to wait, other than to take a lock, or
//   - took a lock, where somebody, in any run, waited for something else while he held a lock.
// To take a lock that others give back without waiting for anything but locks is harmless: whoever
// waits for one for ever does so in every run that contains his steps. The proof is in
// docs/explorer-event.md.
#pragma once

#include <cstdint>
#include <vector>

#include "core/run.hpp"
#include "explore/event_dpor/event_word.hpp"

namespace skein::event {

class Waits {
 public:
  // The handlers of the run that have to be locks, and are not yet; the first `shared` steps are
  // those of the call before. Valid until the next call.
  const std::vector<Handler>& find(const Scene& scene, Position shared, End end);

 private:
  void note(Handler handler);

  Position start_ = 0;            // the steps before it take no lock and wait for nothing
  bool waits_with_lock_ = false;  // somebody did, in any run
  std::vector<bool> takes_lock_;  // by handler: a message of it, in any run
  std::vector<std::int32_t> held_;
  std::vector<Handler> found_;
};

}  // namespace skein::event
