// SPDX-License-Identifier: Apache-2.0
// Runs as bytes: what an exploration needs to continue after its process has died.
//
// An explorer's state is a function of the runs it has seen. So the journal stores the runs, each
// as its difference from the previous run, and not the state of an explorer, which would need a
// format for every algorithm. When the runs are fed to a new explorer, it arrives at the state of
// the old one without executing the program. Statistics, findings and counts come out the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// Appends runs, one after the other, to a string of bytes.
class JournalWriter {
 public:
  void add(std::string& out, const Plan& plan, const Run& run);
  // The next run is written in full.
  void forget() { before_ = Run{}; }

 private:
  Run before_;
};

// Reads the runs back. Throws UserError if the bytes were not written by a JournalWriter, or if the
// plan is not the one that the run was made for.
class JournalReader {
 public:
  // Removes one run from the front of `bytes`. The result stays valid until the next call.
  const Run& next(std::string_view& bytes, const Plan& plan);
  void forget() { run_ = Run{}; }

 private:
  Run run_;
};

}  // namespace skein
