// SPDX-License-Identifier: Apache-2.0
// The channel: the memory that the explorer process (class NativeMachine) and the executor process
// (the program under test with our runtime inside) share. A plan goes in and a run comes out: one
// exchange for each execution.
//
// The contract
// - Setup. The explorer makes the memory (a memfd of sizeof(Channel), zeroed), fills in `magic`,
//   `version` and `settings`, and starts the executor with the number of the descriptor in the
//   environment variable SKEIN_CHANNEL. From then on the explorer writes `plan` and `request`, and
//   the executor writes everything else, except where a field says otherwise.
// - Standalone. SKEIN_CHANNEL may also be the path of a file with the same contents and
//   `settings.is_standalone`: then there is no explorer. The program gets a private copy, runs the
//   plan in it once, and ends. So a debugger can start it again and again.
// - Requests. Both counters start at 0. The executor sets `reply` to request + 1 when it is ready.
//   Then the explorer fills in `plan` and raises `request` by one, and the executor sets `reply` to
//   request + 1 again when the run is in `run` and `steps`.
// - Waiting. The waiting side looks `spin_rounds` times (a number that the explorer sets, see
//   machine/native/process/wait_policy.hpp), then sets its `..._sleeps` flag, looks once more and
//   reads its pipe. The side that raises a counter writes a byte to the other's pipe if that flag
//   is set. Bytes left over mean nothing.
// - Crashes. `run.step_count` grows while the program runs; each step is written before it is
//   counted. So if the executor dies, the counted steps are right, and the crash lies in the local
//   code after the last of them, executed by the agent of that step.
// - Failed resets. An executor may die while it prepares for the next run, because the reset may
//   meet what a wild write left. Then `begun` is not yet `request`, nothing of the run has
//   happened, and another executor can execute it.
// - Running ahead. When the explorer has read a run and knows that the next plan will begin with
//   the first `ahead_steps` steps of it, it sets `ahead` to the number of the next request. An
//   executor that sees this in time begins, and waits for the plan at that point of the run: the
//   explorer thinks while the program runs. `ahead_steps` may grow meanwhile. If the plan differs
//   after all, the executor begins again. The fields of `run` that the explorer zeroes before a
//   run, it zeroes before it sets `ahead`.
// - Shared prefixes. `plan.shared_prefix` is the number of steps that, by the explorer's knowledge,
//   must come out as they already are in `steps`. The executor compares each with what happens; a
//   difference ends the run with End::Diverged, and `run.divergence` holds the step that happened
//   instead.
// - Snapshots. Once the explorer has set `takes_snapshots`, the executor may keep the state of the
//   program at some steps, and begin a run at one of them (runtime/snapshot). To the explorer that
//   is a run like any other, only faster. The processes of an executor form a process group, of
//   which the executor is the leader; `acting` is the one that runs.
// - Numbers. The tables of agents, objects and sites only grow and belong to the channel, not to an
//   executor: a new executor continues with them, so that numbers keep their meaning. This is why
//   the program runs without address space randomisation. An entry is written before `count` is
//   raised.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/fixed_table.hpp"
#include "core/input_ranges.hpp"
#include "core/plan.hpp"
#include "core/restart_reason.hpp"
#include "core/run_end.hpp"
#include "core/step.hpp"
#include "core/violation.hpp"
#include "protocol/file_journal.hpp"
#include "protocol/foreign_atomic.hpp"
#include "protocol/learned_counts.hpp"
#include "protocol/learned_sections.hpp"
#include "protocol/limits.hpp"
#include "protocol/run_details.hpp"

namespace skein::channel {

inline constexpr std::uint64_t kMagic = 0x736b65696e303031ULL;
inline constexpr std::uint32_t kVersion = 19;
inline constexpr const char* kEnvironmentName = "SKEIN_CHANNEL";
// If set, the channel is for this program only: processes of other programs (such as the launcher
// of a tool that the program runs under) ignore the channel.
inline constexpr const char* kProgramName = "SKEIN_PROGRAM";
// The exit status of a standalone program that could not follow its schedule.
inline constexpr int kLeftSchedule = 98;

// What to do about plain accesses that race: nothing; report them; or also make them visible
// operations and explore their orders.
enum class RaceMode : std::uint8_t { Off, Report, Explore };

struct FunctionRange {
  std::uint64_t begin;  // an address in the program's file
  std::uint64_t end;
};

// Fixed for the life of an executor.
struct Settings {
  bool shows_output = false;  // leave the program's descriptors 1 and 2 alone
  bool nonzero_exit_is_violation = false;
  bool has_spurious_wakeups = false;  // one condition wait of each agent may return unsignalled
  bool resets_by_fork = false;        // every run in a separate process
  int doorbell_in = -1;               // the executor's pipes from and to the explorer
  int doorbell_out = -1;
  int file_journal = -1;                   // of `files`; -1: what runs change stays
  std::uint32_t snapshot_every = 0;        // steps from one snapshot to the next; 0: where they pay
  std::uint64_t snapshot_memory = 0;       // bytes that all snapshots together may take
  std::uint32_t first_agents = 8;          // threads kept ready from the start
  std::uint64_t heap_limit = 1ULL << 30U;  // bytes an agent may allocate
  RaceMode races = RaceMode::Off;
  double race_share = 1;           // the share of places that the race detector looks at
  bool reports_leaks = false;      // a block that is never freed is a violation
  bool reduces_by_outcome = true;  // idle operations only look (core/outcome.hpp)
  bool reduces_sections = false;   // sections of locks are steps (lock_sections.hpp)
  // What the C++ library's shared_ptr and future do inside (runtime: memory/shared_counts.hpp,
  // intercept/threads/awaited.hpp) is not executed as it is written.
  bool models_library = false;
  bool recognises_spins = true;           // loops without progress wait (spin_loops.hpp)
  bool learns_dead_values = true;         // may ask for dead values (dead_stack_values.hpp)
  std::uint32_t spin_bound = kUnbounded;  // most visits of one place by an agent, in a run
  // Signals that may come from outside, once each: signal n is bit n - 1.
  std::uint64_t outside_signals = 0;
  bool is_standalone = false;  // no explorer: run the plan once, for a debugger
  bool copies_memory = false;  // snapshots may be copies in the executor itself, not processes
  // Functions of the program whose names make them atomic sections.
  std::uint32_t section_function_count = 0;
  FunctionRange section_functions[kMaxSectionFunctions] = {};
  // Functions that call abort() where an assumption does not hold.
  std::uint32_t assumption_function_count = 0;
  FunctionRange assumption_functions[kMaxAssumptionFunctions] = {};
  // What unknown inputs are chosen from; 0: inputs without bounds of their own are refused.
  std::uint32_t input_range_count = 0;
  InputRange input_ranges[kMostInputRanges] = {};
};

struct PlanIn {
  std::uint32_t prefix_count;
  std::uint32_t sleep_count;
  std::uint32_t shared_prefix;
  Policy policy;
  bool shows_output;     // let this run's output through
  bool records_enabled;  // fill in `enabled` and `enabled_from` (see Run)
  bool records_details;  // fill in `details`
  std::uint64_t seed;
  std::uint32_t pct_depth;
  std::uint32_t pct_length;
  Bounds bounds;
  std::uint32_t measured_runs;  // if not 0: repeat the run, and fill in `executor_costs`
};

// CPU time of the executor only, for bench/native.
struct ExecutorCosts {
  double run_ns;     // a run of the plan, from its receipt to its end
  double reset_ns;   // the work between two runs
  double switch_ns;  // from one agent's stack to another's, with the FS base
};

// A violation in numbers (core/violation.hpp lists them for each code). The explorer, which has the
// names, turns it into ViolationFacts.
struct ViolationOut {
  ViolationCode code;
  AgentId agent;
  StepIndex step;
  SiteId site;
  std::uint64_t data;  // the address of the variable it is about; 0: none
  std::uint32_t place_count;
  std::uint32_t value_count;
  std::uint64_t places[kMaxPlaces];  // return addresses: each call lies just before
  std::int64_t values[kMaxValues];
  // The program's own words: zero-terminated texts one after the other, from this offset of `text`.
  // AssertionFailed has file, function and expression, and the line as its only value.
  std::uint32_t text;
  std::uint32_t text_count;
};

// A mutex that an agent held when it ended: no violation, but worth a warning.
struct LeakOut {
  AgentId agent;
  ObjectId mutex;
};

// The condition of the executor itself. Every value after Ready is final, and the explorer believes
// it only with a seal: a wild write of the program must not end the exploration.
// FailedEarly: the program violated something before main; violations[0] says what.
enum class Health : std::uint32_t { Starting, Ready, Unsupported, FailedEarly, Broken };

constexpr std::uint32_t seal_of(Health health, const char* text) {
  auto seal = static_cast<std::uint32_t>(health) + 0x9e3779b9U;
  for (; *text != '\0'; ++text) seal = (seal ^ static_cast<unsigned char>(*text)) * 0x01000193U;
  return seal;
}

struct RunOut {
  std::atomic<std::uint32_t> step_count;
  std::uint32_t violation_count;
  std::uint32_t pending_count;
  std::uint32_t leak_count;
  std::uint32_t text_used;
  End end;
  BoundHit bound;
  bool has_exited;         // an agent ended the process: main returned, or exit()
  bool has_handled_fault;  // the program has handled it
  bool has_early_threads;  // constructors have created threads
  RestartReason restart;   // None, or the first reason to restart the exploration
  std::int32_t exit_code;
  Step divergence;  // if end == Diverged at a known step: the step that happened instead
  std::uint32_t diverged_at;
  bool is_step_divergence;
};

// Keeps the first reason.
inline void ask_for_restart(RunOut& run, RestartReason reason) {
  if (run.restart == RestartReason::None) run.restart = reason;
}

// An agent's name: its creator, and how many agents the creator had created before it.
struct AgentRecord {
  AgentId creator;  // none: it is main
  std::uint32_t ordinal;
  std::uint64_t start;  // address of its start function
};

// The class of an object. `address` names a place in memory, or an agent for Life.
enum class ObjectClass : std::uint8_t {
  Free,
  Life,
  Lock,
  RwLock,
  Cond,
  Barrier,
  Sem,
  Once,
  Location,
  Library,
  Handler,
  Mailbox,
  Turn,   // of an ordered handler: its address times 2^16, plus the number
  Region  // of data that a lock protects: its first conflict byte; `size` is the lock's number
};

struct ObjectRecord {
  std::uint64_t address;
  std::uint32_t size;  // bytes of a Location; the lock of a Region; else 0
  ObjectClass kind;
};

struct ModuleRecord {
  std::uint64_t begin;  // lowest and one past the highest address
  std::uint64_t end;
  std::uint64_t bias;  // subtracted from an address, gives the one in the file
  bool is_known;       // its atomic instructions do not matter; the explorer says so
  char path[232];
};

// Records, numbered in the order in which they came, and an index of them by their contents.
template <class Record, std::uint32_t capacity>
struct Table {
  std::atomic<std::uint32_t> count;
  Record records[capacity];
  FixedTable<IndexSlot, std::size_t{2} * capacity> index;

  // The slot of the record for which is_it(record) is true, or the free one where it belongs.
  template <class IsIt>
  [[nodiscard]] IndexSlot& seek(std::uint64_t hash, const IsIt& is_it) {
    return index.seek(hash, [&](IndexSlot slot) { return is_it(records[slot.number()]); });
  }
  template <class IsIt>
  [[nodiscard]] const IndexSlot& seek(std::uint64_t hash, const IsIt& is_it) const {
    return index.seek(hash, [&](IndexSlot slot) { return is_it(records[slot.number()]); });
  }

  // Adds a record under the free slot that seek() has found. REQUIRES: it is not full.
  void add(IndexSlot& slot, const Record& record) {
    const std::uint32_t number = count.load(std::memory_order_relaxed);
    records[number] = record;
    // The index comes last: if the executor dies in between, it leaves an unused record at worst.
    count.store(number + 1, std::memory_order_release);
    slot = IndexSlot::of(number);
  }
};

// The registers that survive calls, by their numbers in instructions. The order is that in which
// the runtime's functions save them: the first at the frame pointer, each next one below.
inline constexpr std::uint32_t kKeptRegisters = 6;
inline constexpr int kKept[kKeptRegisters] = {5, 15, 14, 13, 12, 3};

// The part of a frame that will not be read again while a call is executed
// (machine/native/code/dead_value_analysis.hpp). Addresses are those in the program's file; offsets
// are counted below the end of the frame.
struct DeadSite {
  std::uint64_t site;  // the return address
  std::uint32_t size;  // of the frame, without its return address
  std::uint32_t first_slot;
  std::uint32_t slot_count;
  std::uint32_t dead_registers;        // bit i: kKept[i]
  std::int32_t saved[kKeptRegisters];  // where the caller's registers are; 0: not saved
  bool knows_saved;                    // `saved` has all registers that the function changes
};

struct DeadSlot {
  std::int32_t at;
  std::uint32_t size;
};

struct DeadValues {
  bool is_known;
  std::uint32_t global_count;
  Table<DeadSite, kMaxDeadSites> sites;
  DeadSlot slots[kMaxDeadSlots];
  FunctionRange globals[kMaxFaint];  // variables that are read only to be changed

  // REQUIRES: the site is new.
  void add(const DeadSite& site) {
    sites.add(sites.seek(fibonacci_hash(site.site), [](const DeadSite&) { return false; }), site);
  }
  [[nodiscard]] const DeadSite* find(std::uint64_t site) const {
    const IndexSlot slot =
        sites.seek(fibonacci_hash(site), [&](const DeadSite& known) { return known.site == site; });
    return slot.is_free() ? nullptr : &sites.records[slot.number()];
  }
};

// An entry in the table of watched words that is not a word: it says that dead values are known. So
// a copy of the table says so too, and at which point that was learned.
inline constexpr std::uint64_t kKnowsDeadValues = 2;

// Another one: std::lock is executed as it is written (runtime/intercept/locks/lock_all.hpp).
inline constexpr std::uint64_t kLocksAsWritten = 4;

// Three more: the order of arrivals at barriers, of posts of semaphores, or of additions counts
// (docs/equivalence.md).
inline constexpr std::uint64_t kOrderedArrivals = 6;
inline constexpr std::uint64_t kOrderedPosts = 10;
inline constexpr std::uint64_t kOrderedAdditions = 12;

// Whether an entry is one of these, or another that is not a word of the program's own code.
constexpr bool is_fact(std::uint64_t entry) {
  return entry == kKnowsDeadValues || entry == kLocksAsWritten || entry == kOrderedArrivals ||
         entry == kOrderedPosts || entry == kOrderedAdditions || is_of_sections(entry) ||
         foreign_words::is_one(entry) || counts::is_one(entry);
}

// Also in that table: states that libc and the kernel keep for all threads
// (runtime/intercept/state/shared_state.hpp), as numbers below any address of a program. Objects of
// class Library use them as addresses too.
struct SharedState {
  static constexpr std::uint32_t kEnvironment = 1;
  static constexpr std::uint32_t kAllNames = 2;  // of files
  static constexpr std::uint32_t kWorkingFolder = 3;
  static constexpr std::uint32_t kFileMask = 4;
  static constexpr std::uint32_t kLocale = 5;
  static constexpr std::uint32_t kExitHandlers = 6;
  static constexpr std::uint32_t kHashTable = 7;  // of hsearch
  static constexpr std::uint32_t kOptions = 8;    // of getopt
  static constexpr std::uint32_t kAccounts = 9;   // the entry that getpwnam and others return
  static constexpr std::uint32_t kSignalActions = 10;
  static constexpr std::uint32_t kSignals = 11;        // actions, masks, and what is pending
  static constexpr std::uint32_t kSignalsPolled = 12;  // they are read from descriptors: knowledge
  // Addresses of sockets that the program itself has listened at: knowledge, never a step.
  static constexpr std::uint32_t kFirstAddress = 64;
  // Epoll sets, the conduits polled together, and sockets with an address.
  static constexpr std::uint32_t kPolled = 255;
  static constexpr std::uint32_t kFirstPipe = 256;
  static constexpr std::uint32_t kFirstEventFd = 512;
  static constexpr std::uint32_t kFirstTimer = 640;
  static constexpr std::uint32_t kFirstSocket = 768;
  static constexpr std::uint32_t kFirstPosition = 1024;
  static constexpr std::uint32_t kFirstContents = 3072;
  static constexpr std::uint32_t kFirstName = 5120;
  static constexpr std::uint32_t kEnd = 8192;

  static constexpr std::uint32_t pipe(std::uint32_t hash) {
    return kFirstPipe + hash % (kFirstEventFd - kFirstPipe);
  }
  static constexpr std::uint32_t event_fd(std::uint32_t hash) {
    return kFirstEventFd + hash % (kFirstTimer - kFirstEventFd);
  }
  static constexpr std::uint32_t timer(std::uint32_t hash) {
    return kFirstTimer + hash % (kFirstSocket - kFirstTimer);
  }
  static constexpr std::uint32_t socket(std::uint32_t hash) {
    return kFirstSocket + hash % (kFirstPosition - kFirstSocket);
  }
  static constexpr std::uint32_t address(std::uint32_t hash) {
    return kFirstAddress + hash % (kPolled - kFirstAddress);
  }
  static constexpr std::uint32_t position(std::uint32_t hash) {
    return kFirstPosition + hash % (kFirstContents - kFirstPosition);
  }
  static constexpr std::uint32_t contents(std::uint32_t hash) {
    return kFirstContents + hash % (kFirstName - kFirstContents);
  }
  static constexpr std::uint32_t name(std::uint32_t hash) {
    return kFirstName + hash % (kEnd - kFirstName);
  }
};
constexpr std::uint64_t word_of_state(std::uint32_t state) { return std::uint64_t{8} * state; }
constexpr bool is_state(std::uint64_t word) { return word < word_of_state(SharedState::kEnd); }

struct Channel {
  std::uint64_t magic;
  std::uint32_t version;
  Settings settings;

  alignas(64) std::atomic<std::uint32_t> request;
  alignas(64) std::atomic<std::uint32_t> reply;
  alignas(64) std::atomic<std::uint32_t> explorer_sleeps;
  std::atomic<std::uint32_t> spin_rounds;  // how often to look before going to sleep
  alignas(64) std::atomic<std::uint32_t> executor_sleeps;
  std::atomic<std::uint32_t> begun;               // the last request whose run was begun
  alignas(64) std::atomic<std::uint32_t> ahead;   // the next request, if its beginning is known
  std::atomic<std::uint32_t> ahead_steps;         // number of the last run's steps it begins with
  alignas(64) std::atomic<bool> takes_snapshots;  // runs take so long that they may pay
  std::atomic<std::int32_t>
      acting;  // the process that runs, if the executor has snapshots; 0: none
  std::atomic<std::uint32_t> continued;  // runs that began at a copy of memory, so far
  FileJournal files;                     // what the present run has changed

  alignas(64) PlanIn plan;
  alignas(64) RunOut run;
  std::atomic<Health> health;
  char health_text[1024];
  std::uint32_t health_seal;

  Table<AgentRecord, kMaxAgents> agents;
  Table<std::uint64_t, kMaxSites> sites;
  Table<ObjectRecord, kMaxObjects> objects;
  // Words of 8 bytes whose plain accesses are visible operations (RaceMode::Explore), by address;
  // and section words (runtime/memory/watched.hpp), by address + 1. Also entries that are not words
  // (is_fact).
  Table<std::uint64_t, kMaxWatched> watched;
  // The explorer fills them in before a run that needs them.
  DeadValues dead_values;
  // Bytes of each stack to clear before a run (spin_loops.hpp). 0: not known yet.
  std::uint32_t clean_stack;
  bool has_handlers;             // some run has created one (handlers.hpp)
  bool has_unwatched_races;      // `watched` is full
  bool has_unwatched_sections;   // there are section words, but they were not to be added
  bool has_weak_order;           // some atomic operation asked for less than sequential consistency
  bool has_condition_wait;       // some agent waited for a condition variable
  bool has_signal_handler;       // the program has installed one
  std::uint32_t openmp_threads;  // of the largest team; 0: there was none
  // Operations (the addresses of their sites) after which local code did not end, so that the
  // explorer need not wait as long for it again. The explorer warns the executor by a signal when
  // there has been no step for a while (which concerns these operations) or for too long.
  std::uint32_t endless_count;
  std::uint64_t endless[kMaxEndless];
  std::atomic<bool> is_too_long;
  ExecutorCosts executor_costs;
  // The addresses, ascending, of atomic instructions and system calls in code that skein has not
  // compiled (the explorer writes them before the first request), and which of them were executed
  // unseen while several agents lived.
  std::uint32_t trap_count;
  std::uint64_t traps[kMaxTraps];
  ForeignAtomic trapped[kMaxTraps];  // what is there
  std::uint8_t trap_hits[kMaxTraps];
  std::uint32_t trap_hit_count;
  std::uint32_t foreign_loop_count;
  ForeignLoop foreign_loops[kMaxForeignLoops];
  bool has_unwatched_code;   // some instruction could not be watched
  bool has_unguarded_words;  // foreign code accesses words that cannot be guarded
  bool has_late_modules;     // a run loaded libraries: `modules` from `first_late` on
  std::uint32_t first_late;
  std::uint32_t module_count;
  ModuleRecord modules[kMaxModules];

  ViolationOut violations[kMaxViolations];
  LeakOut leaks[kMaxLeaks];
  Pending pending[kMaxAgents];
  char text[kTextSize];
  Sleeper sleep[kMaxSleepers];
  Move prefix[kMaxSteps];
  Step steps[kMaxSteps];
  std::uint32_t enabled_from[kMaxSteps + 1];
  Pending enabled[kMaxEnabled];
  Details details;
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace skein::channel
