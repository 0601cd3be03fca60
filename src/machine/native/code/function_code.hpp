// SPDX-License-Identifier: Apache-2.0
// A function of a program as a graph of instructions.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/native/code/known_calls.hpp"
#include "machine/native/code/machine_code.hpp"
#include "machine/native/code/program_image.hpp"

namespace skein::code {

struct Call {
  std::optional<KnownCall> known;
  bool is_local = false;  // by its address, and no library's
  // Compilers that know both sides may keep values in registers that calls do not preserve, if the
  // other one touches them in no way: if it calls no library, which may touch all.
  bool may_keep = false;
  bool takes_stack_arguments = true;  // or may
};

struct FunctionCode {
  CodeRange range = {};
  std::vector<Instruction> instructions;
  std::vector<std::optional<Call>> calls;              // for each instruction
  std::vector<std::vector<std::uint32_t>> successors;  // likewise
  std::vector<bool> leaves;                            // likewise: may go on in other functions
  // Every instruction that nothing in the function leads to, such as the handlers of exceptions,
  // follows every call. False if there are other ways through the function, which are not known.
  bool is_followable = false;
  bool is_decodable = false;
  bool is_start_code = false;

  [[nodiscard]] bool calls_library() const;
};

[[nodiscard]] FunctionCode read_function(const ProgramImage& image,
                                         const ProgramFunction& function);

}  // namespace skein::code
