// SPDX-License-Identifier: Apache-2.0
// Snapshots: going back instead of running again. Depth-first, the next plan shares most of its
// steps with the last run. If runs take long, the state of the program is kept at some steps, and a
// plan begins at the deepest of them that it shares.
//
// A snapshot is a process. At the chosen step the executor forks: the child continues the run, and
// the parent waits at the step for the child's end. So the snapshots of a run are a chain of
// processes, each the parent of the next deeper one, and the last of them runs. It answers the
// explorer and ends. Its parent then looks at the next plan. If that begins with the parent's
// steps, the parent forks again, and the child goes on under the new plan; if not, the parent ends
// too, and its own parent looks. The executor itself does not end, but resets its memory and begins
// at main. So one process at a time acts on the channel, and a snapshot lives as long as all plans
// share its steps.
//
// A child that dies by a crash takes its parents along, each in the same way: to the explorer they
// are one process. A parent that dies takes its children along (PR_SET_PDEATHSIG).
//
// Memory is right by construction, including the runtime's own state and all it has learned about
// the run. What the channel holds of a run is put back; what lies outside of the process: see
// outside.hpp.
#pragma once

#include <cstdint>

namespace skein::runtime::snapshots {

inline constexpr std::uint32_t kNever = 0xffffffffU;
// The position from which on look() wants to be called before the next decision.
extern std::uint32_t next_look;
extern bool is_timing;  // this run

// A run begins at main. `is_usual`: its plan allows snapshots.
void begin_run(bool is_usual);

// May return in another process, under another plan.
void look();

// The run has come to its end. REQUIRES is_timing.
void note_time();

// Whether this process is a child of a snapshot, which does not survive its run.
[[nodiscard]] bool is_descendant();
// The descendant has answered, or stopped for another reason (g.wanted_agents, another plan).
[[noreturn]] void end_descendant();

// Time that the run spends waiting for the explorer is not its own.
class Waiting {
 public:
  Waiting();
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  std::uint64_t begin_ = 0;
};

// Passes on a signal that is meant for the run, if this process only waits for it.
[[nodiscard]] bool pass_on(int signal);

}  // namespace skein::runtime::snapshots
