// SPDX-License-Identifier: Apache-2.0
// Arrays whose elements share the cells of the first one.
//
// `skein prove` cannot keep the elements of a large array apart: it folds the array, and each cell
// of the first element stands for the same cell of all elements (machine/abstract). The ir machine
// itself folds nothing. What is folded is decided by the blocks' shape, so that all blocks of one
// shape agree.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

namespace skein::ir {

// From `begin` to `end` of a block, what is `stride` bytes apart is the same.
struct Fold {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t stride = 0;

  friend bool operator==(const Fold&, const Fold&) = default;

  [[nodiscard]] bool contains(std::uint32_t offset) const {
    return begin <= offset && offset < end;
  }
  [[nodiscard]] bool overlaps(std::uint32_t from, std::uint32_t to) const {
    return begin < to && from < end;
  }
  // REQUIRES contains(offset).
  [[nodiscard]] std::uint32_t folded(std::uint32_t offset) const {
    return begin + (offset - begin) % stride;
  }
};

class Folds {
 public:
  using Shape = std::uint64_t;  // of a block

  [[nodiscard]] bool is_empty() const { return folds_.empty(); }
  // The folds of a shape; they do not overlap.
  [[nodiscard]] const std::vector<Fold>& of(Shape shape) const {
    static const std::vector<Fold> kNone;
    const auto found = folds_.find(shape);
    return found == folds_.end() ? kNone : found->second;
  }
  // The fold that a byte is in; null if there is none.
  [[nodiscard]] const Fold* find(Shape shape, std::uint32_t offset) const {
    for (const Fold& fold : of(shape)) {
      if (fold.contains(offset)) return &fold;
    }
    return nullptr;
  }
  [[nodiscard]] std::uint32_t folded(Shape shape, std::uint32_t offset) const {
    const Fold* const fold = find(shape, offset);
    return fold == nullptr ? offset : fold->folded(offset);
  }
  // Replaces those that it overlaps.
  void put(Shape shape, const Fold& fold) {
    std::vector<Fold>& all = folds_[shape];
    std::erase_if(all, [&](const Fold& old) { return old.overlaps(fold.begin, fold.end); });
    all.push_back(fold);
  }

 private:
  std::map<Shape, std::vector<Fold>> folds_;
};

}  // namespace skein::ir
