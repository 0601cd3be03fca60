// SPDX-License-Identifier: Apache-2.0
// A thread of the interpreted program: its frames, and its private knowledge.
//
// Between steps a thread is packed into words that hold only what can still matter: of each frame
// the slots that are live at its current instruction. Two threads that differ only in dead values
// are the same local state. Packed threads are interned; their numbers are the local states of the
// model.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/states.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::ir {

enum class Status : std::uint8_t {
  Starting,  // its first step is its start
  Running,   // is at an instruction that others can see
  Exiting,   // its last step is its exit
  Halted,    // violated a property
  Assumed,   // an assumption failed
  Over,      // has ended the program: returned from main, called exit
  Gone,      // has exited; never part of a state
};

constexpr bool has_stopped(Status status) {
  return status == Status::Halted || status == Status::Assumed || status == Status::Over;
}

struct Frame {
  FunctionId function;
  std::uint32_t pc = 0;     // of a frame that called another: the call
  std::uint32_t phase = 0;  // of an operation in several steps: the number done
  std::vector<std::uint64_t> slots;
  std::vector<std::uint8_t> memory;
};

// The work of a thread after its last function.
enum class Leaving : std::uint8_t {
  Not,
  Thread,   // destructors of thread-specific data
  Program,  // functions registered with atexit, after main's return
  Exit,     // the same, after a call of exit
};

struct Thread {
  AgentId agent = kMainAgent;
  Status status = Status::Starting;
  bool ends_program = false;  // Exiting: by a return from main
  bool has_created = false;   // has ever created a thread: before, there is no other
  bool had_spurious_wakeup = false;
  Leaving leaving = Leaving::Not;
  std::uint32_t section_depth =
      0;                     // atomic sections it is in that take the lock (section_lock.cpp)
  std::uint64_t result = 0;  // Exiting, leaving: what a join gets; Over: the exit status
  std::uint64_t random = 1;  // of rand()
  std::uint64_t clock = 0;   // its own time in nanoseconds; 0 once it is unused
  // Blocks by name, sorted. `numbers`: blocks it made and does not know to be freed. `published`:
  // blocks it ever made to which others may have pointers. `leftovers`: blocks that threads it
  // created and joined had not freed; a later thread with the same name must not take these for
  // free.
  std::vector<BlockId> numbers;
  std::vector<BlockId> published;
  std::vector<BlockId> leftovers;
  std::vector<std::uint32_t> children;  // ordinals of the threads it created and has not joined
  std::vector<std::uint8_t> own;        // its thread-local variables
  std::vector<Frame> frames;
};

// Calls `look` with every possible pointer among its values and in its memory.
template <class Look>
void for_each_pointer(const Thread& t, const Look& look) {
  const auto look_at_bytes = [&](const std::vector<std::uint8_t>& bytes) {
    for (std::size_t i = 0; i + 8 <= bytes.size(); ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, &bytes[i], 8);
      look(value);
    }
  };
  for (const Frame& f : t.frames) {
    for (const std::uint64_t value : f.slots) look(value);
    look_at_bytes(f.memory);
  }
  look_at_bytes(t.own);
}

// The slots of a frame that can still matter. A frame that has called another continues after the
// call; the result is in no slot yet. A frame whose operation has begun (a phase) still needs the
// operation's operands.
[[nodiscard]] inline const std::vector<std::uint32_t>& live_slots(const Program& program,
                                                                  const Frame& frame, bool is_top) {
  const bool is_calling = !is_top && frame.phase == 0;
  return program.function(frame.function).live[is_calling ? frame.pc + 1 : frame.pc];
}
[[nodiscard]] inline bool is_live(const Program& program, const Frame& frame, bool is_top,
                                  std::size_t slot) {
  const std::vector<std::uint32_t>& live = live_slots(program, frame, is_top);
  return std::binary_search(live.begin(), live.end(), static_cast<std::uint32_t>(slot));
}

class Threads {
 public:
  explicit Threads(const Program& program) : program_(program) { packed_.emplace_back(); }

  // Makes clocks part of the states. REQUIRES: nothing was interned yet.
  void keep_clocks() { has_clocks_ = true; }

  ValueId intern(const Thread& thread);
  [[nodiscard]] Thread unpack(ValueId id) const;
  [[nodiscard]] Status status(ValueId id) const {
    return static_cast<Status>((packed_[id.index()].front() >> 32U) & 0xffU);
  }
  // REQUIRES status(id) is Over.
  [[nodiscard]] int exit_status(ValueId id) const {
    return static_cast<int>(packed_[id.index()].front() >> 56U);
  }
  [[nodiscard]] std::size_t size() const { return packed_.size(); }

 private:
  const Program& program_;
  bool has_clocks_ = false;
  std::vector<std::vector<std::uint64_t>> packed_;
  std::unordered_map<std::string, ValueId> ids_;
};

// Fills Function::live of all functions.
void find_live_slots(Program& program);

}  // namespace skein::ir
