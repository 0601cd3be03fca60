// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/targets.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace skein::abstract {

namespace {

// Arrays of fewer cells are not worth folding.
constexpr std::uint32_t kFewCells = 256;

void put(Targets& found, std::uint64_t place, const Strided& pointers) {
  const auto at = std::lower_bound(found.places.begin(), found.places.end(), place,
                                   [](const Target& t, std::uint64_t x) { return t.place < x; });
  if (at != found.places.end() && at->place == place) {
    at->pointers.push_back(pointers);
  } else {
    found.places.insert(at, Target{place, {pointers}});
  }
}

// The elements up to the one with this number, and those after it.
Strided first_elements(const Strided& all, std::uint64_t last) {
  return last == 0 ? Strided::constant(all.lo)
                   : Strided{all.lo, all.lo + last * all.stride, all.stride};
}
Strided elements_from(const Strided& all, std::uint64_t first) {
  const std::uint64_t lo = all.lo + first * all.stride;
  return lo == all.hi ? Strided::constant(lo) : Strided{lo, all.hi, all.stride};
}

}  // namespace

Parts Targets::pointers() const {
  Parts all;
  for (const Target& target : places) {
    all.insert(all.end(), target.pointers.begin(), target.pointers.end());
  }
  return all;
}

Targets TargetSearch::find(const ir::Thread& t, const Parts& pointers, std::uint32_t bytes,
                           bool is_write, const BlockSizes& sizes) {
  const Question question{t, bytes, is_write, sizes};
  Targets found = collect(question, pointers);
  if (found.are_too_many || found.will_be_folded || found.places.size() <= most_) return found;
  found.will_be_folded = fold_largest(found);
  return found;
}

bool TargetSearch::want(const WantedFold& fold) {
  if (!context_.memory.foldable(fold.first, fold.last, fold.stride)) return false;
  wanted_.push_back(fold);
  return true;
}

// Each may be a part of another one by now.
void TargetSearch::begin_again() {
  for (const WantedFold& fold : wanted_) {
    static_cast<void>(context_.memory.fold(fold.first, fold.last, fold.stride));
  }
  wanted_.clear();
}

ViolationFacts TargetSearch::error_at(const Question& question, std::uint64_t pointer) const {
  const BlockId block = ir::block_of(pointer);
  if (!context_.memory.is_unsized(block)) {
    return context_.memory.pointer_error(question.thread, pointer, question.bytes,
                                         question.is_write);
  }
  const std::uint64_t size = question.sizes ? question.sizes(block).most : SizeBounds{}.most;
  // Before the beginning, an offset is very large.
  if (std::uint64_t{ir::offset_of(pointer)} + question.bytes <= size) return {};
  return ir::wrong_access(ViolationCode::OutsideOfHeapBlock, question.is_write);
}

Targets TargetSearch::collect(const Question& question, const Parts& pointers) {
  Targets found;
  for (const Strided& part : pointers) {
    add(question, part, found);
    if (found.places.size() > kMost) found.are_too_many = true;
    if (found.are_too_many || found.will_be_folded) break;
  }
  return found;
}

// Asks for an array to be folded, in the block that has the most of these places.
bool TargetSearch::fold_largest(const Targets& found) {
  std::map<std::uint64_t, std::pair<std::size_t, Strided>> blocks;
  for (const Target& target : found.places) {
    const Strided here = Strided::constant(target.place);
    auto& [count, all] =
        blocks.try_emplace(target.place >> 32U, std::pair{std::size_t{0}, here}).first->second;
    ++count;
    all = hull(all, here);
  }
  const auto largest = std::max_element(
      blocks.begin(), blocks.end(),
      [](const auto& a, const auto& b) { return a.second.first < b.second.first; });
  const Strided& all = largest->second.second;
  return want({all.lo, all.hi, all.stride});
}

// Within a block, pointers below its base are wrong, then they are right, then wrong again.
void TargetSearch::add(const Question& question, const Strided& pointers, Targets& found) {
  const std::uint64_t blocks = (pointers.hi >> 32U) - (pointers.lo >> 32U);
  if (blocks >= kMostBlocks) {
    if (pointers.steps() >= kMost) {
      found.are_too_many = true;
      return;
    }
    for (std::uint64_t i = 0; i <= pointers.steps(); ++i) {
      add(question, Strided::constant(pointers.lo + i * pointers.stride), found);
    }
    return;
  }
  for (std::uint64_t block = pointers.lo >> 32U; blocks > 0 && block <= pointers.hi >> 32U;
       ++block) {
    const auto inside = clipped(pointers, block << 32U, (block << 32U) + 0xffffffffU);
    if (inside) add(question, *inside, found);
  }
  if (blocks > 0) return;
  const std::uint64_t base = ir::pointer_to(ir::block_of(pointers.lo), 0);
  const auto note_error = [&](std::uint64_t pointer) {
    if (found.error.is_none()) found.error = error_at(question, pointer);
  };
  if (pointers.lo < base) note_error(pointers.lo);
  const std::optional<Strided> above = clipped(pointers, base, (pointers.lo | 0xffffffffULL));
  if (!above) return;
  std::uint64_t right = 0;  // how many are
  std::uint64_t end = above->steps() + 1;
  while (right < end) {
    const std::uint64_t middle = right + (end - right) / 2;
    if (error_at(question, above->lo + middle * above->stride).is_none()) {
      right = middle + 1;
    } else {
      end = middle;
    }
  }
  if (right <= above->steps()) note_error(above->lo + right * above->stride);
  if (right == 0) return;
  const std::uint64_t last = above->lo + (right - 1) * above->stride;
  const BlockId block = ir::block_of(last);
  if (question.sizes && context_.memory.is_unsized(block) &&
      ir::offset_of(last) + question.bytes > question.sizes(block).least && found.error.is_none()) {
    found.error = ir::wrong_access(ViolationCode::OutsideOfHeapBlock, question.is_write);
  }
  add_right(question, first_elements(*above, right - 1), found);
}

void TargetSearch::add_right(const Question& question, const Strided& pointers, Targets& found) {
  const std::uint64_t base = ir::pointer_to(ir::block_of(pointers.lo), 0);
  const bool is_private = context_.memory.is_private(pointers.lo);
  std::vector<ir::Fold> folds;
  if (!is_private) folds = context_.memory.folds_of(ir::block_of(pointers.lo));
  std::sort(folds.begin(), folds.end(),
            [](const ir::Fold& a, const ir::Fold& b) { return a.begin < b.begin; });
  const auto add_all = [&](const Strided& range) {
    if (range.steps() >= most_) {
      found.will_be_folded = !is_private && want({range.lo, range.hi, range.stride});
      found.are_too_many = !found.will_be_folded && range.steps() >= kMost;
      if (found.are_too_many || found.will_be_folded) return;
    }
    for (std::uint64_t i = 0; i <= range.steps(); ++i) {
      add_one(range.lo + i * range.stride, found);
    }
  };
  Strided rest = pointers;
  for (const ir::Fold& fold : folds) {
    // Accesses that reach beyond the fold are not in it.
    if (fold.end - fold.begin < question.bytes) continue;
    const std::uint64_t first = base + fold.begin;
    const std::uint64_t last = base + fold.end - question.bytes;
    const std::optional<Strided> inside = clipped(rest, first, last);
    if (!inside) continue;
    const std::uint64_t before = inside->lo == rest.lo ? 0 : (inside->lo - rest.lo) / rest.stride;
    if (before > 0) add_all(first_elements(rest, before - 1));
    if (found.are_too_many || found.will_be_folded) return;
    add_folded(fold, *inside, found);
    const std::uint64_t next = before + inside->steps() + 1;
    if (next > rest.steps()) return;
    rest = elements_from(rest, next);
  }
  add_all(rest);
}

void TargetSearch::add_folded(const ir::Fold& fold, const Strided& pointers, Targets& found) {
  // After this many elements the same places come again.
  const std::uint64_t period =
      pointers.is_constant() ? 1
                             : fold.stride / std::gcd<std::uint64_t>(fold.stride, pointers.stride);
  const std::uint64_t count = std::min(period, pointers.steps() + 1);
  if (count > kMost) {
    found.are_too_many = true;
    return;
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t first = pointers.lo + i * pointers.stride;
    const std::uint64_t last = first + (pointers.steps() - i) / period * period * pointers.stride;
    const Strided alike =
        first == last ? Strided::constant(first) : Strided{first, last, period * pointers.stride};
    put(found, context_.memory.folded(first), alike);
  }
}

void TargetSearch::add_one(std::uint64_t pointer, Targets& found) {
  put(found, pointer, Strided::constant(pointer));
}

// The longest run of like cells around it, or else the whole block.
void TargetSearch::fold_around(ObjectId object) {
  ir::Memory& memory = context_.memory;
  const ir::Object here = memory.objects()[object];
  if (here.kind != ir::ObjectKind::Cell || memory.is_folded(object)) return;
  if (memory.is_unsized(here.block)) return;
  const std::uint32_t cells = memory.cells_of(here.block);
  if (cells < kFewCells) return;
  const auto pointer = [&](std::uint32_t cell) {
    return ir::pointer_to(here.block, memory.offset_of_cell(here.block, cell));
  };
  const std::uint32_t neighbour = std::min(here.cell, cells - 2);
  const std::uint64_t stride = pointer(neighbour + 1) - pointer(neighbour);
  std::uint32_t first = here.cell;
  std::uint32_t last = here.cell;
  while (first > 0 && pointer(first) - pointer(first - 1) == stride) --first;
  while (last + 1 < cells && pointer(last + 1) - pointer(last) == stride) ++last;
  if (last - first < kFewCells) {
    first = 0;
    last = cells - 1;
  }
  static_cast<void>(want({pointer(first), pointer(last), stride}));
}

}  // namespace skein::abstract
