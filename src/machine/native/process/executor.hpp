// SPDX-License-Identifier: Apache-2.0
// The executor process, seen from outside: starts it, hands it a plan, waits for the run, and
// notices its end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "core/input_ranges.hpp"
#include "machine/native/names/debug_info.hpp"
#include "machine/native/process/changed_files.hpp"
#include "machine/native/process/wait_policy.hpp"
#include "protocol/channel.hpp"

namespace skein {

// Where the executor keeps the state of the program, so that the next run can begin there.
enum class TakeSnapshots : std::uint8_t {
  Nowhere,
  WhereTheyPay,  // if runs take long
  Everywhere,    // at every k-th step, for tests
};

struct NativeOptions {
  std::string program;  // path of the executable
  std::vector<std::string> arguments;
  std::string runtime;           // path of libskein-runtime.so; empty: find_runtime()
  bool shows_output = false;     // of every run
  bool shows_libraries = false;  // in stacks; else the user's own frames only
  int output = -1;               // with shows_output: the descriptor that gets it; -1: ours
  bool nonzero_exit_is_violation = false;
  bool has_spurious_wakeups = false;
  std::uint64_t outside_signals = 0;  // that may come once each: signal n is bit n - 1
  bool resets_by_fork = false;        // a fresh process for every run, forked just before main
  TakeSnapshots snapshots = TakeSnapshots::WhereTheyPay;
  std::uint32_t snapshot_every = 1;   // with TakeSnapshots::Everywhere: steps from one to the next
  bool snapshots_are_copies = false;  // with the same: copies of memory, not processes
  std::uint64_t snapshot_memory = 1ULL << 30U;  // bytes that all of them may take
  // What unknown inputs are chosen from; empty: inputs without bounds of their own are refused.
  std::vector<InputRange> inputs;
  std::uint64_t heap_limit = 1ULL << 30U;  // bytes an agent may allocate
  channel::RaceMode races = channel::RaceMode::Report;
  double race_share = 1;           // the share of places that the detector looks at
  bool reports_leaks = false;      // a block that is never freed is a violation
  bool reduces_by_outcome = true;  // idle operations only look (core/outcome.hpp)
  // Sections of locks are steps (runtime: lock_sections.hpp). REQUIRES: are_sections_seen.
  bool reduces_sections = false;
  // Reference counts that no agent can observe are no steps, and waiting for a std::future is one
  // (runtime: shared_counts.hpp, awaited.hpp). REQUIRES: are_sections_seen.
  bool models_library = false;
  bool recognises_spins = true;  // loops without progress wait
  // And so do loops that only count, std::lock, crowded barriers and semaphores that overflow. An
  // exploration of programs with these needs it, and so does reduces_sections.
  bool learns_dead_values = false;
  std::uint32_t spin_bound = kUnbounded;       // most visits of one place by an agent, in a run
  std::chrono::milliseconds step_limit{5000};  // CPU time for the local code of a step
  // What another machine has learned about the program, so that its schedules mean the same here:
  // words whose plain accesses are visible, whether there are handlers, code that never ends.
  std::vector<std::uint64_t> watched;
  bool has_handlers = false;
  std::vector<std::uint64_t> endless;  // operations after which local code does not end
  // Polled while the program runs: true if its time is up. Then its process is killed and run()
  // throws RunStopped. Empty: never.
  std::function<bool()> is_over;
  bool finds_unseen = false;  // learn which synchronisation is executed unseen
  int core = -1;              // pin explorer and executor to this core; -1: do not
  // Explorer and executor each spin on a core while they wait for each other, even on a busy
  // machine; for tests.
  bool always_spins = false;
  // Copies of these options share it.
  std::shared_ptr<DebugInfos> debug_infos = std::make_shared<DebugInfos>();
};

// The path of libskein-runtime.so: $SKEIN_RUNTIME, next to the running program in lib/ or
// ../lib/skein/, or where it was built. Throws UserError if it is in none of these.
std::string find_runtime();

// Whether skein sees every access in sections of the program's locks; reads the program's file.
[[nodiscard]] bool are_sections_seen(const NativeOptions& options);

// Whether the steps of its runs may be sections of locks: only where nothing interrupts a section.
[[nodiscard]] bool has_section_steps(const NativeOptions& options);

// The settings that the channel passes to the program.
channel::Settings settings_of(const NativeOptions& options);

// The environment in which the program is started: ours, with the runtime preloaded. `channel_name`
// is the value of SKEIN_CHANNEL.
std::vector<std::string> executor_environment(const std::string& runtime,
                                              const std::string& channel_name);

// How an executor ended.
struct ExitInfo {
  int signal = 0;     // that killed it, or 0
  int exit_code = 0;  // if no signal
  // We killed it because
  bool was_stuck = false;          // it made no progress
  bool overwrote_channel = false;  // its answer cannot be true
  std::string waits_in = {};       // it waits in this system call
  bool was_stopped = false;        // its time is up
};

class Executor {
 public:
  explicit Executor(NativeOptions options);
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  ~Executor();

  [[nodiscard]] channel::Channel& channel() { return *channel_; }
  [[nodiscard]] const channel::Channel& channel() const { return *channel_; }
  [[nodiscard]] const NativeOptions& options() const { return options_; }
  [[nodiscard]] std::uint64_t starts() const { return starts_; }
  [[nodiscard]] pid_t process() const { return process_; }

  // Makes sure that an executor is ready. Returns how it ended if it did not start.
  std::optional<ExitInfo> ensure_ready();

  // Lets the executor run the plan in the channel. Returns how it ended, if it did.
  std::optional<ExitInfo> execute();

  // The next plan will begin with the first `steps` steps in the channel: the executor may begin.
  void let_begin(std::uint32_t steps);
  [[nodiscard]] bool may_have_begun() const;

  // Races and dead values met from now on are not learned.
  void stop_learning();
  void set_is_over(std::function<bool()> is_over) { options_.is_over = std::move(is_over); }

  // Kills the executor, if there is one; the next ensure_ready starts another.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Progress {
    std::uint32_t steps;
    std::chrono::nanoseconds cpu;
    Clock::time_point time;
  };
  // One wait for a reply.
  struct Watchdog {
    std::optional<Progress> last = {};  // when the executor last took a step, or was warned
    bool was_warned = false;            // that its step takes too long
    bool was_asked = false;             // whether it is where local code did not end before
  };

  void start();
  void close_pipes();
  std::optional<ExitInfo> await_reply();
  // Called periodically while the executor has not answered: returns how it ended, warns it or
  // kills it.
  std::optional<ExitInfo> check_progress(Watchdog& watchdog);
  std::optional<ExitInfo> reap(bool was_stuck);
  bool wait_for_doorbell(int milliseconds);
  [[nodiscard]] std::string waits_in_kernel(std::chrono::nanoseconds cpu,
                                            Clock::duration time) const;
  void ring();
  void note_wait(Clock::duration time);
  // The process of the executor that runs.
  [[nodiscard]] pid_t acting() const;
  void end_family();

  NativeOptions options_;
  WaitPolicy wait_policy_;
  int memory_ = -1;
  int to_executor_ = -1;  // pipes: a byte wakes the other side
  int from_executor_ = -1;
  int unread_ = -1;
  channel::Channel* channel_ = nullptr;
  std::unique_ptr<ChangedFiles> changed_files_;
  pid_t process_ = -1;
  std::uint32_t request_ = 0;  // our copy: the program may overwrite that in the channel
  std::uint64_t starts_ = 0;
  std::uint32_t long_runs_ = 0;      // in a row
  std::uint32_t last_long_run_ = 0;  // its request
};

}  // namespace skein
