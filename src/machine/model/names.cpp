// SPDX-License-Identifier: Apache-2.0
// Names: of agents and objects for the machine (who is the second child of agent 3?) and for
// people ("writer(2)", "sv[1]"), and the digest of a final state.
#include <fmt/format.h>

#include <algorithm>

#include "core/check.hpp"
#include "machine/model/machine.hpp"

namespace skein {

AgentId ModelMachine::child_of(std::uint32_t a, std::uint32_t ordinal, SiteId site) {
  if (ordinal < agents_[a].children.size()) return agents_[a].children[ordinal];
  check(ordinal == agents_[a].children.size(), "agents are named in order");
  if (agents_.size() >= kMaxAgents) {
    const Site& s = program_.sites[site.index()];
    throw UserError(fmt::format("{}:{}:{}: the program creates more than {} agents", program_.file,
                                s.line, s.column, kMaxAgents));
  }
  const AgentId child{agents_.size()};
  AgentName name;
  name.life = ObjectId{program_.static_objects() + dynamic_objects_.size()};
  dynamic_objects_.push_back(DynamicObject{true, child.value, 0});
  agents_.push_back(std::move(name));
  agents_[a].children.push_back(child);
  return child;
}

ObjectId ModelMachine::turn_object(std::uint32_t handler, std::uint32_t turn) {
  std::vector<ObjectId>& turns = turns_[handler - program_.visible_cells];
  while (turn >= turns.size()) {
    dynamic_objects_.push_back(
        DynamicObject{false, handler, static_cast<std::uint32_t>(turns.size())});
    turns.emplace_back(program_.static_objects() + dynamic_objects_.size() - 1);
  }
  return turns[turn];
}

std::string ModelMachine::plain_agent_name(AgentId agent) const {
  const AgentName& name = agents_[agent.index()];
  const ModelBody& body = program_.bodies[name.body];
  if (body.parameters == 0) return body.name;
  std::string arguments;
  for (std::uint32_t i = 0; i < body.parameters; ++i) {
    arguments += fmt::format("{}{}", i == 0 ? "" : ",", name.arguments[i]);
  }
  return fmt::format("{}({})", body.name, arguments);
}

std::string ModelMachine::agent_name(AgentId agent) const {
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

std::string ModelMachine::array_name(bool is_cell, std::uint32_t number) const {
  for (const SharedArray& array : program_.shared) {
    const bool is_of_kind = (array.kind <= SharedKind::Data) == is_cell;
    if (is_of_kind && number >= array.base && number - array.base < array.size) return array.name;
  }
  return "?";
}

std::string ModelMachine::object_name(ObjectId object) const {
  if (object.index() >= program_.static_objects() + dynamic_objects_.size()) {
    return fmt::format("object {}", object.value);
  }
  if (object.value >= program_.static_objects()) {
    const DynamicObject& o = dynamic_objects_[object.value - program_.static_objects()];
    if (o.is_life) return agent_name(AgentId{o.agent_or_handler});
    return fmt::format("turn {} of {}", o.turn, object_name(ObjectId{o.agent_or_handler}));
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

std::string ModelMachine::site_text(SiteId site) const {
  if (site.index() >= program_.sites.size()) return program_.file;
  const Site& s = program_.sites[site.index()];
  return fmt::format("{}:{}: {}", program_.file, s.line, program_.texts[s.text]);
}

SourceLine ModelMachine::site_line(SiteId site) const {
  if (site.index() >= program_.sites.size()) return {"", 0, program_.file};
  const Site& s = program_.sites[site.index()];
  return {program_.file, static_cast<std::uint32_t>(s.line), program_.texts[s.text]};
}

std::string ModelMachine::final_state() const {
  std::string out;
  const auto agent = [&](std::uint32_t a) { return a == kNobody ? -1 : std::int64_t{a}; };
  for (const SharedArray& array : program_.shared) {
    if (array.kind == SharedKind::Mailbox) continue;
    for (std::uint32_t i = 0; i < array.size; ++i) {
      out += array.is_array ? fmt::format("{}[{}]:", array.name, i) : array.name + ":";
      if (array.kind <= SharedKind::Data) {
        out += fmt::format(" {}", state_.cells()[array.base + i]);
      } else {
        const SyncState& s = state_.sync(array.base + i);
        out += fmt::format(" owner {} count {} value {}", agent(s.owner), s.count, s.value);
      }
      if (array.kind == SharedKind::Atomic || array.kind > SharedKind::Data) {
        std::vector<std::uint32_t> sleepers;
        for (std::uint32_t a = 0; a < state_.limit(); ++a) {
          const AgentState& s = state_.agent(a);
          if (s.sleeps_on == array.base + i) sleepers.push_back(a);
        }
        std::sort(sleepers.begin(), sleepers.end(), [&](std::uint32_t a, std::uint32_t b) {
          return state_.agent(a).arrival < state_.agent(b).arrival;
        });
        for (const std::uint32_t a : sleepers) out += fmt::format(" sleeper {}", a);
      }
      out += '\n';
    }
  }
  for (std::uint32_t a = 0; a < state_.limit(); ++a) {
    const AgentState& s = state_.agent(a);
    if (s.status == AgentStatus::None) continue;
    out += fmt::format("agent {}: {} status {} pc {} children {} turn {}{}{}{}", a,
                       program_.bodies[s.body].name, static_cast<int>(s.status), s.pc, s.children,
                       s.turn, s.is_detached ? " detached" : "", s.is_joined ? " joined" : "",
                       s.was_woken ? (s.may_time_out ? " woken or late" : " woken") : "");
    const std::uint32_t registers = program_.bodies[s.body].registers;
    for (std::uint32_t i = 0; i < registers; ++i) {
      out += fmt::format(" {}", state_.registers(a)[i]);
    }
    for (std::uint32_t i = 0; i < program_.rwlocks; ++i) {
      out += fmt::format(" r{}", state_.read_holds(a)[i]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace skein
