// SPDX-License-Identifier: Apache-2.0
// What atomic sections touch, by the place where they begin.
//
// A section is one step, and what a step touches must be known before it is executed. The analysis
// learns it: everything that a section accesses, on any path and with any values, is kept for its
// place. If a section accesses a watched cell that was not foreseen, the unfolding is built again;
// the last one, in which nothing new was learnt, is right (docs/prove.md, Sections).
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::abstract {

struct SectionFootprint {
  std::map<ObjectId, Access> touches;
  bool may_wait = false;  // some operation in it waits for a lock

  void add(ObjectId object, bool is_write) {
    Access& access = touches.emplace(object, Access::Read).first->second;
    if (is_write) access = Access::Write;
  }
};

class SectionFootprints {
 public:
  // The footprint of the section that the thread is about to begin.
  [[nodiscard]] SectionFootprint& at(const ir::Thread& thread) {
    std::vector<std::uint64_t> place{thread.agent.value};
    for (const ir::Frame& f : thread.frames) {
      place.push_back((std::uint64_t{f.function.value} << 32U) + f.pc);
    }
    return footprints_[place];
  }

 private:
  std::map<std::vector<std::uint64_t>, SectionFootprint> footprints_;
};

}  // namespace skein::abstract
