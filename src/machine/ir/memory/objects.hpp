// SPDX-License-Identifier: Apache-2.0
// The objects of the ir machine: cells of memory, lives of threads, and the lock of all atomic
// sections. Objects are numbered at their first use.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "machine/ir/program/pointers.hpp"

namespace skein::ir {

enum class ObjectKind : std::uint8_t { Cell, Life, SectionLock };

struct Object {
  ObjectKind kind = ObjectKind::Cell;
  BlockId block;           // of a cell
  std::uint32_t cell = 0;  // its number in the block
  AgentId agent;           // of a life
};

class Objects {
 public:
  [[nodiscard]] const Object& operator[](ObjectId x) const { return objects_[x.index()]; }

  [[nodiscard]] ObjectId cell(BlockId block, std::uint32_t cell) {
    const std::uint64_t key = (std::uint64_t{block.value} << 32U) + cell;
    const auto [it, is_new] = cells_.emplace(key, ObjectId{objects_.size()});
    if (is_new) objects_.push_back(Object{ObjectKind::Cell, block, cell, AgentId{}});
    return it->second;
  }

  [[nodiscard]] ObjectId life(AgentId agent) {
    if (lives_.size() <= agent.index()) lives_.resize(agent.index() + 1);
    ObjectId& life = lives_[agent.index()];
    if (life.is_none()) {
      life = ObjectId{objects_.size()};
      objects_.push_back(Object{ObjectKind::Life, BlockId{}, 0, agent});
    }
    return life;
  }

  [[nodiscard]] ObjectId add_section_lock() {
    const ObjectId lock{objects_.size()};
    objects_.push_back(Object{ObjectKind::SectionLock, BlockId{}, 0, AgentId{}});
    return lock;
  }

 private:
  std::vector<Object> objects_;
  std::unordered_map<std::uint64_t, ObjectId> cells_;  // by block and cell
  std::vector<ObjectId> lives_;                        // by agent
};

}  // namespace skein::ir
