// SPDX-License-Identifier: Apache-2.0
#include "machine/model/model_names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/ensure.hpp"

namespace skein {

ModelNames::ModelNames(const ModelProgram& program)
    : program_(program), turns_(program.sync.size()) {
  agents_.emplace_back().life = add({kMainAgent, ObjectId{}, 0});
}

ObjectId ModelNames::add(DynamicObject object) {
  dynamic_objects_.push_back(object);
  return ObjectId{program_.static_objects() + dynamic_objects_.size() - 1};
}

AgentId ModelNames::child_of(AgentId parent, std::uint32_t ordinal, SiteId site) {
  const std::vector<AgentId>& known = agents_[parent.index()].children;
  if (ordinal < known.size()) return known[ordinal];
  ensure(ordinal == known.size(), "agents are named in order");
  if (agents_.size() >= kMaxAgents) {
    const Site& s = program_.sites[site.index()];
    throw UserError(fmt::format("{}:{}:{}: the program creates more than {} agents", program_.file,
                                s.line, s.column, kMaxAgents));
  }
  const AgentId child{agents_.size()};
  agents_.emplace_back().life = add({child, ObjectId{}, 0});
  agents_[parent.index()].children.push_back(child);
  return child;
}

ObjectId ModelNames::turn_object(ObjectId handler, std::uint32_t turn) {
  std::vector<ObjectId>& turns = turns_[handler.value - program_.visible_cells];
  while (turn >= turns.size()) {
    turns.push_back(add({AgentId{}, handler, static_cast<std::uint32_t>(turns.size())}));
  }
  return turns[turn];
}

void ModelNames::describe(AgentId agent, BodyId body, const std::int64_t* arguments) {
  AgentName& name = agents_[agent.index()];
  name.body = body;
  std::copy_n(arguments, program_.bodies[body.index()].parameters, name.arguments.begin());
}

std::string ModelNames::body_name(AgentId agent) const {
  if (agent.index() >= agents_.size()) return {};
  return program_.bodies[agents_[agent.index()].body.index()].name;
}

std::string ModelNames::plain_agent_name(AgentId agent) const {
  const AgentName& name = agents_[agent.index()];
  const ModelBody& body = program_.bodies[name.body.index()];
  if (body.parameters == 0) return body.name;
  std::string arguments;
  for (std::uint32_t i = 0; i < body.parameters; ++i) {
    arguments += fmt::format("{}{}", i == 0 ? "" : ",", name.arguments[i]);
  }
  return fmt::format("{}({})", body.name, arguments);
}

std::string ModelNames::agent_name(AgentId agent) const {
  if (agent.index() >= agents_.size()) return fmt::format("agent {}", agent.value);
  if (agent == kMainAgent) return "main";
  std::string name = plain_agent_name(agent);
  // The second of the same name is #2.
  std::size_t same = 1;
  for (std::uint32_t other = 1; other < agent.value; ++other) {
    if (plain_agent_name(AgentId{other}) == name) ++same;
  }
  if (same > 1) name += fmt::format("#{}", same);
  return name;
}

std::string ModelNames::array_name(bool is_cell, std::uint32_t number) const {
  for (const SharedArray& array : program_.shared) {
    const bool is_of_kind = (array.kind <= SharedKind::Data) == is_cell;
    if (is_of_kind && number >= array.base && number - array.base < array.size) return array.name;
  }
  return "?";
}

std::string ModelNames::object_name(ObjectId object) const {
  if (object.index() >= program_.static_objects() + dynamic_objects_.size()) {
    return fmt::format("object {}", object.value);
  }
  if (object.value >= program_.static_objects()) {
    const DynamicObject& o = dynamic_objects_[object.value - program_.static_objects()];
    if (!o.agent.is_none()) return agent_name(o.agent);
    return fmt::format("turn {} of {}", o.turn, object_name(o.handler));
  }
  const bool is_cell = object.value < program_.visible_cells;
  for (const SharedArray& array : program_.shared) {
    if (array.kind == SharedKind::Data || (array.kind < SharedKind::Data) != is_cell) continue;
    if (object.value < array.base || object.value - array.base >= array.size) continue;
    if (!array.is_array) return array.name;
    return fmt::format("{}[{}]", array.name, object.value - array.base);
  }
  return "?";
}

std::string ModelNames::site_text(SiteId site) const {
  if (site.index() >= program_.sites.size()) return program_.file;
  const Site& s = program_.sites[site.index()];
  return fmt::format("{}:{}: {}", program_.file, s.line, program_.texts[s.text]);
}

SourceLine ModelNames::site_line(SiteId site) const {
  if (site.index() >= program_.sites.size()) return {"", 0, program_.file};
  const Site& s = program_.sites[site.index()];
  return {program_.file, static_cast<std::uint32_t>(s.line), program_.texts[s.text]};
}

}  // namespace skein
