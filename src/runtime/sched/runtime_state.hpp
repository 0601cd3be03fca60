// SPDX-License-Identifier: Apache-2.0
// The state of the runtime: the agents, which of them runs, and the mode. One object, in our own
// data segment, which the reset never touches.
//
// Modes. Off: the program runs outside skein and every call goes to libc. Early: before the first
// run, in constructors. Solo: after the last agent has finished, in exit handlers. In Early and
// Solo only one thread exists; operations take effect at once and are not steps. Running: every
// visible operation is a step that the plan decides.
#pragma once

#include <cstddef>
#include <cstdint>

#include "protocol/channel.hpp"
#include "runtime/sched/intern.hpp"
#include "runtime/sched/tls.hpp"

namespace skein::runtime {

struct Agent;
struct Handler;
struct UnwindBuffer;

// Whether the agent's next operation can be executed now; null means always.
using ReadyTest = bool (*)(const Agent&);
// The number of values that the agent's next operation can take now; null means one.
using IdleTest = bool (*)(const Agent&);
using ChoiceCount = std::uint32_t (*)(const Agent&);

struct Agent {
  enum class Life : std::uint8_t { Absent, Active, Finished, Halted };

  AgentId id;
  Life life = Life::Absent;
  bool is_detached = false;
  bool is_joined = false;
  bool has_ended_process = false;  // then no agent can join it any more

  // Its next operation, or the operation whose local code it executes.
  Operation op;
  SiteId site;
  StepIndex enabler;  // the step that enables `op`, once that step has happened
  ReadyTest is_ready = nullptr;
  ChoiceCount count_choices = nullptr;
  IdleTest is_idle = nullptr;  // whether `op` would have no effect now; null: it always has one
  void* target = nullptr;      // for these three
  std::uint64_t detail = 0;    // for these three
  std::uint32_t choice = 0;    // set by the decision that picked it

  // The thread. The program's frames lie below stack_base, ours above.
  void* stack_pointer = nullptr;
  const char* stack_base = nullptr;
  UnwindBuffer* unwind_buffer = nullptr;  // on its stack; pthread_exit continues there
  void* (*start)(void*) = nullptr;
  void* start_argument = nullptr;
  void* result = nullptr;
  StepIndex exit_step;
  std::uint32_t children = 0;
  std::uint32_t conduits = 0;  // that it has made (conduits.hpp)

  // A message: its handler, its function, and its number if the handler keeps the order.
  Handler* handler = nullptr;
  void (*message)(void*) = nullptr;
  std::uint32_t turn = 0;

  // Sleep on a condition variable, barrier or futex: since when, and whether a wake-up has come.
  const void* sleeps_on = nullptr;
  std::uint64_t arrival = 0;
  bool is_woken = false;
  bool may_time_out = false;  // asleep: a timeout can end it; woken: a timeout may have come first
  bool looks = false;         // at a barrier: the program looks at the result

  // Atomic sections (atomic_sections.hpp): the nesting depth, and whether the step is the lock that
  // accesses outside of sections take.
  std::uint32_t section_depth = 0;
  std::uint32_t functions_in_section = 0;  // nested calls, from the first section function on
  bool passes_sections = false;

  bool locks_all = false;  // in std::lock (lock_all.hpp)

  // How often the race detector was asked not to look (memory/tsan_annotations.cpp).
  std::uint16_t ignored_reads = 0;
  std::uint16_t ignored_writes = 0;

  // The section of a simple lock that it is in (lock_sections.hpp).
  struct LockSection {
    const void* lock = nullptr;  // null: in none
    const void* site = nullptr;  // of the call that took the lock
    ObjectId object;             // the lock
    ObjectId region_object;
    std::uint32_t depth = 0;        // of a recursive lock
    channel::WatchedId region;      // the region's first byte; none: it has no step
    channel::WatchedId lock_entry;  // none: the lock has no conflict bytes
    bool is_logged = false;
    std::uint32_t logged = 0;  // its last section in the log of the run + 1; 0: none
    std::uint32_t count = 0;   // of its sections so far in the run
  };
  LockSection section;

  // The readers-writer locks that it holds for reading. Beyond this number they are not checked.
  static constexpr std::uint32_t kMaxReadHolds = 8;
  const void* read_holds[kMaxReadHolds] = {};

  // Per-thread library state.
  std::uint64_t clock_ns = 0;
  std::uint32_t waits_after_end = 0;  // how often it has waited for a time, after exit
  std::uint64_t random_state = 0;
};

enum class Mode : std::uint8_t { Unknown, Off, Early, Running, Solo };

struct State {
  Mode mode = Mode::Unknown;
  channel::Channel* channel = nullptr;
  Interner interner;

  Agent* current = nullptr;
  Step* step = nullptr;        // in the channel; its flags may still be set
  std::uint32_t position = 0;  // steps taken; the current step is position - 1
  std::uint64_t arrivals = 0;

  // Agents of this run that are neither finished nor halted, by number.
  std::uint32_t live[channel::kMaxAgents] = {};
  std::uint32_t live_count = 0;
  std::uint32_t run_agents[channel::kMaxAgents] = {};  // all agents of this run, by creation
  std::uint32_t run_agent_count = 0;

  bool has_violation = false;
  bool has_failed_assumption = false;
  bool is_exiting = false;          // an agent runs the exit handlers
  std::uint32_t wanted_agents = 0;  // if not 0: the run stopped because it needs this many threads
  bool is_abandoned = false;        // the run stopped because the plan was not the expected one

  // Where the compiler's support library (libgcc_s) lies. Its calls are not the program's, and are
  // not steps.
  std::uint64_t support_begin = 0;
  std::uint64_t support_end = 0;

  void* base_stack_pointer = nullptr;  // where the executor's loop waits for the end of a run
  Agent agents[channel::kMaxAgents];
};

extern State g;

inline bool is_off() { return g.mode == Mode::Off || g.mode == Mode::Unknown; }
inline bool is_running() { return g.mode == Mode::Running; }

inline bool is_support_code(const void* site) {
  const auto address = reinterpret_cast<std::uint64_t>(site);
  return address >= g.support_begin && address < g.support_end;
}

inline Agent& agent(AgentId id) { return g.agents[id.index()]; }
inline StepIndex current_step() { return StepIndex{g.position - 1}; }

// The module in which the address lies, of those that were loaded at the last call of
// note_modules(); null: none of them.
inline const channel::ModuleRecord* module_of(std::uint64_t address) {
  for (std::uint32_t i = 0; i < g.channel->module_count; ++i) {
    const channel::ModuleRecord& m = g.channel->modules[i];
    if (address >= m.begin && address < m.end) return &m;
  }
  return nullptr;
}
inline const channel::ModuleRecord* module_of(const void* address) {
  return module_of(reinterpret_cast<std::uint64_t>(address));
}

// Reports the loaded libraries to the explorer; refuses those that we cannot handle.
void note_modules();

// Records libraries that the run has loaded.
void note_late_modules();
// Whether it has loaded any. The first call is just before main.
[[nodiscard]] bool has_loaded_libraries();

// The executor cannot continue: writes the reason to the channel and ends the process.
[[noreturn]] void give_up(const char* why);
// The program violated something before main; violations[0] says what.
[[noreturn]] void fail_early();
// The program called a function that we cannot handle.
[[noreturn]] void refuse(const char* call, const void* site);
// Decides, before any other code of the program runs, whether we are inside skein.
void attach();

}  // namespace skein::runtime
