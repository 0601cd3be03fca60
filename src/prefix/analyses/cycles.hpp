// SPDX-License-Identifier: Apache-2.0
// Detects cycles in a graph of numbered nodes: depth-first search without recursion.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace skein {

// next[n]: the successors of node n.
inline bool has_cycle(const std::vector<std::vector<std::uint32_t>>& next) {
  enum : char { kNew, kOpen, kDone };
  std::vector<char> colour(next.size(), kNew);
  std::vector<std::pair<std::uint32_t, std::size_t>> path;
  for (std::uint32_t start = 0; start < next.size(); ++start) {
    if (colour[start] != kNew) continue;
    path.emplace_back(start, 0);
    colour[start] = kOpen;
    while (!path.empty()) {
      auto& [node, i] = path.back();
      if (i == next[node].size()) {
        colour[node] = kDone;
        path.pop_back();
        continue;
      }
      const std::uint32_t to = next[node][i++];
      if (colour[to] == kOpen) return true;
      if (colour[to] == kDone) continue;
      colour[to] = kOpen;
      path.emplace_back(to, 0);
    }
  }
  return false;
}

}  // namespace skein
