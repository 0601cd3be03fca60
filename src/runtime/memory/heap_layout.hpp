// SPDX-License-Identifier: Apache-2.0
// The layout of the program's heap: arenas of blocks, each block after its header. Only heap.cpp
// and heap_checks.cpp know it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"

namespace skein::runtime {

inline constexpr std::size_t kAlignment = 16;

struct Arena {
  char* begin = nullptr;
  char* next = nullptr;
  char* mark = nullptr;  // where a run begins
  char* saved = nullptr;
  std::uint8_t* saved_shadow = nullptr;
  std::size_t saved_capacity = 0;
  std::size_t handed_over = 0;  // bytes from `begin` on that the reset of segments restores
};

inline constexpr std::uint32_t kLive = 0x5ee14a11U;
inline constexpr std::uint32_t kFreed = 0xdeadf7eeU;

struct Header {
  std::uint64_t size;
  std::uint32_t state;
  std::uint32_t unused;
  const void* allocated_at;
  const void* freed_at;
};
static_assert(sizeof(Header) == 2 * kAlignment);

[[gnu::visibility("hidden")]] extern Arena arenas[channel::kMaxAgents];

inline Header& header_of(void* p) {
  return *reinterpret_cast<Header*>(static_cast<char*>(p) - sizeof(Header));
}

// Whether the program itself made the call, not a library for its own purposes.
bool is_of_program(const void* site, bool includes_cxx);

}  // namespace skein::runtime
