// SPDX-License-Identifier: Apache-2.0
// Which instructions other threads can see, and which misuse a thread can detect before it executes
// one.
#pragma once

#include <cstdint>

#include "machine/ir/local/control.hpp"
#include "machine/ir/memory/agents.hpp"
#include "machine/ir/memory/memory.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::ir {

class Visibility {
 public:
  Visibility(const Program& program, const Control& control, const Agents& agents, Memory& memory)
      : program_(program), control_(control), agents_(agents), memory_(memory) {}

  [[nodiscard]] bool is_visible(const Thread& t, const Instruction& in) const;
  // The misuse in the arguments of the thread's current visible instruction.
  [[nodiscard]] MaybeMisuse misuse_before(const Thread& t, const Instruction& in);

 private:
  [[nodiscard]] MaybeMisuse misuse_of_builtin(const Thread& t, const Instruction& in);
  [[nodiscard]] MaybeMisuse misuse_of_lock(const Thread& t, const Instruction& in);
  [[nodiscard]] MaybeMisuse misuse_of_create(const Thread& t, const Instruction& in) const;
  [[nodiscard]] MaybeMisuse misuse_of_free(const Thread& t, const Instruction& in,
                                           ViolationCode no_block, ViolationCode middle) const;
  [[nodiscard]] MaybeMisuse misuse_of_write(const Thread& t, std::uint64_t pointer,
                                            std::uint64_t bytes) const {
    return misuse_if(memory_.pointer_error(t, pointer, bytes, true));
  }
  [[nodiscard]] bool is_agent(std::uint64_t handle) const {
    return handle != 0 && handle <= agents_.size();
  }

  const Program& program_;
  const Control& control_;
  const Agents& agents_;
  Memory& memory_;
};

}  // namespace skein::ir
