// SPDX-License-Identifier: Apache-2.0
// Cuts seen before, as fingerprints: a table that forgets.
//
// Most reversals of a run are those of a recent run. Looking at one again does no harm and only
// costs time, so a fingerprint may be overwritten by another one for the same slot. The table grows
// up to two megabytes, which fit into the cache. (With 64 megabytes hardly more was recognised,
// except in consensus(4), and every lookup was a cache miss: sparse-mat(4,7) took a tenth longer.)
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/event_identity.hpp"

namespace skein::event {

class Memo {
 public:
  // True if the fingerprint is remembered. Remembers it in any case.
  bool meet(const WideFingerprint& fingerprint) {
    if (++added_ > slots_.size() && slots_.size() < kLargest) {
      const std::vector<WideFingerprint> old = std::move(slots_);
      slots_.assign(2 * old.size(), WideFingerprint{});
      for (const WideFingerprint& p : old) slot_of(p) = p;
      added_ /= 2;
    }
    WideFingerprint& slot = slot_of(fingerprint);
    if (slot == fingerprint) return true;
    slot = fingerprint;
    return false;
  }
  void clear() {
    slots_.assign(kSmallest, WideFingerprint{});
    added_ = 0;
  }

 private:
  static constexpr std::size_t kSmallest = std::size_t{1} << 12U;
  static constexpr std::size_t kLargest = std::size_t{1} << 17U;

  [[nodiscard]] WideFingerprint& slot_of(const WideFingerprint& fingerprint) {
    return slots_[fingerprint.lanes[1] & (slots_.size() - 1)];
  }

  std::vector<WideFingerprint> slots_ = std::vector<WideFingerprint>(kSmallest);
  std::size_t added_ = 0;
};

}  // namespace skein::event
