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
// more: the names of their blocks are in a table, in the order of first use.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "machine/ir/program.hpp"

namespace skein::ir {

inline constexpr std::uint32_t kMostAgents = 1U << 16U;
inline constexpr std::uint32_t kMostLayouts = 1U << 11U;
inline constexpr std::uint32_t kMostLocals = 1U << 10U;
inline constexpr std::uint32_t kMostHeapBlocks = 1U << 11U;
inline constexpr std::uint32_t kMostHeapWords = 512U * 64U;

class BlockNames {
 public:
  [[nodiscard]] std::uint32_t local(std::uint32_t agent, std::uint32_t layout,
                                    std::uint32_t number) {
    if (agent >= kFirstAgents) return in_table(agent, true, layout, number);
    return kAgentBase + (agent << 22U) + kLocalBit + (layout << 10U) + number;
  }
  [[nodiscard]] std::uint32_t heap(std::uint32_t agent, std::uint32_t words, std::uint32_t number) {
    const std::uint32_t code = words < 512 ? words : 512 + (words + 63) / 64 - 1;
    if (agent >= kFirstAgents) return in_table(agent, false, code, number);
    return kAgentBase + (agent << 22U) + (code << 11U) + number;
  }

  // False for a number that the program made up.
  [[nodiscard]] bool is_name(std::uint32_t block) const {
    return block < kTableBase || index_of(block) < table_.size();
  }

  // REQUIRES is_agents(block) and is_name(block).
  [[nodiscard]] std::uint32_t agent_of(std::uint32_t block) const {
    return block < kTableBase ? (block >> 22U) & 0xffU : entry(block).agent;
  }
  [[nodiscard]] std::uint32_t layout_of(std::uint32_t block) const {
    return block < kTableBase ? (block >> 10U) & 0x7ffU : entry(block).what;
  }
  [[nodiscard]] std::uint32_t words_of(std::uint32_t block) const {
    const std::uint32_t code = block < kTableBase ? (block >> 11U) & 0x3ffU : entry(block).what;
    return code < 512 ? code : (code - 511) * 64;
  }
  [[nodiscard]] std::uint32_t number_of(std::uint32_t block) const {
    if (block >= kTableBase) return entry(block).number;
    return block & (is_heap(block) ? 0x7ffU : 0x3ffU);
  }

 private:
  static constexpr std::uint32_t kFirstAgents = 1U << 8U;

  struct Entry {
    std::uint32_t agent = 0;
    std::uint32_t what = 0;
    std::uint32_t number = 0;
  };

  static std::uint32_t index_of(std::uint32_t block) {
    return block & ~(kTableBase | kTableLocalBit);
  }
  [[nodiscard]] const Entry& entry(std::uint32_t block) const { return table_[index_of(block)]; }

  std::uint32_t in_table(std::uint32_t agent, bool is_local, std::uint32_t what,
                         std::uint32_t number) {
    const auto [it, is_new] = blocks_.emplace(
        std::tuple{agent, is_local, what, number},
        kTableBase + (is_local ? kTableLocalBit : 0) + static_cast<std::uint32_t>(table_.size()));
    if (is_new) table_.push_back(Entry{agent, what, number});
    return it->second;
  }

  std::vector<Entry> table_;
  std::map<std::tuple<std::uint32_t, bool, std::uint32_t, std::uint32_t>, std::uint32_t> blocks_;
};

}  // namespace skein::ir
