// SPDX-License-Identifier: Apache-2.0
// What a real program prints in one run.
//
// During the exploration the program's output is discarded, since every run would repeat it. The
// output of the witness's detailed run is kept in memory.
#pragma once

#include <string>

#include "machine/native/process/executor.hpp"

namespace skein::session {

class OutputCapture {
 public:
  OutputCapture();
  OutputCapture(const OutputCapture&) = delete;
  OutputCapture& operator=(const OutputCapture&) = delete;
  OutputCapture(OutputCapture&&) = delete;
  OutputCapture& operator=(OutputCapture&&) = delete;
  ~OutputCapture();

  // Makes a machine with these options write its program's output here. Only the program's own
  // streams are redirected: an emergency report still reaches ours.
  void attach(NativeOptions& options) const;

  // Drops the output so far, before a run is repeated.
  void clear() const;

  // Both streams, in the order of writing; at most the last few thousand bytes. Empty also if
  // nothing could be kept: the output is only an aid.
  [[nodiscard]] std::string text() const;

 private:
  int file_;
};

}  // namespace skein::session
