// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/shadow.hpp"

#include "runtime/memory/heap.hpp"

namespace skein::runtime {

ShadowWord* Shadow::find(std::uint64_t page) {
  constexpr std::uint32_t kSlots = 2 * kMostPages;
  if (page == 0) return nullptr;  // never mapped: the access itself will crash
  if (pages_ == nullptr) {
    pages_ = static_cast<Cached*>(allocate_private(kSlots * sizeof(Cached)));
  }
  auto i = static_cast<std::uint32_t>((page * 0x9e3779b97f4a7c15ULL) >> 40U) % kSlots;
  while (pages_[i].page != 0) {
    if (pages_[i].page == page) return pages_[i].words;
    i = (i + 1) % kSlots;
  }
  if (page_count_ == kMostPages) return nullptr;
  ++page_count_;
  pages_[i] = {page, static_cast<ShadowWord*>(allocate_private(kPage / 8 * sizeof(ShadowWord)))};
  return pages_[i].words;
}

std::uint32_t Shadow::allocate_more() {
  if (more_ == nullptr) {
    more_ = static_cast<MoreAccesses*>(allocate_private(kMostMore * sizeof(MoreAccesses)));
  }
  return used_ + 1 < kMostMore ? ++used_ : 0;
}

}  // namespace skein::runtime
