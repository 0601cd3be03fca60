// SPDX-License-Identifier: Apache-2.0
// Random programs of the model machine, as C.
//
// Many programs make one file, since a compiler's start costs more than a small program: main takes
// the number of the one to run. All of them use the same global objects, which have the names
// that they have in the model ("x0", "m1"), so that steps of the two machines can be compared by
// name.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "support/random_program.hpp"

namespace skein::test {

// The program without what has no counterpart in C: messages, library calls with a state of their
// own; and with plain variables made atomic, since plain accesses are not steps natively.
[[nodiscard]] RandomProgram native_part(RandomProgram program);

// The same without fences, which are steps of the model machine only.
[[nodiscard]] RandomProgram without_fences(RandomProgram program);

// The same with variables that are never the object of an RMW or a futex call, so that they can be
// plain ones.
[[nodiscard]] RandomProgram without_atomics(RandomProgram program);

// The same without what the ir machine does not know: futexes and timed waits. What a thread
// remembers is local to its function there (Memory::Local), so functions that pthread_once calls
// do not use it.
[[nodiscard]] RandomProgram ir_part(RandomProgram program);

// How the variables x0 and x1 are declared.
enum class Variables : std::uint8_t { Atomic, Plain };

// Where a thread keeps its handles and what it read: in thread-local or in local variables.
enum class Memory : std::uint8_t { ThreadLocal, Local };

// The model that has the same steps as the C program: without fences.
[[nodiscard]] std::string model_text(const RandomProgram& program, Variables variables);

// One C file. Program number i runs if the first argument is i.
[[nodiscard]] std::string c_file(std::span<const RandomProgram> programs,
                                 Variables variables = Variables::Atomic,
                                 Memory memory = Memory::ThreadLocal);

}  // namespace skein::test
