// SPDX-License-Identifier: Apache-2.0
// The census: how many distinct events of the unfolding the runs so far have shown.
//
// An event is an operation with its history: agent, kind of operation, objects, the choice taken,
// the event before in the same agent, and for every touched object the last writing event and (if
// this event writes) the last reading event since then of every other agent. Two steps of two runs
// are the same event iff these agree. The census gives every event a 64-bit fingerprint made from
// the fingerprints of those predecessors and keeps the fingerprints in a flat hash set: 8 bytes an
// event, a few nanoseconds a step, and no events themselves. Steps that a run shares with the run
// before are not looked at again.
//
// Fingerprints may collide; among n events with probability below n^2 / 2^65, so for a hundred
// million events about one in 3,600. Nothing but the figure `events` depends on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/fingerprints.hpp"
#include "core/step.hpp"

namespace skein {

class Census {
 public:
  // Counts the events of a run whose first `shared` steps are those of the run counted before.
  void count(std::span<const Step> steps, std::size_t shared);

  [[nodiscard]] std::uint64_t events() const { return distinct_.size(); }
  [[nodiscard]] std::size_t bytes() const { return distinct_.bytes(); }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;

  // One touch of an object by a step; touch 2i is the first object of step i, 2i + 1 the second.
  struct Touch {
    ObjectId object;                   // none if the step touches nothing here
    std::uint32_t previous = kNone;    // the touch of the object before
    std::uint32_t last_write = kNone;  // the last writing touch of the object before
    bool is_write = false;
  };

  void undo_to(std::size_t length);
  void add(const Step& step);
  [[nodiscard]] std::uint64_t touch_hash(Touch& touch, AgentId agent);

  std::vector<std::uint64_t> prints_;      // of each step
  std::vector<AgentId> agents_;            // of each step
  std::vector<std::uint32_t> before_;      // of each step: the step before in its agent
  std::vector<Touch> touches_;             // two for each step
  std::vector<std::uint32_t> last_step_;   // of each agent
  std::vector<std::uint32_t> last_touch_;  // of each object
  std::vector<std::uint64_t> seen_;        // of each agent: stamp of the last write that met it
  std::uint64_t stamp_ = 0;

  Fingerprints distinct_;
};

}  // namespace skein
