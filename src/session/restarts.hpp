// SPDX-License-Identifier: Apache-2.0
// Explorations that must restart.
//
// The native machine may learn in the middle of an exploration that the steps differ from what it
// assumed (RestartReason). Then the explorer's knowledge is about the wrong steps:
// explorer and statistics begin afresh with the machine, which keeps what it learned. Findings
// remain true.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "machine/native/native_machine.hpp"
#include "report/words/remark.hpp"

namespace skein::session {

// The number of restarts is bounded: one for each place where atomics of different sizes overlap,
// and one for each racing word, of which at most channel::kMaxWatched are watched.
inline constexpr std::uint32_t kMostRestarts = 2 * channel::kMaxWatched;

// Calls `attempt` until no ExplorationRestart ends it. Each attempt must start from scratch.
// Returns the reason of the last restart if there were more than `most`: then the exploration is
// not complete, and of the last attempt only its findings count.
[[nodiscard]] std::optional<RestartReason> explore_until_settled(
    const std::function<void()>& attempt, std::uint32_t most = kMostRestarts);

// The gap at the limit.
[[nodiscard]] Remark too_many_restarts(RestartReason reason, std::uint32_t most = kMostRestarts);

// Repeats work that is useless without a last attempt: throws UserError at the limit.
void repeat_until_settled(const std::function<void()>& attempt);

}  // namespace skein::session
