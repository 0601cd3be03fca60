// SPDX-License-Identifier: Apache-2.0
// Pointers of the interpreted program: the number of a block in the upper half, an address in the
// lower one.
//
// Block 0 is that of the null pointer. Globals, functions, thread-local variables and the private
// memory of frames each have a range of numbers; blocks made by agents (local variables that others
// can reach, and the heap) begin at kAgentBase and are named in block_names.hpp.
#pragma once

#include <cstdint>

#include "core/states.hpp"

namespace skein::ir {

using FunctionId = Id<struct FunctionTag>;
using GlobalId = Id<struct GlobalTag>;
using ThreadLocalId = Id<struct ThreadLocalTag>;

inline constexpr BlockId kNullBlock{std::uint32_t{0}};
inline constexpr std::uint32_t kGlobalBase = 1;
inline constexpr std::uint32_t kFunctionBase = 0x10000000U;
inline constexpr std::uint32_t kThreadBase = 0x18000000U;
inline constexpr std::uint32_t kFrameBase = 0x20000000U;
inline constexpr std::uint32_t kAgentBase = 0x40000000U;
inline constexpr std::uint32_t kLocalBit = 1U << 21U;     // blocks of the first agents
inline constexpr std::uint32_t kTableBase = 0x80000000U;  // from here on: blocks of the others
inline constexpr std::uint32_t kTableLocalBit = 1U << 30U;

constexpr BlockId block_of(GlobalId global) { return BlockId{kGlobalBase + global.value}; }
constexpr BlockId block_of(FunctionId function) { return BlockId{kFunctionBase + function.value}; }
constexpr BlockId block_of(ThreadLocalId variable) { return BlockId{kThreadBase + variable.value}; }
// The private memory of the frame at this depth.
constexpr BlockId block_of_frame(std::size_t depth) {
  return BlockId{kFrameBase + static_cast<std::uint32_t>(depth)};
}

constexpr bool is_in(BlockId block, std::uint32_t base, std::uint32_t end) {
  return block.value >= base && block.value < end;
}
constexpr bool is_global(BlockId block) { return is_in(block, kGlobalBase, kFunctionBase); }
constexpr bool is_function(BlockId block) { return is_in(block, kFunctionBase, kThreadBase); }
constexpr bool is_thread_local(BlockId block) { return is_in(block, kThreadBase, kFrameBase); }
constexpr bool is_frame(BlockId block) { return is_in(block, kFrameBase, kAgentBase); }
constexpr bool is_agents(BlockId block) { return block.value >= kAgentBase; }
constexpr bool is_heap(BlockId block) {
  return is_agents(block) &&
         (block.value & (block.value < kTableBase ? kLocalBit : kTableLocalBit)) == 0;
}

// Each REQUIRES that the block is of its kind. What the number stands for need not exist: programs
// make up pointers.
constexpr GlobalId global_of(BlockId block) { return GlobalId{block.value - kGlobalBase}; }
constexpr FunctionId function_of(BlockId block) { return FunctionId{block.value - kFunctionBase}; }
constexpr ThreadLocalId thread_local_of(BlockId block) {
  return ThreadLocalId{block.value - kThreadBase};
}
constexpr std::size_t depth_of(BlockId block) { return block.value - kFrameBase; }

inline constexpr std::int64_t kNowhere = 0x10000;  // an address with no memory
inline constexpr std::uint32_t kHeapAlignment = 16;
inline constexpr std::uint32_t kFrameAlignment = 64;  // of global and local variables too
inline constexpr std::uint32_t kMostAlignment = 1024;

// The lower half of a pointer to the block's beginning. A program that inspects its addresses (cuts
// one to an int, hashes it, shifts it) sees numbers like those of a real machine: not zero,
// different for each block, aligned as malloc does it (other variables to 64 bytes). They leave
// room for every offset, and a little before the block.
constexpr std::uint32_t low_address(BlockId block) {
  if (block == kNullBlock) return 0;
  const std::uint32_t mixed = block.value * 0x9e3779b1U;  // odd: no two have the same product
  const std::uint32_t shuffled = mixed ^ (mixed >> 15U);
  const std::uint32_t alignment = is_heap(block) ? kHeapAlignment : kFrameAlignment;
  return 0x01000000U + (shuffled % 0x7c000000U) / alignment * alignment;
}
constexpr std::uint64_t pointer_to(BlockId block, std::uint32_t offset = 0) {
  return (std::uint64_t{block.value} << 32U) + low_address(block) + offset;
}
constexpr BlockId block_of(std::uint64_t pointer) {
  return BlockId{static_cast<std::uint32_t>(pointer >> 32U)};
}
constexpr std::uint32_t offset_of(std::uint64_t pointer) {
  return static_cast<std::uint32_t>(pointer) - low_address(block_of(pointer));
}

// Addresses from `begin` to before `end`.
struct ByteRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

}  // namespace skein::ir
