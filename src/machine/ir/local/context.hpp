// SPDX-License-Identifier: Apache-2.0
// The parts of the ir machine: the program, the tables of agents, blocks and objects, and the
// interpreter of local code. Each part is a separate class; this struct only owns them.
#pragma once

#include "machine/ir/local/allocation.hpp"
#include "machine/ir/local/clock.hpp"
#include "machine/ir/local/control.hpp"
#include "machine/ir/local/interpreter.hpp"
#include "machine/ir/local/local_builtins.hpp"
#include "machine/ir/local/visibility.hpp"
#include "machine/ir/memory/agents.hpp"
#include "machine/ir/memory/memory.hpp"
#include "machine/ir/program/options.hpp"
#include "machine/ir/program/program.hpp"
#include "machine/ir/program/thread.hpp"

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
