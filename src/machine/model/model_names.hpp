// SPDX-License-Identifier: Apache-2.0
// Numbers and names of a model program's agents and objects.
//
// For the machine: the number of the second child of agent 3, or of that child's life object. A
// number means the same in every run of a machine. For people: "writer(2)", "sv[1]".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/names.hpp"
#include "machine/model/language/model_program.hpp"

namespace skein {

class ModelNames {
 public:
  // `program` must outlive this object.
  explicit ModelNames(const ModelProgram& program);

  // The agent that `parent` creates after `ordinal` others; a new one gets the next numbers. Throws
  // UserError if there are too many.
  AgentId child_of(AgentId parent, std::uint32_t ordinal, SiteId site);
  // The object on which message number `turn` of a fifo handler begins.
  ObjectId turn_object(ObjectId handler, std::uint32_t turn);
  [[nodiscard]] ObjectId life_of(AgentId agent) const { return agents_[agent.index()].life; }

  // Records that the agent is created with this body and these arguments.
  void describe(AgentId agent, BodyId body, const std::int64_t* arguments);

  [[nodiscard]] std::string agent_name(AgentId agent) const;
  [[nodiscard]] std::string object_name(ObjectId object) const;
  [[nodiscard]] std::string site_text(SiteId site) const;
  [[nodiscard]] SourceLine site_line(SiteId site) const;
  // The declared name of the array that cell or object `number` belongs to.
  [[nodiscard]] std::string array_name(bool is_cell, std::uint32_t number) const;
  // Empty if there is no such agent.
  [[nodiscard]] std::string body_name(AgentId agent) const;

 private:
  // Facts about an agent that hold for the machine's lifetime.
  struct AgentName {
    ObjectId life;
    std::vector<AgentId> children;  // by ordinal
    BodyId body = kMainBody;        // of its last creation
    std::array<std::int64_t, kMaxParameters> arguments{};
  };
  // An object that is not declared: the life of an agent, or a turn of a fifo handler.
  struct DynamicObject {
    AgentId agent;     // none: a turn
    ObjectId handler;  // none: a life
    std::uint32_t turn = 0;
  };

  ObjectId add(DynamicObject object);
  [[nodiscard]] std::string plain_agent_name(AgentId agent) const;

  const ModelProgram& program_;
  std::vector<AgentName> agents_;
  std::vector<DynamicObject> dynamic_objects_;
  std::vector<std::vector<ObjectId>> turns_;  // by the handler's number after the visible cells
};

}  // namespace skein
