// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/ir_names.hpp"

#include <algorithm>
#include <ranges>

namespace skein::ir {

std::string IrNames::agent(AgentId agent) const {
  if (agent == kMainAgent) return "main";
  return program_.function(agents_[agent].function).name + "(" + std::to_string(agent.value) + ")";
}

std::string IrNames::object(ObjectId x) const {
  const Object& object = memory_.objects()[x];
  if (object.kind == ObjectKind::SectionLock) return "atomic_sections";
  if (object.kind == ObjectKind::Life) return agent(object.agent);
  const BlockNames& blocks = memory_.blocks();
  if (is_agents(object.block)) {
    const std::string maker = agent(AgentId{blocks.agent_of(object.block)});
    const std::string number = std::to_string(blocks.number_of(object.block));
    const std::string what = is_heap(object.block) ? "heap" : "local";
    if (memory_.is_count_cell(x)) return "elements of " + what + number + "@" + maker;
    const std::uint32_t offset =
        is_heap(object.block)
            ? memory_.offset_of_cell(object.block, object.cell)
            : program_.layouts[blocks.layout_of(object.block)].cells[object.cell].offset;
    return what + number + "@" + maker + "+" + std::to_string(offset);
  }
  const Global& global = program_.global(object.block);
  const Layout& layout = program_.layouts[global.layout];
  if (layout.cells.size() == 1) return global.name;
  const bool is_even =
      std::all_of(layout.cells.begin(), layout.cells.end(),
                  [&](const CellShape& c) { return c.size == layout.cells.front().size; });
  const std::string index = memory_.is_folded(x) ? "..." : std::to_string(object.cell);
  if (is_even) return global.name + "[" + index + "]";
  return global.name + "+" + std::to_string(layout.cells[object.cell].offset);
}

std::string IrNames::memory(std::uint64_t address) const {
  const BlockId block = block_of(address);
  if (is_heap(block)) {
    return "byte " + std::to_string(offset_of(address)) + " of a heap block of " +
           agent(AgentId{memory_.blocks().agent_of(block)});
  }
  const ObjectId x = memory_.object_at(address);
  return x.is_none() ? "padding" : object(x);
}

Whole IrNames::whole(std::uint64_t address) const {
  const BlockId block = block_of(address);
  if (!is_agents(block)) return {Whole::Kind::Variable, program_.global(block).name};
  const BlockNames& blocks = memory_.blocks();
  const auto kind = is_heap(block) ? Whole::Kind::Heap : Whole::Kind::Variable;
  return {kind,
          std::to_string(blocks.number_of(block)) + "@" + agent(AgentId{blocks.agent_of(block)})};
}

std::string IrNames::linker_name(ObjectId x) const {
  const Object& object = memory_.objects()[x];
  if (object.kind != ObjectKind::Cell || is_agents(object.block)) return "";
  const Global& global = program_.global(object.block);
  const std::uint32_t offset = program_.layouts[global.layout].cells[object.cell].offset;
  return offset == 0 ? global.name : global.name + "+" + std::to_string(offset);
}

Place IrNames::place(SiteId site) {
  if (site.is_none() || site.index() >= program_.sites.size()) return {};
  const Site& s = program_.sites[site.index()];
  if (s.line == 0) return {};
  return Place{file_name(s), s.path, s.line, s.function, sources_.line(s.path, s.line)};
}

Stack IrNames::stack(const Thread& t) {
  Stack stack;
  for (const Frame& f : t.frames | std::views::reverse) {
    Place here = place(program_.function(f.function).code[f.pc].site);
    if (here.line != 0) stack.push_back(std::move(here));
  }
  return stack;
}

}  // namespace skein::ir
