// The heap of the program under test: an arena for each agent, at a fixed address.
//
// Addresses are names: what an agent allocates must have the same address in every schedule. So
// each agent has an arena of its own, allocation takes the next free bytes, and what is freed is
// not used again in the same run (which also makes double frees certain to be seen). Memory comes
// zeroed. The reset takes back and clears what a run used.
//
// The runtime itself uses a private heap that is never reset; so does libc while it works for us
// (PrivateHeapScope).
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/ids.hpp"

namespace skein::runtime {

// From the private heap, zeroed, never given back.
void* allocate_private(std::size_t size);

// While one exists, malloc serves from the private heap.
class PrivateHeapScope {
 public:
  PrivateHeapScope();
  PrivateHeapScope(const PrivateHeapScope&) = delete;
  PrivateHeapScope& operator=(const PrivateHeapScope&) = delete;
  ~PrivateHeapScope();
};

// Makes what main has allocated so far part of the image to which the reset returns.
void save_heap();
void reset_heap(AgentId agent);

// Bytes that the agent has allocated in this run.
std::size_t heap_used(AgentId agent);

}  // namespace skein::runtime
