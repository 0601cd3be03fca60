// SPDX-License-Identifier: Apache-2.0
// Facts about a function that the analysis of local code needs before it begins.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/ir/program/program.hpp"

namespace skein::abstract {

struct FunctionFacts {
  // By slot: the only instruction that gives it its value; none for parameters, phis, results of
  // calls. (The program is in SSA form, so what an operand held when the instruction was executed
  // it still holds wherever the result is used.)
  std::vector<std::optional<std::uint32_t>> definition;
  // By instruction: whether more than one edge leads there, and whether one of them leads back.
  // Every cycle of the function has such a place.
  std::vector<bool> is_merge;
  std::vector<bool> is_loop_head;
  std::vector<std::uint32_t> loop_end;  // of a loop head: the last instruction that leads back
  // By slot: it is a phi that has only constants, results of comparisons, and other such phis as
  // values.
  std::vector<bool> is_flag;
  // Slots that a loop counts with, sorted: a phi that is given itself plus or minus a constant, and
  // the sums in between.
  std::vector<std::uint32_t> counters;
  std::vector<std::optional<std::uint32_t>> counter_of;  // by slot: one number for all of a counter
};

[[nodiscard]] std::vector<FunctionFacts> facts_of(const ir::Program& program);

// What a slot of 64 bits was extended from, if that has 32; else the slot itself. Both have the
// same lower bits, so a zone need not know both.
[[nodiscard]] ir::Operand origin_of(const ir::Function& function, const FunctionFacts& facts,
                                    ir::Operand operand);

// The constants that the program compares with, and their neighbours: where to stop when widening.
[[nodiscard]] std::vector<std::uint64_t> thresholds_of(const ir::Program& program);

}  // namespace skein::abstract
