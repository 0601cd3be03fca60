// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/shadow.hpp"

#include "runtime/memory/heap.hpp"

namespace skein::runtime {

Shadow::Cached& Shadow::slot_of(std::uint64_t page) const {
  return pages_->seek(fibonacci_hash(page),
                      [&](const Cached& known) { return known.page == page; });
}

ShadowWord* Shadow::find(std::uint64_t page) {
  if (page == 0) return nullptr;  // never mapped: the access itself will crash
  if (pages_ == nullptr) {
    pages_ = static_cast<Pages*>(allocate_private(sizeof(Pages)));
  }
  Cached& slot = slot_of(page);
  if (slot.page == page) return slot.words;
  if (page_count_ == kMostPages) return nullptr;
  ++page_count_;
  slot = {page, static_cast<ShadowWord*>(allocate_private(kPage / 8 * sizeof(ShadowWord)))};
  return slot.words;
}

const ShadowWord* Shadow::known_word(std::uint64_t address) const {
  if (pages_ == nullptr) return nullptr;
  const ShadowWord* const words = slot_of(address / kPage).words;
  return words == nullptr ? nullptr : words + address % kPage / 8;
}

std::uint32_t Shadow::allocate_more() {
  if (more_ == nullptr) {
    more_ = static_cast<MoreAccesses*>(allocate_private(kMostMore * sizeof(MoreAccesses)));
  }
  return used_ + 1 < kMostMore ? ++used_ : 0;
}

}  // namespace skein::runtime
