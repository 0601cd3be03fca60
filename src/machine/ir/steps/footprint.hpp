// SPDX-License-Identifier: Apache-2.0
// The footprint of a thread's next step: its kind and the objects it touches, from the thread's
// local state alone.
#pragma once

#include <cstdint>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/section_lock.hpp"
#include "machine/ir/steps/sections.hpp"

namespace skein::ir {

// How a machine executes memcpy and its relatives: a step for each piece (copies.hpp), or one step.
enum class Copies : std::uint8_t { InPieces, Whole };

class Footprints {
 public:
  Footprints(Context& context, Sections& sections, SectionLock& section_lock)
      : context_(context), sections_(sections), section_lock_(section_lock) {}

  // The thread's next step. REQUIRES: the thread has not stopped.
  [[nodiscard]] Transition next(const Thread& t);

  // The accesses of the thread's next step that can race: loads, stores, copies, results that a
  // join or sem_getvalue writes, and the end of a heap block. What an atomic section accesses
  // synchronises, and accesses to locks do not count.
  [[nodiscard]] std::vector<MemoryAccess> accesses(const Thread& t, Copies copies) const;

 private:
  void describe(const Thread& t, Transition& transition);
  void describe_builtin(const Thread& t, const Instruction& in, Transition& transition);
  [[nodiscard]] OpKind kind_of(const Thread& t, const Instruction& in) const;
  void touch(Transition& transition, std::uint64_t pointer, std::uint64_t length, Access access);
  void touch_if_shared(Transition& transition, std::uint64_t pointer, std::uint64_t length,
                       Access access);
  void touch_life(Transition& transition, AgentId agent);
  void touch_lock(Transition& transition, std::uint64_t pointer);
  void touch_locals(Transition& transition, const Frame& f);
  void touch_created(const Thread& t, const Instruction& in, Transition& transition);
  void touch_new_block(const Thread& t, const Instruction& in, Transition& transition);
  void touch_piece(const Thread& t, const Instruction& in, Transition& transition);

  Context& context_;
  Sections& sections_;
  SectionLock& section_lock_;
};

}  // namespace skein::ir
