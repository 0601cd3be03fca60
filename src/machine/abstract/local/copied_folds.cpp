// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/local/copied_folds.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace skein::abstract {

const ir::Fold* CopiedFolds::fold_at(std::uint64_t pointer) const {
  if (memory_.is_private(pointer)) return nullptr;
  return memory_.fold_at(ir::block_of(pointer), ir::offset_of(pointer));
}

std::uint64_t CopiedFolds::next(std::uint64_t at) {
  const ir::Fold* const to = fold_at(to_ + at);
  const ir::Fold* const from = from_ ? fold_at(*from_ + at) : nullptr;
  if (to == nullptr || (from_ && from == nullptr)) {
    entered_.reset();
    return at;
  }
  if (!entered_ || to != to_fold_ || from != from_fold_) entered_ = at;
  to_fold_ = to;
  from_fold_ = from;
  std::uint64_t period = to->stride;
  std::uint64_t left = to->end - ir::offset_of(to_ + at);
  if (from_ && from != nullptr) {
    period = std::lcm(period, static_cast<std::uint64_t>(from->stride));
    left = std::min<std::uint64_t>(left, from->end - ir::offset_of(*from_ + at));
  }
  if (at - *entered_ < period) return at;
  // By whole periods, so that the rest begins where it would have begun.
  return at + std::min(left, length_ - at) / period * period;
}

std::set<ObjectId> CopiedFolds::overwritten() const {
  std::set<ObjectId> cells;
  if (memory_.is_private(to_)) return cells;
  const BlockId block = ir::block_of(to_);
  const std::uint64_t begin = ir::offset_of(to_);
  for (const ir::Fold& fold : memory_.folds_of(block)) {
    if (fold.begin < begin || fold.end > begin + length_) continue;
    std::vector<ir::Part> parts;
    memory_.split(ir::pointer_to(block, fold.begin), fold.stride, parts);
    for (const ir::Part& part : parts) cells.insert(part.object);
  }
  return cells;
}

}  // namespace skein::abstract
