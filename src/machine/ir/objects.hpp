// SPDX-License-Identifier: Apache-2.0
// The objects of the ir machine: cells of memory, lives of threads, and the lock of all atomic
// sections. Objects are numbered at their first use.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/ids.hpp"

namespace skein::ir {

enum class ObjectKind : std::uint8_t { Cell, Life, SectionLock };

struct Object {
  ObjectKind kind = ObjectKind::Cell;
  std::uint32_t block = 0;  // of a cell
  std::uint32_t cell = 0;   // its number in the block
  std::uint32_t agent = 0;  // of a life
};

class Objects {
 public:
  [[nodiscard]] const Object& operator[](ObjectId x) const { return objects_[x.index()]; }

  [[nodiscard]] ObjectId cell(std::uint32_t block, std::uint32_t cell) {
    const std::uint64_t key = (static_cast<std::uint64_t>(block) << 32U) + cell;
    const auto [it, is_new] = cells_.emplace(key, ObjectId{objects_.size()});
    if (is_new) objects_.push_back(Object{ObjectKind::Cell, block, cell, 0});
    return it->second;
  }

  [[nodiscard]] ObjectId life(std::uint32_t agent) {
    if (lives_.size() <= agent) lives_.resize(agent + 1);
    if (lives_[agent].is_none()) {
      lives_[agent] = ObjectId{objects_.size()};
      objects_.push_back(Object{ObjectKind::Life, 0, 0, agent});
    }
    return lives_[agent];
  }

  [[nodiscard]] ObjectId add_section_lock() {
    const ObjectId lock{objects_.size()};
    objects_.push_back(Object{ObjectKind::SectionLock, 0, 0, 0});
    return lock;
  }

 private:
  std::vector<Object> objects_;
  std::unordered_map<std::uint64_t, ObjectId> cells_;  // by block and cell
  std::vector<ObjectId> lives_;                        // by agent
};

}  // namespace skein::ir
