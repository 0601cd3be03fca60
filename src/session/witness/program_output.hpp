// SPDX-License-Identifier: Apache-2.0
// What a real program prints in one run.
//
// During the exploration the program's output goes nowhere, since every run would repeat it. The
// detailed run of a witness has its output kept in memory.
#pragma once

#include <string>

#include "machine/native/executor.hpp"

namespace skein::session {

class OutputCapture {
 public:
  OutputCapture();
  OutputCapture(const OutputCapture&) = delete;
  OutputCapture& operator=(const OutputCapture&) = delete;
  OutputCapture(OutputCapture&&) = delete;
  OutputCapture& operator=(OutputCapture&&) = delete;
  ~OutputCapture();

  // A machine with these options writes here what its program prints. Only the program's own
  // streams are redirected: an emergency report still reaches ours.
  void attach(NativeOptions& options) const;

  // Drops what was printed so far, for a run that is made again.
  void clear() const;

  // Both streams, in the order in which they were written; at most the last few thousand bytes.
  // Empty also if nothing could be kept: the output is only a help.
  [[nodiscard]] std::string text() const;

 private:
  int file_;
};

}  // namespace skein::session
