// SPDX-License-Identifier: Apache-2.0
// The names of the blocks that agents make: local variables that others can reach, and the heap.
//
// A name consists of the agent, the layout or the number of words, and a number. For the first 256
// agents the block number encodes all of it, so that a pointer alone says how its block is divided:
//
//   kAgentBase + agent (8 bits) + 1 + layout (11 bits) + number (10 bits)    a local variable
//   kAgentBase + agent (8 bits) + 0 + words (10 bits)  + number (11 bits)    the heap
//
// Words above 511 count 64 words each. 32 bits have no room for more agents, and few programs have
// more: the names of their blocks are in a table, in the order of first use, and so are those of
// blocks of unknown size (unsized_blocks.hpp), which have the number of a shape instead of words.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "machine/ir/memory/unsized_blocks.hpp"
#include "machine/ir/program/pointers.hpp"

namespace skein::ir {

inline constexpr std::uint32_t kMostAgents = 1U << 16U;
inline constexpr std::uint32_t kMostLayouts = 1U << 11U;
inline constexpr std::uint32_t kMostLocals = 1U << 10U;
inline constexpr std::uint32_t kMostHeapBlocks = 1U << 11U;
inline constexpr std::uint32_t kMostHeapWords = 512U * 64U;

class BlockNames {
 public:
  [[nodiscard]] BlockId local(AgentId agent, std::uint32_t layout, std::uint32_t number) {
    if (agent.value >= kFirstAgents) return in_table(agent, true, layout, number);
    return BlockId{kAgentBase + (agent.value << 22U) + kLocalBit + (layout << 10U) + number};
  }
  [[nodiscard]] BlockId heap(AgentId agent, std::uint32_t words, std::uint32_t number) {
    const std::uint32_t code = words < 512 ? words : 512 + (words + 63) / 64 - 1;
    if (agent.value >= kFirstAgents) return in_table(agent, false, code, number);
    return BlockId{kAgentBase + (agent.value << 22U) + (code << 11U) + number};
  }

  [[nodiscard]] BlockId unsized(AgentId agent, std::uint32_t shape, std::uint32_t number) {
    return in_table(agent, false, kFirstShape + shape, number);
  }

  // False for a number that the program made up.
  [[nodiscard]] bool is_name(BlockId block) const {
    return is_number(block) || index_of(block) < table_.size();
  }

  // REQUIRES is_agents(block) and is_name(block).
  [[nodiscard]] AgentId agent_of(BlockId block) const {
    return is_number(block) ? AgentId{(block.value >> 22U) & 0xffU} : entry(block).agent;
  }
  [[nodiscard]] std::uint32_t layout_of(BlockId block) const {
    return is_number(block) ? (block.value >> 10U) & 0x7ffU : entry(block).what;
  }
  [[nodiscard]] std::uint32_t words_of(BlockId block) const {
    const std::uint32_t code = is_number(block) ? (block.value >> 11U) & 0x3ffU : entry(block).what;
    if (code >= kFirstShape) return kUnsizedBytes / 8;
    return code < 512 ? code : (code - 511) * 64;
  }
  [[nodiscard]] bool is_unsized(BlockId block) const {
    return is_heap(block) && !is_number(block) && is_name(block) &&
           entry(block).what >= kFirstShape;
  }
  // REQUIRES is_unsized(block).
  [[nodiscard]] std::uint32_t unsized_shape(BlockId block) const {
    return entry(block).what - kFirstShape;
  }
  [[nodiscard]] std::uint32_t number_of(BlockId block) const {
    if (!is_number(block)) return entry(block).number;
    return block.value & (is_heap(block) ? 0x7ffU : 0x3ffU);
  }

 private:
  static constexpr std::uint32_t kFirstAgents = 1U << 8U;
  static constexpr std::uint32_t kFirstShape = 1U << 10U;  // above all numbers of words

  struct Entry {
    AgentId agent;
    std::uint32_t what = 0;
    std::uint32_t number = 0;
  };

  // Whether the number of the block says all about it.
  static bool is_number(BlockId block) { return block.value < kTableBase; }
  static std::uint32_t index_of(BlockId block) {
    return block.value & ~(kTableBase | kTableLocalBit);
  }
  [[nodiscard]] const Entry& entry(BlockId block) const { return table_[index_of(block)]; }

  BlockId in_table(AgentId agent, bool is_local, std::uint32_t what, std::uint32_t number) {
    const auto [it, is_new] =
        blocks_.emplace(std::tuple{agent, is_local, what, number},
                        BlockId{kTableBase + (is_local ? kTableLocalBit : 0) + table_.size()});
    if (is_new) table_.push_back(Entry{agent, what, number});
    return it->second;
  }

  std::vector<Entry> table_;
  std::map<std::tuple<AgentId, bool, std::uint32_t, std::uint32_t>, BlockId> blocks_;
};

}  // namespace skein::ir
