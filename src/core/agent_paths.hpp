// SPDX-License-Identifier: Apache-2.0
// Names agents by their creators: "main.2.1" is the first agent that main's second child created.
//
// An agent's number is valid on one machine only. Its path is the same on every machine and in
// every schedule. A path is known once the agent is created, through the object that is the agent's
// life; the agent's number is known once the agent begins.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "core/step.hpp"

namespace skein {

class AgentPaths {
 public:
  // Records the next step of a run. REQUIRES: called for every step of the run, in order, and
  // clear() is called before another run.
  void follow(const Step& s);
  void clear();

  // Empty if the agent has not begun.
  [[nodiscard]] std::string of(AgentId agent) const;
  // The path of the agent whose life this object is. Null if the object is not an agent's life.
  [[nodiscard]] const std::string* of_life(ObjectId object) const;

 private:
  std::map<std::uint32_t, std::string> agents_ = {{kMainAgent.value, "main"}};
  std::map<std::uint32_t, std::string> lives_;  // by object
  std::map<std::uint32_t, int> children_;       // by agent: number of agents it created
};

}  // namespace skein
