// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/blind_additions.hpp"

#include "runtime/memory/heap.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::blind_additions {

namespace {

// A location that was added to in this run.
struct Place {
  std::uint32_t run;
  std::int64_t value;  // that the last atomic step left
};

std::uint32_t run = 0;
Place* places = nullptr;  // by location

// As Step::seen.
std::int64_t value_at(const volatile void* address, std::uint32_t size) {
  std::int64_t value = 0;
  __builtin_memcpy(reinterpret_cast<char*>(&value) + 8 - size, const_cast<const void*>(address),
                   size);
  return value;
}

}  // namespace

void begin_run() {
  if (places == nullptr) {
    // Zeroed pages that are not touched before they are used.
    places = static_cast<Place*>(allocate_private(channel::kMaxObjects * sizeof(Place)));
  }
  ++run;
  has_any = false;
}

bool are_blind(ObjectId location, std::uint32_t size) {
  return size <= 8 && is_running() && g.channel->settings.reduces_by_outcome &&
         !watched::orders_additions && g.interner.is_exact(location, size);
}

void note_step(const volatile void* address, std::uint32_t size) {
  const Operation& op = g.step->op;
  if (size > 8) return;
  Place& place = places[op.first.index()];
  const std::int64_t value = value_at(address, size);
  if (place.run == run) {
    const std::int64_t before = op.kind == OpKind::AtomicLoad ? value : g.step->seen;
    if (before != place.value) watched::order_additions();
  } else if (op.effect != Effect::Blind) {
    return;
  }
  has_any = true;
  place = Place{run, value};
}

void forget(ObjectId location) { places[location.index()].run = 0; }

}  // namespace skein::runtime::blind_additions
