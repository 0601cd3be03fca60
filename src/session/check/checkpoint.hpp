// SPDX-License-Identifier: Apache-2.0
// Explorations that survive: --checkpoint records what was explored, --resume continues from there.
//
// The file only grows. It begins with a line that says what is explored and how. Then come blocks,
// one every few seconds, each with the runs since the previous block (findings/journal.hpp), the
// machine's numbers and a checksum. A process killed in the middle of a block loses only that
// block: resuming drops an unfinished one. Resuming feeds the runs to a new explorer, without
// executing real programs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "findings/journal.hpp"
#include "machine/machine.hpp"

namespace skein::session {

class Checkpoint {
 public:
  // `identity` describes, in one line, everything that must be the same when the exploration
  // resumes. Throws UserError if the file cannot be written or, to resume, is not a checkpoint of
  // this exploration.
  Checkpoint(std::string path, std::string identity, bool resumes, double interval);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  Checkpoint(Checkpoint&&) = delete;
  Checkpoint& operator=(Checkpoint&&) = delete;
  ~Checkpoint();

  // The machine for the loop to use instead of `machine`: returns the runs of the file first, then
  // those of `machine`, which it records. Call again when an exploration restarts; every call but
  // the first drops what was recorded before.
  [[nodiscard]] std::unique_ptr<Machine> attach(Machine& machine);

  // Writes what is not written yet. Call at the end, whatever the end is.
  void finish();

 private:
  friend class CheckpointMachine;
  void open_new();
  void open_old();
  [[nodiscard]] bool read_block();
  void write_block();
  void note(const Plan& plan, const Run& run);

  std::string path_;
  std::string identity_;
  double interval_;
  int descriptor_ = -1;
  Machine* machine_ = nullptr;
  // Resuming.
  bool is_attached_before_ = false;
  std::uint64_t read_at_ = 0;  // of the next block in the file
  std::string names_;          // the last block's
  std::string block_;          // being read
  std::string_view rest_;      // of its runs
  std::uint64_t runs_left_ = 0;
  JournalReader reader_;
  // Writing.
  JournalWriter writer_;
  std::string runs_;
  std::uint64_t run_count_ = 0;
  double written_ = 0;
};

}  // namespace skein::session
