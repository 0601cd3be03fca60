// SPDX-License-Identifier: Apache-2.0
// The parts of the ir machine: the program, the tables of agents, blocks and objects, and the
// interpreter of local code. Each part is a separate class; this struct only owns them.
#pragma once

#include "machine/ir/agents.hpp"
#include "machine/ir/allocation.hpp"
#include "machine/ir/clock.hpp"
#include "machine/ir/control.hpp"
#include "machine/ir/interpreter.hpp"
#include "machine/ir/local_builtins.hpp"
#include "machine/ir/memory.hpp"
#include "machine/ir/options.hpp"
#include "machine/ir/program.hpp"
#include "machine/ir/thread.hpp"
#include "machine/ir/visibility.hpp"

namespace skein::ir {

struct Context {
  Context(Program decoded, SystemOptions given);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  Context(Context&&) = delete;
  Context& operator=(Context&&) = delete;
  ~Context() = default;

  const SystemOptions options;
  const Program program;
  Agents agents;
  Memory memory;
  Threads threads;
  Control control;
  Clocks clocks;
  Allocation allocation;
  LocalBuiltins builtins;
  Visibility visibility;
  Interpreter interpreter;
};

// Main, before its first instruction.
[[nodiscard]] Thread initial_thread(Context& context);

}  // namespace skein::ir
