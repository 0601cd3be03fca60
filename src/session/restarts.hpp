// SPDX-License-Identifier: Apache-2.0
// Explorations that have to start again.
//
// The native machine may notice in the middle of an exploration that the steps are not what it took
// them for (channel::RestartReason). What the explorer knows is then about the wrong steps:
// explorer and statistics begin afresh with the machine, which now knows better. What was found
// remains true.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "machine/native/native_machine.hpp"

namespace skein::session {

// There is an end to restarts: one for each place where atomics of different sizes overlap, and one
// for each word that races, of which channel::kMaxWatched are watched at most.
inline constexpr std::uint32_t kMostRestarts = 2 * channel::kMaxWatched;

// Calls `attempt` until it is not ended by an ExplorationRestart. It has to start from nothing each
// time. Returns the reason of the last restart if there were more than `most`: then what was
// explored is not all there is, and nothing of the last attempt counts but what it found.
[[nodiscard]] std::optional<channel::RestartReason> explore_until_settled(
    const std::function<void()>& attempt, std::uint32_t most = kMostRestarts);

// What a verdict says of the limit: which it is, and what it is about.
[[nodiscard]] std::string limit_text(channel::RestartReason reason,
                                     std::uint32_t most = kMostRestarts);

// The same for what is nothing without a last attempt: throws UserError at the limit.
void repeat_until_settled(const std::function<void()>& attempt);

}  // namespace skein::session
