// SPDX-License-Identifier: Apache-2.0
// The heap of the program under test: an arena for each agent, at a fixed address.
//
// Addresses are names: an agent's allocations must have the same addresses in every schedule. So
// each agent has its own arena, allocation takes the next free bytes, and freed memory is not used
// again in the same run. Thus a use after free, a double free and an access beyond a block are
// always detected; at least 32 unowned bytes lie between two blocks. Memory comes zeroed. The reset
// reclaims and clears what a run used.
//
// The runtime itself uses a private heap that is never reset; so does libc while it works for us
// (PrivateHeapScope).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ids.hpp"

namespace skein::runtime {

// Memory from the private heap: zeroed, never released.
void* allocate_private(std::size_t size);

// The addresses of the private heap, of which only a small part is used.
void private_heap(std::uintptr_t& begin, std::uintptr_t& end);

// While one exists, malloc serves from the private heap.
class PrivateHeapScope {
 public:
  PrivateHeapScope();
  PrivateHeapScope(const PrivateHeapScope&) = delete;
  PrivateHeapScope& operator=(const PrivateHeapScope&) = delete;
  ~PrivateHeapScope();
};

// Checks a plain access of a program compiled by `skein cc`: reports a violation if the heap memory
// is freed or was never allocated.
void check_heap_access(const void* address, std::size_t size, bool is_write, const void* pc);

// The block of the program's heap that contains an address; size 0 if there is none. Slow.
struct HeapBlock {
  std::uint64_t begin = 0;
  std::uint64_t size = 0;
  const void* allocated_at = nullptr;
};
HeapBlock find_heap_block(std::uint64_t address);

// Records as violations the blocks of this run that the program did not free. Returns whether there
// are any.
bool note_leaks();

// Makes everything that main has allocated so far part of the image that the reset restores.
void save_heap();
void reset_heap(AgentId agent);

// Leaves it to the caller to restore the memory allocated before main (a C++ library alone takes 72
// KiB): passes its place and the place of its copy.
void hand_over_kept_heap(void (*take)(char* begin, std::size_t size, char* saved));

// Bytes that the agent has allocated in this run.
std::size_t heap_used(AgentId agent);

// What the agent has allocated in this run, and the shadow of it; null and 0 if there is nothing.
struct UsedHeap {
  char* begin = nullptr;
  std::size_t size = 0;
  char* shadow = nullptr;
  std::size_t shadow_size = 0;
};
UsedHeap used_heap(AgentId agent);
// Gives back all but the first `size` bytes of it.
void shrink_heap(AgentId agent, std::size_t size);

}  // namespace skein::runtime
