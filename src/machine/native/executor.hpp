// SPDX-License-Identifier: Apache-2.0
// The executor process, seen from outside: start it, hand it a plan, wait for the run, notice its
// death.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "machine/native/pace.hpp"
#include "protocol/channel.hpp"

namespace skein {

struct NativeOptions {
  std::string program;  // path of the executable
  std::vector<std::string> arguments;
  std::string runtime;        // path of libskein-runtime.so; empty: find_runtime()
  bool shows_output = false;  // of every run
  int output = -1;            // with shows_output: the descriptor that gets it; -1: ours
  bool nonzero_exit_is_violation = false;
  bool has_spurious_wakeups = false;
  bool resets_by_fork = false;  // a fresh process for every run, forked just before main
  // What __VERIFIER_nondet_* may be: `input_count` values from `first_input` on; none: refused.
  std::int64_t first_input = 0;
  std::uint32_t input_count = 0;
  std::uint64_t heap_limit = 1ULL << 30U;  // bytes an agent may allocate
  channel::RaceMode races = channel::RaceMode::Report;
  double race_share = 1;                       // the part of the places that the detector looks at
  bool reports_leaks = false;                  // blocks that nobody freed are violations
  bool recognises_spins = true;                // loops that make no progress wait
  bool learns_dead_values = false;             // and those that count, once a run is long
  std::uint32_t spin_bound = kUnbounded;       // an agent's visits of one place in a run, at most
  std::chrono::milliseconds step_limit{5000};  // CPU time a step's local code may take
  // What another machine has learned of the program, so that its schedules mean the same here:
  // words whose plain accesses are visible, whether there are handlers, what never ends.
  std::vector<std::uint64_t> watched;
  bool has_handlers = false;
  std::vector<std::uint64_t> endless;  // operations after which local code does not end
  // Asked again and again while the program runs: whether there is no more time for it. Then its
  // process is ended, whatever it does, and run() throws RunStopped. Empty: never.
  std::function<bool()> is_over;
  bool finds_unseen = false;  // learn which synchronisation is executed unseen
  int core = -1;              // pin explorer and executor to this core; -1: let them be
  // Explorer and executor wait for each other on cores of their own, whatever else the machine has
  // to do; for tests.
  bool always_spins = false;
};

// Where libskein-runtime.so is: $SKEIN_RUNTIME, beside the running program in lib/ or
// ../lib/skein/, or where it was built. Throws UserError if nowhere.
std::string find_runtime();

// What the channel says to the program about how it is to be run.
channel::Settings settings_of(const NativeOptions& options);

// The environment in which the program is started: ours, with the runtime preloaded. `channel_name`
// is what SKEIN_CHANNEL gets.
std::vector<std::string> executor_environment(const std::string& runtime,
                                              const std::string& channel_name);

// How an executor ended.
struct Death {
  int signal = 0;                  // that killed it, or 0
  int exit_code = 0;               // if no signal
  bool was_stuck = false;          // we killed it, since it made no progress
  bool overwrote_channel = false;  // we killed it, since what it says cannot be true
  std::string waits_in = {};       // we killed it, since it waits in this system call
  bool was_stopped = false;        // we killed it, since there is no more time
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

  // Makes sure that an executor is there and ready. Returns how it died if it did not come up.
  std::optional<Death> ensure_ready();

  // Lets it run the plan in the channel. Returns how it died, if it did.
  std::optional<Death> execute();

  // The next plan will begin with so many of the steps that are in the channel: it may begin.
  void let_begin(std::uint32_t steps);
  [[nodiscard]] bool may_have_begun() const;

  // Races and dead values that are met from now on are not learned.
  void stop_learning();
  void set_is_over(std::function<bool()> is_over) { options_.is_over = std::move(is_over); }

  // Ends it, if there is one; the next ensure_ready starts another.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  void start();
  void close_pipes();
  std::optional<Death> await_reply();
  std::optional<Death> reap(bool was_stuck);
  bool wait_for_bell(int milliseconds);
  [[nodiscard]] std::string waits_in_kernel(std::chrono::nanoseconds cpu,
                                            Clock::duration time) const;
  void ring();

  NativeOptions options_;
  Pace pace_;
  int memory_ = -1;
  int to_executor_ = -1;  // pipes: a byte wakes the other side
  int from_executor_ = -1;
  int unread_ = -1;
  channel::Channel* channel_ = nullptr;
  pid_t process_ = -1;
  std::uint32_t request_ = 0;  // as in the channel, where the program may write too
  std::uint64_t starts_ = 0;
};

}  // namespace skein
