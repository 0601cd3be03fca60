// SPDX-License-Identifier: Apache-2.0
// What nobody will read, as the explorer found out from the program's code
// (machine/native/code/dead_value_analysis.hpp): parts of frames, while their calls are executed,
// and global variables. Loops that change nothing else wait (spin_loops.hpp).
//
// The explorer is asked only when a run is long or a loop of plain reads does not come back to the
// same state: then the exploration begins anew, as with watched words, and with dead values known.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/plain.hpp"
#include "runtime/spin/stack_print.hpp"

namespace skein::runtime::dead {

// Whether they may be asked for, and have not been.
[[gnu::visibility("hidden")]] extern bool can_ask;
// Ends the run.
void ask();

void begin_run();

// Around all such globals; empty: there are none, or it is not known.
[[gnu::visibility("hidden")]] extern Range globals_range;
[[nodiscard]] bool is_in_globals(std::uint64_t address, std::size_t size);

// Whether these bytes belong to a global that nobody reads.
inline bool is_global(const void* address, std::size_t size) {
  return globals_range.has(address) &&
         is_in_globals(reinterpret_cast<std::uint64_t>(address), size);
}
// Likewise those of a word of 8 bytes that a mask names.
[[nodiscard]] bool is_global(std::uint64_t word_address, std::uint8_t bytes);

// What dead values add to the print of a stack from `frame` on, which is that of the function of
// ours that the program called, up to `end`. As far out as all frames are known.
// REQUIRES: the print was taken.
[[nodiscard]] StackPrint print_of_dead(const char* frame, const char* end);

// Whether nobody will read these bytes of the stack.
[[nodiscard]] bool is_dead(const void* address, std::size_t size, const char* frame,
                           const char* end);

// The current agent waits: what it read there in its last round it will write before it reads it
// again, and what lies there by now says nothing.
void forget_reads_of_dead(const char* frame, const char* end);

}  // namespace skein::runtime::dead
