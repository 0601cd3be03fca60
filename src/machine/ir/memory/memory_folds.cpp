// SPDX-License-Identifier: Apache-2.0
// Which arrays can be folded (folds.hpp), and blocks of unknown size, which are.
#include <algorithm>
#include <cstring>
#include <numeric>
#include <set>

#include "machine/ir/memory/memory.hpp"

namespace skein::ir {

namespace {

// Strides that are tried.
constexpr std::uint64_t kMostTrials = 64;
constexpr std::uint64_t kLargestStride = 1U << 16U;

}  // namespace

Folds::Shape Memory::shape_of(BlockId block) const {
  if (!is_agents(block)) return block.value;
  if (is_unsized(block)) return blocks_.unsized_shape(block) + (3ULL << 40U);
  const std::uint64_t what = is_heap(block) ? blocks_.words_of(block) : blocks_.layout_of(block);
  return what + ((is_heap(block) ? 2ULL : 1ULL) << 40U);
}

std::uint32_t Memory::add_unsized(const UnsizedShape& shape) {
  const std::uint32_t number = unsized_.add(shape);
  folds_.put(number + (3ULL << 40U), shape.fold());
  return number;
}

bool Memory::is_count_cell(ObjectId x) const {
  if (unsized_.is_empty()) return false;
  const Object& object = objects_[x];
  return object.kind == ObjectKind::Cell && object.cell == kCountCell && is_unsized(object.block);
}

std::uint32_t Memory::own_cells_of(BlockId block) const {
  return is_unsized(block) ? unsized_shape(block).own_cells() : cells_of(block);
}

// Words that every block of this name has in full: the name tells its size only roughly.
std::uint32_t Memory::full_words(BlockId block) const {
  const std::uint32_t words = blocks_.words_of(block);
  return words < 512 ? words - 1 : words - 64;
}

std::uint32_t Memory::offset_of_cell(BlockId block, std::uint32_t cell) const {
  if (is_unsized(block)) return unsized_shape(block).offset_of(cell);
  return is_heap(block) ? 8 * cell : layout_of(block).cells[cell].offset;
}

std::vector<ValueId> Memory::initial_values(BlockId block, std::uint32_t begin, std::uint32_t end,
                                            std::uint32_t stride) {
  const std::uint32_t size = extent_at(pointer_to(block, begin)).end - begin;
  std::set<std::uint64_t> contents;
  for (std::uint32_t at = begin; at < end; at += stride) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, program_.global(block).bytes.data() + at, size);
    contents.insert(bits);
  }
  std::vector<ValueId> values;
  for (const std::uint64_t bits : contents) values.push_back(cells_.bytes(size, bits));
  return values;
}

bool Memory::is_folded(ObjectId x) const {
  if (folds_.is_empty()) return false;
  const Object& object = objects_[x];
  if (object.kind != ObjectKind::Cell) return false;
  return folds_.find(shape_of(object.block), offset_of_cell(object.block, object.cell)) != nullptr;
}

bool Memory::is_folded_away(BlockId block, std::uint32_t cell) const {
  if (folds_.is_empty()) return false;
  const std::uint32_t offset = offset_of_cell(block, cell);
  return folds_.folded(shape_of(block), offset) != offset;
}

std::uint64_t Memory::folded(std::uint64_t pointer) const {
  if (folds_.is_empty() || is_private(pointer)) return pointer;
  const BlockId block = block_of(pointer);
  if (is_agents(block) && !blocks_.is_name(block)) return pointer;
  const std::uint32_t offset = offset_of(pointer);
  return pointer - offset + folds_.folded(shape_of(block), offset);
}

void Memory::fold_access(MemoryAccess& access) const {
  if (folds_.is_empty() || is_private(access.address)) return;
  const BlockId block = block_of(access.address);
  const std::uint64_t base = access.address - offset_of(access.address);
  for (const Fold& fold : folds_of(block)) {
    const std::uint64_t begin = base + fold.begin;
    const std::uint64_t end = access.address + access.length;
    if (end <= begin || access.address >= base + fold.end) continue;
    const std::uint64_t first = folded(access.address);
    if (access.address >= begin && first + access.length <= begin + fold.stride) {
      access.address = first;
      return;
    }
    // More than a part of one element: all of it.
    access.address = std::min(access.address, begin);
    access.length = std::max(end, begin + fold.stride) - access.address;
  }
}

// Whether the cells from begin to end are bytes, and look the same this far apart.
bool Memory::is_periodic(BlockId block, std::uint32_t begin, std::uint32_t end,
                         std::uint32_t stride) const {
  if (is_heap(block)) return stride % 8 == 0;
  const std::vector<CellShape>& cells = layout_of(block).cells;
  const auto at = [&](std::uint32_t offset) {
    return std::lower_bound(cells.begin(), cells.end(), offset,
                            [](const CellShape& c, std::uint32_t x) { return c.offset < x; });
  };
  auto next = at(begin + stride);
  for (auto cell = at(begin); cell != cells.end() && cell->offset < end; ++cell) {
    if (cell->kind != CellKind::Bytes || cell->size > 8) return false;
    if (cell->offset + stride >= end) continue;
    if (next == cells.end() || next->offset != cell->offset + stride || next->size != cell->size) {
      return false;
    }
    ++next;
  }
  return true;
}

std::optional<Fold> Memory::foldable(std::uint64_t first, std::uint64_t last,
                                     std::uint64_t stride) const {
  const BlockId block = block_of(first);
  if (is_private(first) || is_unsized(block)) return std::nullopt;
  const Extent from = extent_at(first);
  const Extent to = extent_at(last);
  if (!from.is_cell || !to.is_cell) return std::nullopt;
  Fold fold{from.begin, to.end, 0};
  if (is_heap(block)) fold.end = std::min(fold.end, 8 * full_words(block));
  const Folds::Shape shape = shape_of(block);
  for (const Fold& old : folds_.of(shape)) {
    if (!old.overlaps(fold.begin, fold.end)) continue;
    fold.begin = std::min(fold.begin, old.begin);
    fold.end = std::max(fold.end, old.end);
    stride = std::gcd(stride, static_cast<std::uint64_t>(old.stride));
  }
  for (std::uint64_t trial = 1; stride > 0 && trial <= kMostTrials; ++trial) {
    const std::uint64_t tried = trial * stride;
    if (tried > kLargestStride || fold.begin + 2 * tried > fold.end) return std::nullopt;
    if (!is_periodic(block, fold.begin, fold.end, static_cast<std::uint32_t>(tried))) continue;
    fold.stride = static_cast<std::uint32_t>(tried);
    const Fold* const old = folds_.find(shape, fold.begin);
    if (old != nullptr && *old == fold) return std::nullopt;
    return fold;
  }
  return std::nullopt;
}

bool Memory::fold(std::uint64_t first, std::uint64_t last, std::uint64_t stride) {
  const std::optional<Fold> fold = foldable(first, last, stride);
  if (fold) folds_.put(shape_of(block_of(first)), *fold);
  return fold.has_value();
}

}  // namespace skein::ir
