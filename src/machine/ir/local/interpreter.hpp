// SPDX-License-Identifier: Apache-2.0
// Executes local code: the instructions of one thread between two operations that other threads can
// see.
#pragma once

#include <cstdint>

#include "core/states.hpp"
#include "machine/ir/local/control.hpp"
#include "machine/ir/local/local_builtins.hpp"
#include "machine/ir/local/visibility.hpp"
#include "machine/ir/memory/memory.hpp"
#include "machine/ir/program/options.hpp"

namespace skein::ir {

class Interpreter {
 public:
  Interpreter(const Program& program, const SystemOptions& options, const Control& control,
              const Memory& memory, const LocalBuiltins& builtins, Visibility& visibility)
      : program_(program),
        options_(options),
        control_(control),
        memory_(memory),
        builtins_(builtins),
        visibility_(visibility) {}

  // Runs up to the next visible operation, whose arguments are checked, or until the thread stops.
  void run(Thread& t, Outcome& outcome);
  // One instruction that is not visible. False if the thread stops here.
  [[nodiscard]] bool step(Thread& t, const Instruction& in, Outcome& outcome) const;

 private:
  [[nodiscard]] bool access(Thread& t, const Instruction& in, Outcome& outcome) const;
  [[nodiscard]] bool grow_frame(Thread& t, const Instruction& in, Outcome& outcome) const;
  [[nodiscard]] bool call(Thread& t, const Instruction& in, Outcome& outcome) const;
  [[nodiscard]] bool compute_result(Thread& t, const Instruction& in, Outcome& outcome) const;

  const Program& program_;
  const SystemOptions& options_;
  const Control& control_;
  const Memory& memory_;
  const LocalBuiltins& builtins_;
  Visibility& visibility_;
};

}  // namespace skein::ir
