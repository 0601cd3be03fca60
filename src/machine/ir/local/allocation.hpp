// SPDX-License-Identifier: Apache-2.0
// Allocation: which block a thread gets, and which block names it may reuse.
//
// A block is named by its maker and a number, the lowest that the maker knows to be free: it freed
// the block itself, and none of its own values points to it. So a loop that allocates and frees
// returns to the same state.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/ir/local/control.hpp"
#include "machine/ir/memory/agents.hpp"
#include "machine/ir/memory/memory.hpp"
#include "machine/ir/program/options.hpp"

namespace skein::ir {

class Allocation {
 public:
  Allocation(const Program& program, const SystemOptions& options, const Control& control,
             const Agents& agents, Memory& memory)
      : program_(program),
        options_(options),
        control_(control),
        agents_(agents),
        blocks_(memory.blocks()) {}

  // Before a thread allocates, it checks which of its blocks other threads have freed, so that
  // these names can be reused. This is a separate step.
  [[nodiscard]] bool looks_first(const Thread& t, const Instruction& in) const;
  [[nodiscard]] bool makes_block(const Thread& t, const Instruction& in) const;
  // Whether the next step chooses the block's name, before the block is made.
  [[nodiscard]] bool chooses_name(const Thread& t, const Instruction& in);
  // The names that the block may get: up to the first one to which no other thread can have an old
  // pointer, and at most options.spare_names more than one.
  [[nodiscard]] std::vector<BlockId> possible_blocks(const Thread& t, const Instruction& in);
  [[nodiscard]] BlockId new_block(const Thread& t, const Instruction& in);
  // A block of unknown size.
  [[nodiscard]] BlockId new_unsized_block(const Thread& t, std::uint32_t shape);
  [[nodiscard]] std::uint64_t requested_bytes(const Thread& t, const Instruction& in) const;

  // What the thread knows about blocks after these events.
  void keep(Thread& t, BlockId block) const;             // made the block
  void forget(Thread& t, BlockId block) const;           // freed the block
  void publish(Thread& t, std::uint64_t value) const;    // wrote the value where others can read it
  void release_locals(Thread& t, const Frame& f) const;  // the function returns

  // The phase of an allocation after its name was chosen, plus the index of that name.
  static constexpr std::uint32_t kNameChosen = 2;

 private:
  [[nodiscard]] std::vector<std::uint32_t> free_numbers(const Thread& t, std::size_t count) const;
  [[nodiscard]] std::uint64_t alignment_of(const Thread& t, const Instruction& in) const;
  [[nodiscard]] BlockId named_block(const Thread& t, const Instruction& in, std::uint32_t number);
  // Refuses a number that is too large.
  void check_number(const Thread& t, std::uint32_t number) const;

  const Program& program_;
  const SystemOptions& options_;
  const Control& control_;
  const Agents& agents_;
  BlockNames& blocks_;
};

}  // namespace skein::ir
