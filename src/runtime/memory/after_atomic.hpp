// SPDX-License-Identifier: Apache-2.0
// Reports an atomic operation to spin loops and the race detector.
#pragma once

#include <cstdint>

#include "runtime/memory/blind_additions.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

// An atomic operation that has just been executed. A failed compare-and-exchange is a load here.
struct AtomicAccess {
  OpKind kind;
  const volatile void* address;
  std::uint32_t size;
  int order;     // __ATOMIC_RELAXED ...
  bool is_same;  // the bytes did not change
};

inline void after_atomic(const AtomicAccess& access, const void* site) {
  if (!is_running()) return;
  if (access.order != __ATOMIC_SEQ_CST) g.channel->has_weak_order = true;
  blind_additions::on_step(access.address, access.size);
  if (!access.is_same) {
    spins::note_change();
  } else if (spins::notes_reads) {
    spins::note_read(access.address, access.size);
  }
  check_heap_access(const_cast<const void*>(access.address), access.size,
                    access.kind != OpKind::AtomicLoad, site);
  if (races::is_on) {
    races::on_atomic(access.kind, access.address, access.size, access.order, site);
  }
}

}  // namespace skein::runtime
