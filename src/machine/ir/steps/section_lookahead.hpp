// SPDX-License-Identifier: Apache-2.0
// Finds the objects that a step of several accesses will touch: an atomic section
// (__VERIFIER_atomic_begin and _end), or a statement if steps are statements (--granularity
// statement).
//
// What a step touches must be known before it is executed, from the local state of the thread
// alone. So the code ahead is executed with the values of shared memory unknown, along both edges
// of a branch that depends on them. Whatever some path touches, the step touches. (An object that
// is then not accessed keeps its value: more dependence than needed, never less.) An address that
// depends on a value read in the step cannot be foreseen: a statement then takes two steps, and a
// section takes a lock (section_lock.hpp). A section also does so if it chooses, allocates or
// synchronises.
//
// A statement ends at the end of its source line, at a jump that leaves the expression (as clang's
// block names show: land.rhs is inside, while.body is not), at a call or a return, and after its
// first write.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/steps/touches.hpp"

namespace skein::ir {

class SectionLookahead {
 public:
  // REQUIRES: the thread is at the beginning of a section, or at an access.
  SectionLookahead(Context& context, const Thread& thread);

  [[nodiscard]] bool is_atomic() const { return is_atomic_; }
  [[nodiscard]] const Touches& touches() const { return touches_; }
  // Why some path could not be followed to its end; empty if all could.
  [[nodiscard]] const std::string& obstacle() const { return obstacle_; }

 private:
  // A thread with some unknown values.
  struct Path {
    Thread thread;
    std::vector<std::vector<bool>> slots;   // by frame and slot: whether unknown
    std::vector<std::vector<bool>> memory;  // by frame and byte
    std::vector<bool> own;                  // by byte of the thread-local variables
    std::uint32_t forks = 0;                // branches so far that depend on unknown values
    std::uint32_t nested = 0;               // sections inside this one
  };

  // The unknown bytes of private memory; null for constants.
  struct Shadow {
    std::vector<bool>* bytes = nullptr;
    std::size_t from = 0;
  };

  void explore(Path path);

  // Each executes one instruction, and returns false where the path ends.
  [[nodiscard]] bool step(Path& path);
  [[nodiscard]] bool follow(Path& path, std::uint32_t edge);
  [[nodiscard]] bool branch(Path& path, const Instruction& in);
  [[nodiscard]] bool access(Path& path, const Instruction& in);
  [[nodiscard]] bool access_private(Path& path, const Instruction& in, std::uint64_t pointer);
  [[nodiscard]] bool access_shared(Path& path, const Instruction& in, std::uint64_t pointer);
  [[nodiscard]] bool call(Path& path, const Instruction& in);
  [[nodiscard]] bool return_from(Path& path, const Instruction& in);
  [[nodiscard]] bool call_builtin(Path& path, const Instruction& in);
  [[nodiscard]] bool compute(Path& path, const Instruction& in, bool is_known);
  [[nodiscard]] bool give_up(const char* why);

  [[nodiscard]] static bool is_unknown(const Path& path, Operand operand);
  [[nodiscard]] std::vector<bool> unknown_arguments(const Path& path, const Instruction& in) const;
  [[nodiscard]] std::vector<std::uint32_t> edges_of(const Path& path, const Instruction& in) const;
  [[nodiscard]] Shadow shadow_of(Path& path, std::uint64_t pointer) const;
  static void set_known(Path& path, const Instruction& in, bool is_known);

  Context& context_;
  bool is_atomic_;
  std::uint32_t line_;  // of the statement
  std::size_t depth_;   // of its frame
  Touches touches_;
  std::uint32_t instructions_ = 0;
  std::string obstacle_;
  Outcome scratch_;  // of local code; ignored
};

}  // namespace skein::ir
