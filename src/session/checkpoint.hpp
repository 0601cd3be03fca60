// SPDX-License-Identifier: Apache-2.0
// Explorations that survive: --checkpoint writes down what was explored, --resume goes on from
// there.
//
// The file only grows. It begins with a line that says what is explored and how; then come blocks,
// one every few seconds, each with the runs since the block before (findings/journal.hpp) and the
// machine's numbers, and with a checksum. A process that is killed in the middle of a block loses
// that one: whoever resumes drops an unfinished block. To resume is to feed the runs to a new
// explorer; real programs are not executed for that.
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
  // `identity` says all that must be the same when the exploration goes on, in one line. Throws
  // UserError: the file cannot be written, or, to resume, it is no checkpoint of this exploration.
  Checkpoint(std::string path, std::string identity, bool resumes, double interval);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  Checkpoint(Checkpoint&&) = delete;
  Checkpoint& operator=(Checkpoint&&) = delete;
  ~Checkpoint();

  // The machine that the loop is to use instead of `machine`: gives the runs of the file first,
  // then those of `machine`, which it writes down. Call again when an exploration has to begin
  // anew; what was written down before is then forgotten, except at the first call.
  [[nodiscard]] std::unique_ptr<Machine> attach(Machine& machine);

  // Writes what is not written yet. At the end, however it came.
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
