// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/vector_clock.hpp"

#include <cstring>

#include "runtime/memory/heap.hpp"

namespace skein::runtime {

// The old blocks are lost to the private heap; doubling bounds the loss.
void VectorClock::grow(std::uint32_t needed) {
  const std::uint32_t capacity = needed < kInBlock ? kInBlock : 2 * needed;
  auto* larger = static_cast<Block*>(allocate_private(capacity * sizeof(Block)));
  if (width_ > 0) std::memcpy(larger, blocks_, blocks(width_) * sizeof(Block));
  blocks_ = larger;
  capacity_ = capacity;
}

}  // namespace skein::runtime
