// SPDX-License-Identifier: Apache-2.0
// Memory of ours into which a function of libc writes what the program gets afterwards (told.hpp).
// Each agent has its own, at an address that is the same in every run, and uses it as a stack: a
// comparison function called by qsort may call qsort. What a halted agent had in use is taken back
// before its next run.
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

}  // namespace skein::runtime
