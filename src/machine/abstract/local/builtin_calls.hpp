// SPDX-License-Identifier: Apache-2.0
// Calls of builtins by abstract states: inputs, arithmetic, copies, and what the machine does.
#pragma once

#include <cstdint>
#include <vector>

#include "machine/abstract/local/access.hpp"
#include "machine/abstract/local/machine_operations.hpp"
#include "machine/abstract/local/refiner.hpp"
#include "machine/abstract/local/registers.hpp"
#include "machine/abstract/local/shared_cells.hpp"
#include "machine/abstract/local/unknown_sizes.hpp"
#include "machine/abstract/state/prove_options.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/local/context.hpp"
#include "machine/ir/program/builtins.hpp"

namespace skein::abstract {

class BuiltinCalls {
 public:
  BuiltinCalls(ir::Context& context, Numbers& numbers, Registers& registers, SharedCells& shared,
               Refiner& refiner, Accesses& accesses, MachineOperations& machine,
               UnknownSizes& sizes, const ProveOptions& options)
      : context_(context),
        numbers_(numbers),
        registers_(registers),
        shared_(shared),
        refiner_(refiner),
        accesses_(accesses),
        machine_(machine),
        sizes_(sizes),
        options_(options) {}

  [[nodiscard]] Flow call(State& s, const ir::Instruction& in, Segment& segment,
                          std::vector<State>& more);

 private:
  [[nodiscard]] Flow local_builtin(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow known_builtin(State& s, const ir::Instruction& in);
  void may_set_errno(State& s);
  // How finely the input that the thread asks for is divided.
  [[nodiscard]] unsigned level_at(const State& s) const {
    return s.thread.section_depth == 0 ? options_.splits.level_at(s.thread) : 0;
  }
  [[nodiscard]] NumberId math(State& s, const ir::Instruction& in);
  [[nodiscard]] Flow real_class(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow input(State& s, const ir::Instruction& in, std::vector<State>& more);
  [[nodiscard]] Flow copy(State& s, const ir::Instruction& in, Segment& segment,
                          std::vector<State>& more);
  // What is wrong with one side of a copy. If that depends on the size of a block, it is the error
  // of a state of its own.
  [[nodiscard]] ViolationFacts copy_error(const State& s, std::uint64_t pointer,
                                          std::uint64_t length, bool is_write, Segment& segment,
                                          std::vector<State>& more);
  void refuse_unsized(const State& s, const ir::Instruction& in, std::uint64_t pointer) const;
  [[nodiscard]] ir::MaybeMisuse clear_lock(State& s, std::uint64_t pointer, std::uint32_t bytes,
                                           Segment& segment);

  ir::Context& context_;
  Numbers& numbers_;
  Registers& registers_;
  SharedCells& shared_;
  Refiner& refiner_;
  Accesses& accesses_;
  MachineOperations& machine_;
  UnknownSizes& sizes_;
  const ProveOptions& options_;
};

// Whether a builtin is executed as part of local code, though the ir machine calls it visible.
[[nodiscard]] bool is_local_here(ir::Builtin what);

}  // namespace skein::abstract
