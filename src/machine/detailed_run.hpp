// SPDX-License-Identifier: Apache-2.0
// A machine that can tell everything about one run: source places, call stacks, values.
//
// Exploration wants runs in microseconds and so records next to nothing; a run that is to be shown
// to people is executed once more in this mode. Optional: who needs it asks the machine by
// dynamic_cast, and does with names and sites alone where there is no DetailedRunner.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// A place in the program's text. What is not known is empty or 0.
struct Place {
  std::string file;  // as in messages: "queue.c"
  std::string path;  // where it was compiled: "/home/me/queue.c"
  std::uint32_t line = 0;
  std::string function;  // "push(int)"
  std::string text;      // the line's source text, trimmed
};

using Stack = std::vector<Place>;  // innermost first

// What a step did to the memory that its operation is about.
struct StepDetails {
  Stack stack;
  std::optional<std::int64_t> before;
  std::optional<std::int64_t> after;
  std::uint32_t size = 0;  // in bytes; 0: not known, or the operation is about no memory
};

// One side of a data race.
struct AccessDetails {
  AgentId agent;
  StepIndex step;  // in whose local code
  bool is_write = false;
  bool is_atomic = false;
  bool is_free = false;  // the end of the heap block
  std::uint32_t size = 0;
  Stack stack;
  std::optional<std::int64_t> value;  // that a read saw, or that a write found there
};

// Where a heap block comes from and where it went.
struct BlockDetails {
  std::uint64_t size = 0;
  AgentId allocated_by;
  Stack allocated;
  AgentId freed_by;  // none: not freed
  Stack freed;
};

// A plain read just before a violation.
struct ReadDetails {
  std::string name;
  std::int64_t value = 0;
  std::string file;
  std::uint32_t line = 0;
};

struct ViolationDetails {
  Stack stack;                          // where it happened; of a race: of the later access
  std::vector<AccessDetails> accesses;  // of a race: both, in the order in which they happened
  std::string object;                   // of a race: "counter"
  std::optional<BlockDetails> block;    // the heap block it is about
  std::vector<ReadDetails> reads;       // the agent's last plain reads, in their order
};

struct DetailedRun {
  Run run;
  std::vector<StepDetails> steps;            // one for each of the run's
  std::vector<ViolationDetails> violations;  // likewise
  std::vector<Stack> waiting;                // of run.pending: where each agent stands
};

class DetailedRunner {
 public:
  DetailedRunner() = default;
  DetailedRunner(const DetailedRunner&) = delete;
  DetailedRunner& operator=(const DetailedRunner&) = delete;
  DetailedRunner(DetailedRunner&&) = delete;
  DetailedRunner& operator=(DetailedRunner&&) = delete;
  virtual ~DetailedRunner() = default;

  // Runs the plan. May be some hundred times slower than Machine::run, and need not share
  // anything with the run before.
  [[nodiscard]] virtual DetailedRun run_detailed(const Plan& plan) = 0;

  // Where a site is.
  [[nodiscard]] virtual Place place_of(SiteId site) = 0;
};

}  // namespace skein
