// SPDX-License-Identifier: Apache-2.0
// Dead values: parts of frames, while their calls are executed, and global variables that the
// program will never read again. The explorer derives them from the program's code
// (machine/native/code/dead_value_analysis.hpp). Loops that change nothing else wait
// (spin_loops.hpp).
//
// The runtime asks for them only when a run is long, or when a loop of plain reads does not return
// to the same state. Then the exploration starts over, as with watched words, with the dead values
// known.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/plain.hpp"
#include "runtime/spin/stack_fingerprint.hpp"

namespace skein::runtime::dead {

// Whether the runtime may still ask for dead values.
[[gnu::visibility("hidden")]] extern bool can_ask;
// Asks for them, and ends the run.
void ask();

void begin_run();

// A range around all dead globals; empty if there are none or they are not known.
[[gnu::visibility("hidden")]] extern Range globals_range;
[[nodiscard]] bool is_in_globals(std::uint64_t address, std::size_t size);

// Whether these bytes belong to a dead global.
inline bool is_global(const void* address, std::size_t size) {
  return globals_range.has(address) &&
         is_in_globals(reinterpret_cast<std::uint64_t>(address), size);
}
// Whether the bytes of an 8-byte word that the mask selects belong to a dead global.
[[nodiscard]] bool is_global(std::uint64_t word_address, std::uint8_t bytes);

// The contribution of dead values to the fingerprint of a stack from `frame` up to `end`, as far
// out as all frames are known. `frame` belongs to the function of ours that the program called.
// REQUIRES: the fingerprint was taken.
[[nodiscard]] StackFingerprint fingerprint_of_dead(const char* frame, const char* end);

// Whether the program will never read these bytes of the stack.
[[nodiscard]] bool is_dead(const void* address, std::size_t size, const char* frame,
                           const char* end);

// The current agent waits. It will overwrite the dead values of its last round before it reads them
// again, so their present contents mean nothing.
void forget_reads_of_dead(const char* frame, const char* end);

}  // namespace skein::runtime::dead
