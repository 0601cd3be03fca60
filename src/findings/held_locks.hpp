// SPDX-License-Identifier: Apache-2.0
// Which agent holds which locks, followed step by step through a run.
#pragma once

#include <map>
#include <vector>

#include "core/run.hpp"

namespace skein {

class HeldLocks {
 public:
  // Records the next step of the run.
  void follow(const Step& step);

  // The locks that the agent holds now, in the order of acquisition.
  [[nodiscard]] std::vector<ObjectId> of(AgentId agent) const;

 private:
  void drop(AgentId agent, ObjectId lock);

  std::map<AgentId, std::vector<ObjectId>> held_;
};

}  // namespace skein
