// SPDX-License-Identifier: Apache-2.0
// What `verify` and `prove` both tell about a prefix: its size, and what it has in it.
#pragma once

#include <functional>

#include "prefix/prefix.hpp"
#include "report/formats/proof.hpp"
#include "report/report.hpp"

namespace skein::session {

// Some thread waits for a condition variable: spurious wake-ups matter.
[[nodiscard]] bool has_condition_wait(const Prefix& prefix);

// Counts events, cut-offs and states; of a complete prefix also its maximal configurations, and
// whatever else `look_further` counts. `is_enough` may stop the counting; that does not change the
// verdict.
void summarise(Prefix& prefix, bool is_complete, const std::function<bool()>& is_enough,
               const std::function<void(const std::function<bool()>& takes_too_long)>& look_further,
               Report& report, Proof& proof);

}  // namespace skein::session
