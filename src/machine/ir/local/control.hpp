// SPDX-License-Identifier: Apache-2.0
// The control flow of a thread: its current instruction and operands, edges, calls and returns, the
// end of a thread, and faults and unsupported code, which stop it.
//
// It needs the decoded program and no memory, so that other interpreters can use it too.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/states.hpp"
#include "machine/ir/memory/misuse.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/ir/program/thread.hpp"

namespace skein::ir {

class Control {
 public:
  explicit Control(const Program& program) : program_(program) {}

  // REQUIRES: the thread has frames.
  [[nodiscard]] const Instruction& here(const Thread& t) const {
    return program_.function(t.frames.back().function).code[t.frames.back().pc];
  }
  [[nodiscard]] std::uint64_t get(const Frame& f, Operand operand) const {
    return operand >= 0 ? f.slots[static_cast<std::size_t>(operand)] : program_.constant(operand);
  }
  [[nodiscard]] std::uint64_t argument(const Thread& t, const Instruction& in,
                                       std::uint32_t i) const {
    return get(t.frames.back(), program_.arguments[in.arguments + i]);
  }

  // The edge that a jump, branch or switch takes.
  [[nodiscard]] std::uint32_t edge_of(const Frame& f, const Instruction& in) const;
  void follow(Frame& f, std::uint32_t edge) const;

  void call(Thread& t, FunctionId function, std::span<const std::uint64_t> arguments) const;
  // False if the thread is done.
  [[nodiscard]] bool return_from(Thread& t, const Instruction& in) const;
  // Begins the work after a thread's last function (destructors, atexit). False if there is none.
  [[nodiscard]] bool leave(Thread& t, Leaving why, std::uint64_t result) const;

  // Stores the result of an operation or call, and moves to the next instruction.
  static void finish(Frame& f, const Instruction& in, std::uint64_t result);
  // Finishes an instruction that only has a result, of at most one slot. Returns true.
  static bool set_result(Frame& f, const Instruction& in, std::uint64_t result) {
    f.slots[static_cast<std::size_t>(in.dst)] = result;
    ++f.pc;
    return true;
  }

  // The place in the user's program: for library code, that of the caller.
  [[nodiscard]] SiteId site_of(const Thread& t) const;
  // Halts the thread.
  void fault(Thread& t, Outcome& outcome, ViolationFacts facts) const;
  // Throws UserError: the program does something that is not supported.
  [[noreturn]] void refuse(const Thread& t, const std::string& what) const;

 private:
  void leave_call(Thread& t, std::span<const std::uint64_t> result) const;

  const Program& program_;
};

// "file.c:12: main"; only the function if the code has no debug information.
[[nodiscard]] std::string site_text(const Program& program, SiteId site);
// The text of a site as data: its file, line and function.
[[nodiscard]] SourceLine site_line(const Program& program, SiteId site);

}  // namespace skein::ir
