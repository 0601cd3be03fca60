// SPDX-License-Identifier: Apache-2.0
// The fingerprints of the current run's steps, and of cuts.
//
// Event-DPOR recognises events and cuts across runs by fingerprints of 128 bits
// (core/event_identity.hpp). It treats them as exact: a collision could lose a class, but is too
// unlikely to matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/event_identity.hpp"
#include "explore/event_dpor/event_cut.hpp"

namespace skein::event {

class RunFingerprints {
 public:
  // Computes the fingerprints of the trace's steps; the first `shared` are those of the previous
  // call.
  void follow(const Trace& trace, Position shared);

  [[nodiscard]] const WideFingerprint& operator[](Position step) const {
    return steps_[step.index()];
  }
  // The event that the cut's last operation becomes when it is executed after the cut.
  [[nodiscard]] WideFingerprint of_last(const Trace& trace, const Cut& cut) const;
  // The cut: equal cuts of any runs have equal fingerprints.
  [[nodiscard]] WideFingerprint of_cut(const Trace& trace, const Cut& cut) const;

 private:
  [[nodiscard]] WideFingerprint make(const Trace& trace, const KnownMove& move,
                                     const std::array<dpor::TouchId, 2>& before,
                                     const std::array<Access, 2>& access, const Cut* cut) const;

  std::vector<WideFingerprint> steps_;
  std::vector<WideFingerprint> terms_;  // of these
};

}  // namespace skein::event
