// SPDX-License-Identifier: Apache-2.0
// Runs as bytes: what an exploration needs to go on after the process has died.
//
// An explorer's state is a function of the runs it has seen. So instead of the state of each
// explorer, which would be a format of its own for every one of them, the runs are kept, each as
// what it has beyond the run before; fed to a new explorer, they bring it to where the old one was,
// without the program being executed. Statistics, findings and counts come out the same by
// themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// Writes runs, one after the other, to the end of a text of bytes.
class JournalWriter {
 public:
  void add(std::string& out, const Plan& plan, const Run& run);
  // The next run is written whole.
  void forget() { before_ = Run{}; }

 private:
  Run before_;
};

// Reads them back. Throws UserError where the bytes are none that a writer has written, or where
// the plan is not the one that the run was made for.
class JournalReader {
 public:
  // Takes one run off the front of `bytes`. It stays valid until the next call.
  const Run& next(std::string_view& bytes, const Plan& plan);
  void forget() { run_ = Run{}; }

 private:
  Run run_;
};

}  // namespace skein
