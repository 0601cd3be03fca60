// The channel: the memory that the explorer process (class NativeMachine) and the executor process
// (the program under test with our runtime inside) share. A plan goes in, a run comes out, one
// exchange an execution.
//
// The contract
// - The explorer makes the memory (a memfd of sizeof(Channel), zeroed), fills in `magic`,
//   `version` and `settings`, and starts the executor with the descriptor's number in the
//   environment variable SKEIN_CHANNEL. All else is the executor's to write, except `plan` and
//   `request`.
// - Both counters start at 0. The executor sets `reply` to request + 1 when it is ready; then the
//   explorer fills in `plan` and raises `request` by one, and the executor sets `reply` to
//   request + 1 again when the run is in `run` and `steps`.
// - Whoever waits looks `spin_rounds` times (which the explorer sets, machine/native/pace.hpp),
// then
//   sets its `..._sleeps` flag, looks again and reads its pipe. Whoever raises a counter writes a
//   byte to the other's pipe if that flag is set. Bytes left over mean nothing.
// - `run.step_count` grows while the program runs, each step being written before it is counted.
//   So if the executor dies, the steps up to there are right, and the crash lies in the local
//   code after the last one, by that step's agent.
// - An executor may die while it prepares for the next run (the reset may meet what a wild write
//   left). Then `begun` is not yet `request`, nothing of the run has happened, and another executor
//   can do it.
// - `plan.shared_prefix` is the number of steps which, by the explorer's knowledge, must come out
//   as they are in `steps` already. The executor compares each with what happens; a difference
//   ends the run with End::Diverged, and `run.divergence` holds what happened instead.
// - The tables of agents, objects and sites only grow and belong to the channel, not to an
// executor:
//   a new executor goes on with them, so numbers keep their meaning. This is why the program runs
//   without address space randomisation. An entry is written before `count` is raised.
#pragma once

#include <atomic>
#include <cstdint>

#include "model/plan.hpp"
#include "model/run.hpp"
#include "model/step.hpp"

namespace skein::channel {

inline constexpr std::uint64_t kMagic = 0x736b65696e303031ULL;
inline constexpr std::uint32_t kVersion = 1;
inline constexpr const char* kEnvironmentName = "SKEIN_CHANNEL";

inline constexpr std::uint32_t kMaxSteps = 1U << 20U;
inline constexpr std::uint32_t kMaxSleepers = 1U << 16U;
inline constexpr std::uint32_t kMaxAgents = 1U << 13U;
inline constexpr std::uint32_t kMaxObjects = 1U << 20U;
inline constexpr std::uint32_t kMaxSites = 1U << 16U;
inline constexpr std::uint32_t kMaxModules = 256;
inline constexpr std::uint32_t kMaxEnabled = 1U << 22U;
inline constexpr std::uint32_t kMaxViolations = 64;
inline constexpr std::uint32_t kTextSize = 1U << 16U;

// Fixed for the life of an executor.
struct Settings {
  bool shows_output = false;  // leave the program's descriptors 1 and 2 alone
  bool nonzero_exit_is_violation = false;
  bool has_spurious_wakeups = false;  // every condition wait may return unsignalled
  int bell_in = -1;                   // descriptors: the executor's pipes from and to the explorer
  int bell_out = -1;
  std::uint32_t first_agents = 8;          // threads to keep ready from the start
  std::uint32_t input_count = 0;           // __VERIFIER_nondet_* is a choice below this; 0: refused
  std::uint64_t heap_limit = 1ULL << 30U;  // bytes an agent may allocate
};

struct PlanIn {
  std::uint32_t prefix_count;
  std::uint32_t sleep_count;
  std::uint32_t shared_prefix;
  Policy policy;
  bool shows_output;     // let this run's output through
  bool records_enabled;  // fill in `enabled` and `enabled_from` (see Run)
  std::uint64_t seed;
  std::uint32_t pct_depth;
  std::uint32_t pct_length;
  Bounds bounds;
};

struct ViolationOut {
  ViolationKind kind;
  AgentId agent;
  StepIndex step;
  SiteId site;
  std::uint32_t text;  // offset into `text`, zero-terminated
};

// How the executor itself fared; anything but Ready is final.
enum class Health : std::uint32_t { Starting, Ready, Unsupported, Broken };

struct RunOut {
  std::atomic<std::uint32_t> step_count;
  std::uint32_t violation_count;
  std::uint32_t pending_count;
  std::uint32_t text_used;
  End end;
  BoundHit bound;
  bool has_exited;  // somebody ended the process: main returned, exit()
  bool has_merged;  // locations became one object: numbers changed their meaning (see intern.hpp)
  std::int32_t exit_code;
  Step divergence;  // if end == Diverged at a step that should be known: what came instead
  std::uint32_t diverged_at;
  bool is_step_divergence;
};

// An agent's name: who created it, and how many that one had created before.
struct AgentRecord {
  std::uint32_t creator;  // kNoValue for main
  std::uint32_t ordinal;
  std::uint64_t start;  // address of its start function
};

// What an object is. `address` names a place in memory, or an agent for Life.
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
  Library
};

struct ObjectRecord {
  std::uint64_t address;
  std::uint32_t size;  // bytes of a Location, else 0
  ObjectClass kind;
};

struct ModuleRecord {
  std::uint64_t begin;  // lowest and one past the highest address
  std::uint64_t end;
  std::uint64_t bias;  // to subtract from an address to get the one in the file
  char path[232];
};

// An open-addressing index from a key to a number below `capacity`; slot 0 = empty, else number
// + 1.
template <class Record, std::uint32_t capacity>
struct Table {
  std::atomic<std::uint32_t> count;
  Record records[capacity];
  std::uint32_t slots[2 * capacity];
};

struct Channel {
  std::uint64_t magic;
  std::uint32_t version;
  Settings settings;

  alignas(64) std::atomic<std::uint32_t> request;
  alignas(64) std::atomic<std::uint32_t> reply;
  alignas(64) std::atomic<std::uint32_t> explorer_sleeps;
  std::atomic<std::uint32_t> spin_rounds;  // how often to look before going to sleep
  alignas(64) std::atomic<std::uint32_t> executor_sleeps;
  std::atomic<std::uint32_t> begun;  // the last request whose run was begun

  alignas(64) PlanIn plan;
  alignas(64) RunOut run;
  std::atomic<Health> health;
  char health_text[1024];

  Table<AgentRecord, kMaxAgents> agents;
  Table<std::uint64_t, kMaxSites> sites;
  Table<ObjectRecord, kMaxObjects> objects;
  std::uint32_t module_count;
  ModuleRecord modules[kMaxModules];

  ViolationOut violations[kMaxViolations];
  Pending pending[kMaxAgents];
  char text[kTextSize];
  Sleeper sleep[kMaxSleepers];
  Move prefix[kMaxSteps];
  Step steps[kMaxSteps];
  std::uint32_t enabled_from[kMaxSteps + 1];
  Pending enabled[kMaxEnabled];
};

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

}  // namespace skein::channel
