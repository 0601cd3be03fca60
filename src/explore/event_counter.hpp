// SPDX-License-Identifier: Apache-2.0
// Counts the distinct events of all runs so far.
//
// Each step gets a 64-bit fingerprint (core/event_identity.hpp), and the fingerprints go into a
// flat set: 8 bytes per event, a few nanoseconds per step, and no events are kept. Steps shared
// with the previous run are not looked at again. Fingerprints may collide; only the reported number
// of events depends on them.
//
// The counter links the accesses of each object itself instead of using a Trace, because the
// sampling explorers and the exhaustive one also count events, and need no vector clocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/event_identity.hpp"
#include "core/fingerprints.hpp"
#include "core/step.hpp"

namespace skein {

class EventCounter {
 public:
  // Counts the events of a run that shares its first `shared` steps with the run counted before.
  void count(std::span<const Step> steps, std::size_t shared);

  [[nodiscard]] std::uint64_t events() const { return distinct_.size(); }
  [[nodiscard]] std::size_t bytes() const { return distinct_.bytes(); }

 private:
  // One access of an object by a step: access 2i is to the first object of step i, 2i + 1 to the
  // second.
  using TouchId = Id<struct CountedTouchTag>;
  struct Touch {
    ObjectId object;     // none if the step touches nothing here
    TouchId previous;    // the previous access to the object
    TouchId last_clash;  // the last of these that clashes with this one
    Access access = Access::None;
  };

  void undo_to(std::size_t length);
  void add(const Step& step);
  void add_object(Touch& touch, EventHasher<Fingerprint>& hasher);
  [[nodiscard]] const Fingerprint& fingerprint_of(TouchId t) const {
    return fingerprints_[t.index() / 2];
  }

  std::vector<Fingerprint> fingerprints_;  // of each step
  std::vector<AgentId> agents_;            // of each step
  std::vector<StepIndex> before_;          // of each step: its agent's previous step
  std::vector<Touch> touches_;             // two for each step
  std::vector<StepIndex> last_step_;       // of each agent
  std::vector<TouchId> last_touch_;        // of each object

  Fingerprints distinct_;
};

}  // namespace skein
