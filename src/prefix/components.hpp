// SPDX-License-Identifier: Apache-2.0
// The components of a prefix: the local states of agents and the values of objects, numbered when
// they are first needed. Each has a root in the chains, its initial value.
#pragma once

#include <cstddef>
#include <vector>

#include "core/states.hpp"
#include "prefix/chains.hpp"

namespace skein {

class Components {
 public:
  Components(StateSystem& system, Chains& chains) : system_(system), chains_(chains) {}

  [[nodiscard]] std::size_t size() const { return roots_.size(); }
  // The agent whose local state this is; none for an object.
  [[nodiscard]] AgentId agent_of(ComponentId c) const { return agent_of_[c.index()]; }
  [[nodiscard]] ObjectId object_of(ComponentId c) const { return object_of_[c.index()]; }
  [[nodiscard]] bool is_agent(ComponentId c) const { return !agent_of_[c.index()].is_none(); }
  [[nodiscard]] ChainId root(ComponentId c) const { return roots_[c.index()]; }
  [[nodiscard]] ValueId initial(ComponentId c) const { return chains_[root(c)].value; }

  // By agent; none for agents not yet met. May grow during any call of component_of.
  [[nodiscard]] const std::vector<ComponentId>& of_agents() const { return agents_; }

  [[nodiscard]] ComponentId component_of(AgentId agent) {
    if (agent.index() < agents_.size() && !agents_[agent.index()].is_none()) {
      return agents_[agent.index()];
    }
    // Main exists from the beginning; the other agents are created.
    return add(agent, ObjectId{}, agent == kMainAgent ? system_.initial_local() : ValueId{});
  }
  [[nodiscard]] ComponentId component_of(ObjectId object) {
    if (object.index() < objects_.size() && !objects_[object.index()].is_none()) {
      return objects_[object.index()];
    }
    return add(AgentId{}, object, system_.initial_value(object));
  }

 private:
  ComponentId add(AgentId agent, ObjectId object, ValueId value) {
    const ComponentId c{roots_.size()};
    roots_.push_back(chains_.add_root(c, value));
    agent_of_.push_back(agent);
    object_of_.push_back(object);
    auto& index = agent.is_none() ? objects_ : agents_;
    const std::size_t i = agent.is_none() ? object.index() : agent.index();
    if (index.size() <= i) index.resize(i + 1);
    index[i] = c;
    return c;
  }

  StateSystem& system_;
  Chains& chains_;
  std::vector<ChainId> roots_;        // by component
  std::vector<AgentId> agent_of_;     // by component
  std::vector<ObjectId> object_of_;   // by component
  std::vector<ComponentId> agents_;   // by agent
  std::vector<ComponentId> objects_;  // by object
};

}  // namespace skein
