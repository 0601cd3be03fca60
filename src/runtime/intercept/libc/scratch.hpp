// SPDX-License-Identifier: Apache-2.0
// Memory of ours into which a function of libc writes what the program is to get afterwards
// (told.hpp). Each agent has its own, at an address that is the same in every run, and takes from
// it as from a stack: a comparison function that qsort calls may call qsort. What an agent had when
// it was halted is taken back before its next run.
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

  // Null if that much is not to be had. What it holds is left from earlier uses.
  [[nodiscard]] char* data() const { return data_; }

 private:
  AgentId owner_;
  std::size_t used_before_;
  char* data_ = nullptr;
};

// Before a run.
void reset_scratch();

}  // namespace skein::runtime
