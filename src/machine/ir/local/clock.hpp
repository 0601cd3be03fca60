// SPDX-License-Identifier: Apache-2.0
// Virtual time. As on the native machine, each thread has its own clock. It advances when the
// thread sleeps, when a wait times out, and a little whenever the thread reads it. A new thread
// starts with the clock of its creator, and a join takes the later of the two clocks.
//
// A clock that always advances would make every state new, and a server that sleeps in its loop
// would never return to an earlier state. So clocks are part of the state only in programs that
// read a clock somewhere, and there only for threads that may still use it: read it, pass it to a
// new thread, or end and leave it to the thread that joins them. Otherwise a clock is 0. (A thread
// that reads its clock for ever does have infinitely many states.)
#pragma once

#include <cstdint>
#include <vector>

#include "machine/ir/local/control.hpp"
#include "machine/ir/memory/cells.hpp"
#include "machine/ir/memory/memory.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::ir {

class Clocks {
 public:
  Clocks(const Program& program, const Control& control, const Memory& memory);

  // Whether the program reads a clock anywhere. If not, no clock ever advances.
  [[nodiscard]] bool are_used() const { return are_used_; }

  [[nodiscard]] static std::uint64_t read(Thread& t);
  void advance_by(Thread& t, std::uint64_t nanoseconds) const;
  void advance_to(Thread& t, std::uint64_t time) const;
  // A wait until the time that its last argument points to has timed out. If other threads can
  // reach that memory it is not read, and the clock stays.
  void time_out(Thread& t, const Instruction& in) const;
  // Sets a clock that the thread cannot use any more to 0.
  void drop_if_unused(Thread& t) const;

  // A thread that ends leaves its clock in its life, for the thread that joins it.
  void leave(const Thread& t, Cell& life) const;
  static void take(Thread& t, const Cell& life);

 private:
  void find_uses();
  [[nodiscard]] bool uses_clock(const Instruction& in) const;
  [[nodiscard]] bool is_needed(const Thread& t) const;

  const Program& program_;
  const Control& control_;
  const Memory& memory_;
  bool are_used_ = false;
  // By function and instruction: whether the function may use the thread's clock from there on, and
  // whether it may return.
  std::vector<std::vector<char>> uses_clock_;
  std::vector<std::vector<char>> returns_;
};

}  // namespace skein::ir
