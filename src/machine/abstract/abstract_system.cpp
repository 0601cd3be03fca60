// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/abstract_system.hpp"

#include <utility>

#include "core/random.hpp"

namespace skein::abstract {

AbstractSystem::AbstractSystem(ir::Program program, ir::SystemOptions options, ProveOptions prove)
    : instance_(std::move(program), std::move(options), std::move(prove)),
      initial_(instance_.context, instance_.lattice),
      history_(instance_.context, instance_.lattice, initial_),
      steps_(instance_, history_),
      iterations_(instance_, history_) {}

ValueId AbstractSystem::initial_local() {
  State main;
  main.thread = ir::initial_thread(instance_.context);
  Registers::fit_frames(main);
  return instance_.locals.intern(main);
}

void AbstractSystem::begin_again() {
  steps_.begin_again();
  iterations_.begin_again();
  history_.clear();
  initial_.begin_again();
  last_ = {};
  instance_.section_lock.begin_again();
}

// ---- Execution -----------------------------------------------------------------------------

std::uint32_t AbstractSystem::choices(ValueId local, std::span<const ValueId> values) {
  if (!steps_.is_enabled(local, values)) return 0;
  return static_cast<std::uint32_t>(steps_.result_of(local, values).endings.size());
}

const Outcome& AbstractSystem::execute(ValueId local, std::span<const ValueId> values,
                                       std::uint32_t choice) {
  const StepResult& result = steps_.result_of(local, values);
  const Ending& ending = result.endings[choice];
  last_.what = steps_.transition(local);
  last_.outcome = {};
  last_.outcome.local = ending.local;
  last_.outcome.values = ending.values;
  last_.outcome.born = ending.born;
  last_.outcome.fault = ending.fault;
  last_.outcome.carried = history_.after(last_.what->agent, ending.written, ending.facts);
  last_.outcome.segment = result.segment;
  last_.seen.assign(values.begin(), values.end());
  last_.written = ending.written;
  last_.facts = ending.facts;
  return last_.outcome;
}

// The accesses that are visible operations: those to watched cells.
std::vector<MemoryAccess> AbstractSystem::accesses(ValueId local) {
  if (local.is_absent() || instance_.locals.status(local) != ir::Status::Running) return {};
  const State s = steps_.with_place(instance_.locals.unpack(local));
  std::vector<MemoryAccess> found = instance_.footprints.accesses(s.thread, ir::Copies::Whole);
  // Any two elements of an array that is folded may be the same.
  for (MemoryAccess& access : found) instance_.context.memory.fold_access(access);
  return found;
}

std::optional<ir::ByteRange> AbstractSystem::global_bytes(ObjectId object) const {
  const ir::Memory& memory = instance_.context.memory;
  const ir::Object& what = memory.objects()[object];
  if (what.kind != ir::ObjectKind::Cell || ir::is_agents(what.block) || memory.is_folded(object)) {
    return std::nullopt;
  }
  const std::uint64_t begin =
      ir::pointer_to(what.block, memory.offset_of_cell(what.block, what.cell));
  const ir::Extent extent = memory.extent_at(begin);
  return ir::ByteRange{begin, begin + (extent.end - extent.begin)};
}

// ---- Names of blocks -----------------------------------------------------------------------

bool AbstractSystem::thread_points_to(ValueId local, BlockId block) const {
  return !local.is_absent() &&
         instance_.transfer.blocks().points_to(instance_.locals.unpack(local), block);
}

bool AbstractSystem::record_points_to(CarriedId record, BlockId block) const {
  bool points = false;
  history_.for_each(record, [&](ObjectId, ValueId value) {
    points = points || instance_.transfer.blocks().points_to(value, block);
  });
  return points;
}

// ---- Order ---------------------------------------------------------------------------------

std::uint64_t AbstractSystem::shape_of_local(ValueId local) {
  return local.is_absent() ? 0 : instance_.locals.shape(local);
}

std::uint64_t AbstractSystem::shape_of_value(ValueId value) {
  return instance_.lattice.number_in(value).is_none() ? mix64(value.value) : 1;
}

}  // namespace skein::abstract
