// SPDX-License-Identifier: Apache-2.0
// Copies to and from arrays that are folded (ir/memory/folds.hpp), where the same cells come again
// and again: which of them need not be copied twice, and which are overwritten as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "core/ids.hpp"
#include "machine/ir/memory/memory.hpp"

namespace skein::abstract {

class CopiedFolds {
 public:
  // `from`: empty for memset.
  CopiedFolds(ir::Memory& memory, std::uint64_t to, std::optional<std::uint64_t> from,
              std::uint64_t length)
      : memory_(memory), to_(to), from_(from), length_(length) {}

  // Where to go on: `at`, or after what would only be copied once more.
  [[nodiscard]] std::uint64_t next(std::uint64_t at);
  // The cells of the arrays that are written as a whole.
  [[nodiscard]] std::set<ObjectId> overwritten() const;

 private:
  // The fold that a pointer is in; null: none.
  [[nodiscard]] const ir::Fold* fold_at(std::uint64_t pointer) const;

  ir::Memory& memory_;
  std::uint64_t to_;
  std::optional<std::uint64_t> from_;
  std::uint64_t length_;
  std::optional<std::uint64_t> entered_;  // both sides are in the same folds since then
  const ir::Fold* to_fold_ = nullptr;
  const ir::Fold* from_fold_ = nullptr;
};

}  // namespace skein::abstract
