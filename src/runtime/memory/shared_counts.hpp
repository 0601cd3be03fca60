// SPDX-License-Identifier: Apache-2.0
// The reference counts of std::shared_ptr, which are not steps as long as no agent can observe them
// (docs/equivalence.md, "Reference counts").
//
// A count is changed without a look at its value, except that the agent which releases the last
// reference destroys the object. A destruction is *closed* if it writes only memory that it frees
// and the agent's own deeper stack frames, reads besides only what is not written any more in the
// run, allocates nothing and reaches no visible operation. Then nothing tells which agent has
// executed it, or in which order the references were released. So the counts of a type of control
// block are *hidden*, that is, no steps, until a run shows that one of them is looked at
// (use_count, weak_ptr::lock) or that a destruction is not closed. Then the exploration starts
// over.
//
// To the race detector every release happens before the destruction. What the agent does after the
// destruction knows only what the agent knew before: another agent might have executed it.
//
// `skein c++` has a variant of libstdc++'s header that calls us (cmake/shared_objects.cmake).
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime::shared_counts {

// Whether the current agent is in the destruction of an object with a hidden count. No other agent
// runs before it has ended.
[[gnu::visibility("hidden")]] extern bool is_destroying;

void begin_run();

// The current agent releases a reference. AsStep: the count is not hidden, and the caller releases
// the reference itself. Last: the caller destroys the object, and end_destruction() follows.
// `frame`: the destruction's own frames lie below it.
enum class Released : std::uint8_t { AsStep, One, Last };
[[nodiscard]] Released release(const void* block, int* count, const void* site, const void* frame);
void end_destruction();

// The current agent accesses these bytes, in a destruction.
void on_access(const void* address, std::size_t size, bool is_write);
// The current agent is about to write a word that some destruction has read.
void on_write(std::uint64_t word);

// The current agent does something that others might notice. Does not return if the agent is in a
// destruction, unless the run only follows a schedule.
void on_effect();
inline void note_effect() {
  if (is_destroying) [[unlikely]]
    on_effect();
}

// The current agent has used memory that was freed: who frees it, and when, matters from now on.
void on_use_after_free();

// The current agent halts or has come to its end.
void leave();

}  // namespace skein::runtime::shared_counts
