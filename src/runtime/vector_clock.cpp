#include "runtime/vector_clock.hpp"

#include <cstring>

#include "runtime/heap.hpp"

namespace skein::runtime {

void VectorClock::clear(std::uint32_t run) {
  run_ = run;
  width_ = 0;
}

void VectorClock::widen(std::uint32_t width) {
  if (width <= width_) return;
  if (width > capacity_) {
    // The old entries are lost to the private heap; doubling bounds the loss.
    const std::uint32_t capacity = width < 16 ? 16 : 2 * width;
    auto* larger = static_cast<std::uint32_t*>(allocate_private(capacity * sizeof(*entries_)));
    if (width_ > 0) std::memcpy(larger, entries_, width_ * sizeof(*entries_));
    entries_ = larger;
    capacity_ = capacity;
  }
  std::memset(entries_ + width_, 0, (width - width_) * sizeof(*entries_));
  width_ = width;
}

void VectorClock::set(std::uint32_t run, std::uint32_t agent, std::uint32_t epoch) {
  if (run_ != run) clear(run);
  widen(agent + 1);
  entries_[agent] = epoch;
}

void VectorClock::join(std::uint32_t run, const VectorClock& other) {
  if (run_ != run) clear(run);
  if (other.is_empty(run)) return;
  widen(other.width_);
  for (std::uint32_t i = 0; i < other.width_; ++i) {
    if (other.entries_[i] > entries_[i]) entries_[i] = other.entries_[i];
  }
}

}  // namespace skein::runtime
