// SPDX-License-Identifier: Apache-2.0
// How much fits into the channel. The memory is virtual: a table takes room only where it is used.
#pragma once

#include <cstdint>

namespace skein::channel {

inline constexpr std::uint32_t kMaxSteps = 1U << 20U;
inline constexpr std::uint32_t kMaxSleepers = 1U << 16U;
inline constexpr std::uint32_t kMaxAgents = 1U << 13U;
inline constexpr std::uint32_t kMaxObjects = 1U << 20U;
inline constexpr std::uint32_t kMaxSites = 1U << 16U;
inline constexpr std::uint32_t kMaxModules = 256;
inline constexpr std::uint32_t kMaxEnabled = 1U << 22U;
inline constexpr std::uint32_t kMaxViolations = 64;
inline constexpr std::uint32_t kMaxPlaces = 8;  // of a violation
inline constexpr std::uint32_t kMaxValues = 6;  // of a violation
inline constexpr std::uint32_t kMaxTexts = 3;   // of a violation
inline constexpr std::uint32_t kMaxLeaks = 16;
inline constexpr std::uint32_t kMaxWatched = 1U << 12U;
inline constexpr std::uint32_t kMaxTraps = 1U << 16U;
inline constexpr std::uint32_t kMaxForeignLoops = 256;
inline constexpr std::uint32_t kTextSize = 1U << 16U;
inline constexpr std::uint32_t kMaxStacks = 1U << 15U;
inline constexpr std::uint32_t kMaxFrames =
    100;  // std::function and its like call each other deeply
inline constexpr std::uint32_t kMaxReads = 8;
inline constexpr std::uint32_t kMaxLocalFrames = 24;        // whose variables can be shown
inline constexpr std::uint32_t kMaxStackBytes = 1U << 14U;  // of their memory
inline constexpr std::uint32_t kMaxBlocks = 1U << 16U;
inline constexpr std::uint32_t kMaxOwners = 1U << 14U;
inline constexpr std::uint32_t kMaxEndless = 64;
inline constexpr std::uint32_t kMaxSectionFunctions = 256;
inline constexpr std::uint32_t kMaxAssumptionFunctions = 64;
inline constexpr std::uint32_t kMaxDeadSites = 1U << 16U;
inline constexpr std::uint32_t kMaxDeadSlots = 1U << 18U;
inline constexpr std::uint32_t kMaxFaint = 256;

}  // namespace skein::channel
