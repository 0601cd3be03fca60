// SPDX-License-Identifier: Apache-2.0
// A function of a program as a graph of instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <source_location>
#include <vector>

#include "core/ensure.hpp"
#include "machine/native/code/known_calls.hpp"
#include "machine/native/code/machine_code.hpp"
#include "machine/native/code/program_image.hpp"

namespace skein::code {

struct Call {
  std::optional<KnownCall> known;
  bool is_local = false;  // called by its address, and not in a library
  // A compiler that sees both sides of a call may keep values in registers that calls do not
  // preserve, if the callee does not touch them: if it calls no library, which may touch all.
  bool may_keep = false;
  bool takes_stack_arguments = true;  // true: takes some, or may take some
};

struct FunctionCode {
  CodeRange range = {};
  std::vector<Instruction> instructions;
  std::vector<std::optional<Call>> calls;              // for each instruction
  std::vector<std::vector<std::uint32_t>> successors;  // for each instruction
  std::vector<bool> leaves;  // for each instruction: may continue in another function
  // Each instruction that nothing in the function leads to, such as an exception handler, is a
  // successor of every call. False if the function has other paths, which are unknown.
  bool is_followable = false;
  bool is_decodable = false;
  bool is_start_code = false;

  [[nodiscard]] bool calls_library() const;
  // REQUIRES: the instruction is a call.
  [[nodiscard]] const Call& call_at(std::size_t i) const {
    const std::optional<Call>& call = calls[i];
    if (!call) fail_check("an instruction is not a call", std::source_location::current());
    return *call;
  }
};

[[nodiscard]] FunctionCode read_function(const ProgramImage& image,
                                         const ProgramFunction& function);

}  // namespace skein::code
