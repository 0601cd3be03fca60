// SPDX-License-Identifier: Apache-2.0
#include "core/agent_paths.hpp"

namespace skein {

void AgentPaths::follow(const Step& s) {
  switch (s.op.kind) {
    case OpKind::ThreadCreate:
    case OpKind::Post:
    case OpKind::PostFifo:
      lives_[s.op.first.value] = of(s.agent) + "." + std::to_string(++children_[s.agent.value]);
      break;
    case OpKind::ThreadStart: {
      std::string& life = lives_[s.op.first.value];
      if (s.agent == kMainAgent) life = "main";
      agents_[s.agent.value] = life;
      break;
    }
    case OpKind::MessageBegin: agents_[s.agent.value] = lives_[s.op.second.value]; break;
    default: break;
  }
}

void AgentPaths::clear() { *this = AgentPaths(); }

std::string AgentPaths::of(AgentId agent) const {
  const auto path = agents_.find(agent.value);
  return path == agents_.end() ? "" : path->second;
}

const std::string* AgentPaths::of_life(ObjectId object) const {
  const auto life = lives_.find(object.value);
  return life == lives_.end() ? nullptr : &life->second;
}

}  // namespace skein
