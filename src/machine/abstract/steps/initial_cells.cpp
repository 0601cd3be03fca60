// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/steps/initial_cells.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "core/ensure.hpp"

namespace skein::abstract {

ValueId InitialCells::joined(ObjectId object) {
  ir::Memory& memory = context_.memory;
  const ir::Object cell = memory.objects()[object];
  if (ir::is_agents(cell.block)) return memory.initial_value(object);
  const std::uint32_t offset = memory.offset_of_cell(cell.block, cell.cell);
  const ir::Fold* const fold = memory.fold_at(cell.block, offset);
  ensure(fold != nullptr, "the cell is folded");
  const std::uint32_t first = fold->folded(offset);
  const auto [it, is_new] = folded_.emplace(std::pair{cell.block, first}, ValueId{});
  if (!is_new) return it->second;
  const std::vector<ValueId> values =
      memory.initial_values(cell.block, first, fold->end, fold->stride);
  ValueId all = values.front();
  for (const ValueId value : values) {
    const std::optional<ValueId> both = lattice_.join(all, value, nullptr);
    ensure(both.has_value(), "elements of an array that is folded are alike");
    all = both.value_or(all);
  }
  it->second = all;
  return all;
}

}  // namespace skein::abstract
