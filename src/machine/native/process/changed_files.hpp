// SPDX-License-Identifier: Apache-2.0
// The explorer's part in undoing what a run changes in the file system (protocol/file_journal.hpp):
// when the executor was killed or died in the middle of a run.
#pragma once

#include <sys/types.h>

#include "protocol/file_journal.hpp"

namespace skein {

class ChangedFiles {
 public:
  explicit ChangedFiles(channel::FileJournal& journal);
  ChangedFiles(const ChangedFiles&) = delete;
  ChangedFiles& operator=(const ChangedFiles&) = delete;
  ~ChangedFiles();

  // For the executor; -1 if there is no memory for it.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  // The processes of this group write to the journal; 0: none.
  void set_writers(pid_t group) { group_ = group; }

  // Only while no process can write to it.
  void undo();

  // Ends all executors of this process and undoes what they have changed. Async-signal-safe, for
  // code that ends the process at once.
  static void undo_all_at_once();

 private:
  channel::FileJournal& journal_;
  int descriptor_;
  volatile pid_t group_ = 0;
  ChangedFiles* volatile next_;
};

}  // namespace skein
