// SPDX-License-Identifier: Apache-2.0
// Atomic additions whose order is not observable (docs/equivalence.md).
//
// Explorers compute what a compare-and-exchange would find after another history from what blind
// additions say of themselves. So atomic steps must be all that changes the location. If a plain
// access that is not a step has changed it since the last atomic step, additions are not blind from
// the next run on (watched::order_additions).
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::blind_additions {

void begin_run();

// Whether an addition without result to this location is blind.
[[nodiscard]] bool are_blind(ObjectId location, std::uint32_t size);

inline bool has_any = false;  // in this run

void note_step(const volatile void* address, std::uint32_t size);
// The current agent has executed an atomic step on this location.
inline void on_step(const volatile void* address, std::uint32_t size) {
  if (has_any || g.step->op.effect == Effect::Blind) [[unlikely]]
    note_step(address, size);
}
// The current agent is about to write the location, in a step that is a plain access.
void forget(ObjectId location);

}  // namespace skein::runtime::blind_additions
