// SPDX-License-Identifier: Apache-2.0
// Which bytes of the program's heap may be accessed: one byte of shadow for each 8 bytes of arena.
// 1 to 8: the number of first bytes that may be accessed; 0: never allocated (between blocks,
// beyond the last); kFreedBytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"

namespace skein::runtime {

inline constexpr std::uint64_t kArenasBegin = 0x100000000000ULL;
inline constexpr std::uint64_t kArenaSize = 1ULL << 32U;
inline constexpr std::uint64_t kArenasEnd = kArenasBegin + channel::kMaxAgents * kArenaSize;
inline constexpr std::uint64_t kHeapShadowBegin = 0x400000000000ULL;
inline constexpr std::uint64_t kHeapShadowSize = kArenaSize / 8;  // of one arena

inline constexpr std::uint8_t kWhole = 8;
inline constexpr std::uint8_t kFreedBytes = 0xfd;

inline bool is_in_arena(std::uint64_t address) {
  return address - kArenasBegin < kArenasEnd - kArenasBegin;
}

inline std::uint8_t* heap_shadow(std::uint64_t address) {
  return reinterpret_cast<std::uint8_t*>(kHeapShadowBegin + (address - kArenasBegin) / 8);
}

inline bool may_access_word(std::uint64_t address, std::uint64_t size) {
  const std::uint8_t state = *heap_shadow(address);
  return state == kWhole || (state < kWhole && address % 8 + size <= state);
}

}  // namespace skein::runtime
