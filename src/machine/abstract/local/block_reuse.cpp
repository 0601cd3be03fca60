// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/block_reuse.hpp"

#include <algorithm>
#include <cstring>

#include "machine/abstract/local/targets.hpp"
#include "machine/ir/memory/sorted_list.hpp"
#include "machine/ir/steps/touches.hpp"

namespace skein::abstract {

namespace {

// Numbers of more elements cannot be used as pointers.
constexpr std::uint64_t kMostPlaces = 4096;

// Whether the part has addresses of many blocks, too many to be followed.
bool is_anything(const Strided& part) {
  return part.steps() > kMostPlaces &&
         (part.hi >> 32U) - (part.lo >> 32U) >= TargetSearch::kMostBlocks;
}

bool may_point_to(const Parts& parts, BlockId block) {
  const std::uint64_t first = std::uint64_t{block.value} << 32U;
  const std::uint64_t last = first + 0xffffffffU;
  return std::any_of(parts.begin(), parts.end(), [&](const Strided& part) {
    return !is_anything(part) && clipped(part, first, last).has_value();
  });
}

bool may_point_to(const Numbers& numbers, const std::vector<std::uint8_t>& bytes,
                  const UnknownMemory& unknowns, BlockId block) {
  for (std::size_t i = 0; i + 8 <= bytes.size(); ++i) {
    std::uint64_t value = 0;
    std::memcpy(&value, &bytes[i], 8);
    if (ir::block_of(value) == block) return true;
  }
  return std::any_of(unknowns.begin(), unknowns.end(), [&](const UnknownBytes& u) {
    return u.size == 8 && may_point_to(numbers[u.number], block);
  });
}

}  // namespace

bool becomes_pointer(const Parts& before, const Parts& after) {
  const auto is_address = [](const Strided& part) {
    return !is_anything(part) && ir::is_agents(ir::block_of(part.hi));
  };
  return std::any_of(before.begin(), before.end(), is_anything) &&
         std::any_of(after.begin(), after.end(), is_address);
}

bool BlockReuse::points_to(ValueId cell, BlockId block) const {
  if (cell.is_absent()) return false;
  const NumberId number = lattice_.number_in(cell);
  if (!number.is_none()) return may_point_to(numbers_[number], block);
  return result_points_to(context_.memory.cells()[cell].bits, block);
}

bool BlockReuse::points_to(const State& s, BlockId block) const {
  if (result_points_to(s.thread.result, block)) return true;
  for (std::size_t i = 0; i < s.frames.size(); ++i) {
    const ir::Frame& f = s.thread.frames[i];
    for (const std::uint32_t slot : ir::live_slots(context_.program, f, i + 1 == s.frames.size())) {
      const NumberId unknown = s.frames[i].slots[slot];
      if (unknown.is_none() ? ir::block_of(f.slots[slot]) == block
                            : may_point_to(numbers_[unknown], block)) {
        return true;
      }
    }
    if (may_point_to(numbers_, f.memory, s.frames[i].memory, block)) return true;
  }
  if (may_point_to(numbers_, s.thread.own, s.own, block)) return true;
  return std::any_of(s.written.begin(), s.written.end(),
                     [&](const auto& pair) { return points_to(pair.second, block); });
}

bool BlockReuse::result_points_to(std::uint64_t result, BlockId block) const {
  const NumberId unknown = Registers::unknown_result(result);
  return unknown.is_none() ? ir::block_of(result) == block : may_point_to(numbers_[unknown], block);
}

Fate BlockReuse::fate_of(const State& s, BlockId block, Segment& segment) const {
  const ObjectId first = context_.memory.objects().cell(block, 0);
  if (shared_.is_watched(first)) return Fate::Watched;
  if (const ValueId* mine = find(s.written, first)) {
    return mine->is_absent() ? Fate::Freed : Fate::Alive;
  }
  const Fate fate = segment.fate(block);
  segment.fates[block] = fate;
  return fate;
}

void BlockReuse::drop_dead_slots(State& s) const {
  for (std::size_t i = 0; i < s.frames.size(); ++i) {
    ir::Frame& f = s.thread.frames[i];
    for (std::size_t slot = 0; slot < f.slots.size(); ++slot) {
      if (ir::is_live(context_.program, f, i + 1 == s.frames.size(), slot)) continue;
      f.slots[slot] = 0;
      s.frames[i].slots[slot] = lattice_.anything();
    }
  }
}

std::vector<BlockId> BlockReuse::free_names(State& s, Segment& segment) const {
  drop_dead_slots(s);
  std::vector<BlockId> names;
  for (const BlockId block : s.thread.numbers) {
    if (fate_of(s, block, segment) == Fate::Freed && !points_to(s, block)) names.push_back(block);
  }
  return names;
}

BlockId BlockReuse::choose_unsized(State& s, std::uint32_t shape, Segment& segment) {
  const std::vector<BlockId> names = s.thread.numbers;
  BlockId block = context_.allocation.new_unsized_block(s.thread, shape);
  if (options_.reuses_names && segment.section == nullptr) {
    for (const BlockId old : free_names(s, segment)) ir::erase_value(s.thread.numbers, old);
    const BlockId old = context_.allocation.new_unsized_block(s.thread, shape);
    std::vector<Touch> cells;
    ir::touch_block(context_.memory, cells, old);
    // What is watched needs a name of its own.
    const bool is_watched = std::any_of(cells.begin(), cells.end(), [&](const Touch& cell) {
      return shared_.is_watched(cell.object);
    });
    if (!is_watched && ir::contains(names, old)) segment.reused.insert(old);
    if (!is_watched) block = old;
  }
  s.thread.numbers = names;
  if (!ir::contains(names, block)) context_.allocation.keep(s.thread, block);
  return block;
}

Transition BlockReuse::choose_name(State& s, const ir::Instruction& in, Segment& segment,
                                   std::vector<BlockId>& free) {
  // What a section touches must not depend on what became of earlier blocks.
  const bool may_reuse = options_.reuses_names && !segment.is_visible_step &&
                         segment.section == nullptr &&
                         context_.allocation.makes_block(s.thread, in);
  if (!may_reuse) return footprints_.next(s.thread);
  free = free_names(s, segment);
  const std::vector<BlockId> names = s.thread.numbers;
  for (const BlockId block : free) ir::erase_value(s.thread.numbers, block);
  Transition what = footprints_.next(s.thread);
  // A visible allocation takes a name of its own: what it touches must not depend on the history.
  if (shared_.is_any_watched(what)) {
    s.thread.numbers = names;
    return footprints_.next(s.thread);
  }
  const BlockId chosen = context_.allocation.new_block(s.thread, in);
  if (ir::contains(names, chosen) && fate_of(s, chosen, segment) == Fate::Freed) {
    segment.reused.insert(chosen);
  }
  return what;
}

}  // namespace skein::abstract
