// SPDX-License-Identifier: Apache-2.0
// The loop: ask the explorer for a plan, let the machine run it, show the run to the explorer.
//
//     while (plan = explorer.next()) explorer.observe(machine.run(*plan));
//
// Around it: statistics (what was done), budgets (when to stop although something is left) and
// hooks (callbacks). A machine that is stopped in the middle of a run (RunStopped) ends the loop as
// a budget does. A run may take less than a microsecond, so the loop adds only a few additions to
// each run and looks at clock and memory every few milliseconds. This folder uses no operating
// system: clock, memory and the flag raised by Ctrl-C come from outside, as an Environment.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include "core/ensure.hpp"
#include "core/plan.hpp"
#include "core/run.hpp"
#include "explore/explorer.hpp"
#include "machine/machine.hpp"

namespace skein {

// When to stop although something is left to explore. The defaults mean never.
struct Budget {
  std::uint64_t runs = std::numeric_limits<std::uint64_t>::max();
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t memory_kb = std::numeric_limits<std::uint64_t>::max();
  bool is_memory_given = false;  // by the user; otherwise it is what the machine has to give
  bool stops_at_first_bug = false;
};

// Why the loop ended.
enum class Stop : std::uint8_t { Exhausted, FirstBug, Runs, Seconds, Memory, Interrupted };

// What was done.
struct Statistics {
  // Runs by how they ended.
  std::uint64_t completed = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t violations = 0;  // ended by a violated property
  std::uint64_t blocked = 0;     // ended by an assumption that failed
  std::uint64_t redundant = 0;   // stopped because everything that could run was asleep
  std::array<std::uint64_t, kBoundHits> cut_by{};  // stopped by a bound, by BoundHit

  std::uint64_t bug_runs = 0;  // runs that showed a bug, however they ended
  std::uint64_t steps = 0;     // of all runs
  std::uint64_t longest = 0;   // steps of the longest run
  std::uint64_t events = 0;    // distinct events of the unfolding seen
  double seconds = 0;
  std::uint64_t peak_memory_kb = 0;
  Stop stop = Stop::Exhausted;

  // The runs explored to their end.
  [[nodiscard]] std::uint64_t executions() const { return completed + deadlocks + violations; }
  [[nodiscard]] std::uint64_t cut() const {
    return std::accumulate(cut_by.begin() + 1, cut_by.end(), std::uint64_t{0});
  }
  [[nodiscard]] std::uint64_t runs() const { return executions() + blocked + redundant + cut(); }
};

// The outside world, as far as the loop needs it. Any member may be empty.
struct Environment {
  std::function<double()> seconds;               // since any fixed moment
  std::function<std::uint64_t()> memory_kb;      // resident now
  const std::atomic<bool>* interrupt = nullptr;  // once true, the loop ends
  // Called with the current statistics from time to time, at most every `progress_interval`
  // seconds.
  std::function<void(const Statistics&)> progress;
  double progress_interval = 0.1;
  // Called after each run that showed a bug: a violated property (however the run ended) or a
  // deadlock. The run is valid during the call.
  std::function<void(const Run&)> on_bug;
  // Whether a run that showed a bug does not count for Budget::stops_at_first_bug.
  std::function<bool(const Run&)> is_accepted;
  // Called after each run, before the explorer sees it.
  std::function<void(const Plan&, const Run&)> on_run;
};

// Our own bug, met while exploring, with the plan that led there.
class ExplorationError : public InternalError {
 public:
  ExplorationError(const std::string& what, Plan plan)
      : InternalError(what), plan_(std::move(plan)) {}
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  Plan plan_;
};

// Explores until nothing is left or a budget is used up. `statistics` is kept up to date
// throughout, so it is right even if this throws: ExplorationError for a bug of our own; a
// UserError of the machine passes through.
void explore(Explorer& explorer, Machine& machine, const Budget& budget,
             const Environment& environment, Statistics& statistics);

constexpr std::string_view name(Stop stop) {
  switch (stop) {
    case Stop::Exhausted: return "exhausted";
    case Stop::FirstBug: return "first-bug";
    case Stop::Runs: return "runs";
    case Stop::Seconds: return "seconds";
    case Stop::Memory: return "memory";
    case Stop::Interrupted: return "interrupt";
  }
  return "unknown";
}

}  // namespace skein
