// SPDX-License-Identifier: Apache-2.0
// Our own memory, into which a function of libc writes a result that is then copied to the program
// (reported.hpp). Each agent has its own, at the same address in every run, and uses it as a stack:
// a comparison function called by qsort may call qsort. Memory that a halted agent had in use is
// released before its next run.
#pragma once

#include <cstddef>

#include "core/ids.hpp"

namespace skein::runtime {

class Scratch {
 public:
  // REQUIRES: an agent runs.
  explicit Scratch(std::size_t size);
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();

  // Null if that much is not available. Holds leftovers of earlier uses.
  [[nodiscard]] char* data() const { return data_; }

 private:
  AgentId owner_;
  std::size_t used_before_;
  char* data_ = nullptr;
};

// Call before a run.
void reset_scratch();

// What the agent has in use.
struct UsedScratch {
  char* begin;
  std::size_t size;
};
UsedScratch used_scratch(AgentId agent);

}  // namespace skein::runtime
