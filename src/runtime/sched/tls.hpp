// SPDX-License-Identifier: Apache-2.0
// Stacks and thread-local storage for agents: a pool of real threads that do nothing.
//
// Each agent except main borrows the stack, the TLS block and the thread descriptor of a real
// pthread, which is created once and then sleeps for ever. With the FS base set to it, errno,
// thread_local, pthread_self and C++ exceptions just work. Agent n always gets thread n, so
// addresses on stacks and in TLS are the same in every run. Main has the process's own TLS and a
// separate stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <pthread.h>

#include "core/fixed_table.hpp"
#include "protocol/limits.hpp"

namespace skein::runtime {

struct Slot {
  void* fs = nullptr;         // FS base: also the thread's pthread_t
  char* stack_top = nullptr;  // where an agent's stack begins, growing down
  char* stack_low = nullptr;  // lowest usable address; below lies a guard
  char* image = nullptr;      // TLS block and thread descriptor: what the reset puts back
  std::size_t image_size = 0;
  char* saved_image = nullptr;
};

class TlsPool {
 public:
  // Measures the TLS and makes main's slot. Call once, on the main thread, before main.
  void start();

  // Makes slots up to `count` (at most kMaxAgents). REQUIRES: no run is going on.
  void grow(std::uint32_t count);

  // Saves every slot's image as it is now.
  void save();
  void restore(std::uint32_t index);

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] Slot& operator[](std::uint32_t index) { return slots_[index]; }

  // The slot with this FS base, or count() if there is none.
  [[nodiscard]] std::uint32_t find(const void* fs) const;

 private:
  using Index = FixedTable<IndexSlot, std::size_t{4} * channel::kMaxAgents>;

  void measure();
  void add(Slot& slot, pthread_t thread);
  // The slot of the index for this FS base, or the free one where it belongs.
  [[nodiscard]] IndexSlot& seek(const void* fs) const;

  Slot* slots_ = nullptr;
  std::uint32_t count_ = 0;
  std::uint32_t saved_count_ = 0;
  Index* index_ = nullptr;           // of the FS bases
  std::size_t below_fs_ = 0;         // bytes of static TLS below the FS base
  std::size_t descriptor_size_ = 0;  // bytes of thread descriptor from the FS base on
};

extern TlsPool tls;

// The top of the stack on which decisions are made. Agents' own stacks are compared
// (spin_loops.hpp), so work that depends on the plan must leave no traces there.
extern char* scheduler_stack;

}  // namespace skein::runtime
