// SPDX-License-Identifier: Apache-2.0
// Names of agents, objects and sites: for the model, and for people.
#include <algorithm>

#include "core/check.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

// Without folders, as messages name it.
std::string file_of(const Site& site) {
  const std::size_t slash = site.file.rfind('/');
  return slash == std::string::npos ? site.file : site.file.substr(slash + 1);
}

}  // namespace

AgentId IrSystem::child_agent(const Thread& creator, std::uint32_t ordinal) {
  const auto [it, is_new] = by_name_.emplace(std::pair{creator.agent, ordinal},
                                             static_cast<std::uint32_t>(agents_.size()));
  if (is_new) {
    if (agents_.size() >= kMostAgents) refuse(creator, "more than 65,535 threads at a time");
    agents_.push_back(AgentName{creator.agent, ordinal, 0});
  }
  return AgentId{it->second};
}

ObjectId IrSystem::life(std::uint32_t agent) {
  if (lives_.size() <= agent) lives_.resize(agent + 1);
  if (lives_[agent].is_none()) {
    lives_[agent] = ObjectId{names_.size()};
    names_.push_back(Name{true, agent, 0});
  }
  return lives_[agent];
}

// ---- Whose names are given again -------------------------------------------------------------

std::vector<IrSystem::Made> IrSystem::names_for(ValueId local) {
  std::vector<Made> names;
  if (local == 0 || threads_.status(local) != Status::Running) return names;
  const Thread t = threads_.unpack(local);
  const Instruction& in = here(t);
  if (!makes_block(t, in) || t.frames.back().phase >= kNameChosen) return names;
  for (const std::uint32_t block : possible_blocks(t, in)) {
    names.push_back(Made{block, cell_object(block, 0)});
  }
  return names;
}

bool IrSystem::thread_points_to(ValueId local, std::uint32_t block) const {
  if (local == 0) return false;
  const Thread t = threads_.unpack(local);
  bool has_pointer = block_of(t.result) == block;
  for_each_pointer(
      t, [&](std::uint64_t value) { has_pointer = has_pointer || block_of(value) == block; });
  return has_pointer;
}

bool IrSystem::object_points_to(ValueId value, std::uint32_t block) const {
  return value != 0 && block_of(cells_[value].bits) == block;
}

std::string IrSystem::agent_name(AgentId agent) const {
  if (agent == kMainAgent) return "main";
  const AgentName& name = agents_[agent.index()];
  return program_.functions[name.function].name + "(" + std::to_string(agent.value) + ")";
}

std::string IrSystem::object_name(ObjectId object) const {
  const Name& name = names_[object.index()];
  if (object == section_lock_) return "atomic_sections";
  if (name.is_life) return agent_name(AgentId{name.block});
  if (is_agents(name.block)) {
    const std::string maker = agent_name(AgentId{blocks_.agent_of(name.block)});
    const std::string number = std::to_string(blocks_.number_of(name.block));
    const std::string what = is_heap(name.block) ? "heap" : "local";
    const std::uint32_t offset =
        is_heap(name.block)
            ? 8 * name.cell
            : program_.layouts[blocks_.layout_of(name.block)].cells[name.cell].offset;
    return what + number + "@" + maker + "+" + std::to_string(offset);
  }
  const Global& global = program_.globals[name.block - 1];
  const Layout& layout = program_.layouts[global.layout];
  if (layout.cells.size() == 1) return global.name;
  const bool is_even =
      std::all_of(layout.cells.begin(), layout.cells.end(),
                  [&](const CellShape& c) { return c.size == layout.cells.front().size; });
  if (is_even) return global.name + "[" + std::to_string(name.cell) + "]";
  return global.name + "+" + std::to_string(layout.cells[name.cell].offset);
}

std::string IrSystem::linker_name(ObjectId object) const {
  const Name& name = names_[object.index()];
  if (object == section_lock_ || name.is_life || is_agents(name.block)) return "";
  const Global& global = program_.globals[name.block - 1];
  const std::uint32_t offset = program_.layouts[global.layout].cells[name.cell].offset;
  return offset == 0 ? global.name : global.name + "+" + std::to_string(offset);
}

Place IrSystem::place_of(SiteId site) {
  if (site.is_none() || site.index() >= program_.sites.size()) return {};
  const Site& s = program_.sites[site.index()];
  if (s.line == 0) return {};
  return Place{file_of(s), s.path, s.line, s.function, sources_.line(s.path, s.line)};
}

Stack IrSystem::stack_of(ValueId local) {
  Stack stack;
  const Thread t = threads_.unpack(local);
  std::for_each(t.frames.rbegin(), t.frames.rend(), [&](const Frame& f) {
    Place place = place_of(SiteId{program_.functions[f.function].code[f.pc].site});
    if (place.line != 0) stack.push_back(std::move(place));
  });
  return stack;
}

std::string IrSystem::site_text(SiteId site) const {
  if (site.is_none() || site.index() >= program_.sites.size()) return "";
  const Site& s = program_.sites[site.index()];
  if (s.line == 0) return s.function;
  return file_of(s) + ":" + std::to_string(s.line) + ": " + s.function;
}

SourceLine IrSystem::site_line(SiteId site) const {
  if (site.is_none() || site.index() >= program_.sites.size()) return {};
  const Site& s = program_.sites[site.index()];
  return s.line == 0 ? SourceLine{"", 0, s.function} : SourceLine{file_of(s), s.line, s.function};
}

}  // namespace skein::ir
