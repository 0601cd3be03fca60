// SPDX-License-Identifier: Apache-2.0
// Agents by who created them: "main.2.1" is the first that main's second created.
//
// Numbers mean something on one machine only; a path means the same on each, and in each schedule.
// It belongs to an agent's life, the object that its creation names, from there on; the agent
// itself is known when it begins.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/step.hpp"

namespace skein {

class AgentPaths {
 public:
  // Takes note of a run's next step. REQUIRES: each step of the run, in order; clear() before
  // another run.
  void follow(const Step& s);
  void clear();

  // Empty if it has not begun.
  [[nodiscard]] std::string of(AgentId agent) const;
  // Of the agent whose life the object is; null if it is none.
  [[nodiscard]] const std::string* of_life(ObjectId object) const;

 private:
  std::map<std::uint32_t, std::string> agents_ = {{kMainAgent.value, "main"}};
  std::map<std::uint32_t, std::string> lives_;  // by object
  std::map<std::uint32_t, int> children_;       // by agent: how many it created
};

}  // namespace skein
