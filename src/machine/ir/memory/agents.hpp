// SPDX-License-Identifier: Apache-2.0
// Names the threads of the ir machine: by creator and ordinal. A thread created after an earlier
// one has been joined gets the lowest free ordinal, so a loop that creates and joins returns to the
// same state.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/ids.hpp"
#include "machine/ir/memory/block_names.hpp"

namespace skein::ir {

struct AgentName {
  AgentId creator;
  std::uint32_t ordinal = 0;
  FunctionId function;  // of its last creation
};

class Agents {
 public:
  explicit Agents(FunctionId main) { names_.push_back(AgentName{kMainAgent, 0, main}); }

  [[nodiscard]] const AgentName& operator[](AgentId agent) const { return names_[agent.index()]; }
  [[nodiscard]] std::size_t size() const { return names_.size(); }

  // The child now runs `function`. Empty if the program has too many threads.
  [[nodiscard]] std::optional<AgentId> child(AgentId creator, std::uint32_t ordinal,
                                             FunctionId function) {
    const auto [it, is_new] = numbers_.emplace(std::pair{creator, ordinal}, AgentId{names_.size()});
    if (is_new) {
      if (names_.size() >= kMostAgents) return std::nullopt;
      names_.push_back(AgentName{creator, ordinal, function});
    }
    names_[it->second.index()].function = function;
    return it->second;
  }

  // The lowest ordinal that is not in the sorted list.
  [[nodiscard]] static std::uint32_t lowest_free(const std::vector<std::uint32_t>& taken) {
    std::uint32_t ordinal = 0;
    for (const std::uint32_t used : taken) {
      if (used != ordinal) break;
      ++ordinal;
    }
    return ordinal;
  }

 private:
  std::vector<AgentName> names_;  // by agent
  std::map<std::pair<AgentId, std::uint32_t>, AgentId> numbers_;
};

}  // namespace skein::ir
