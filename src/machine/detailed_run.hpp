// SPDX-License-Identifier: Apache-2.0
// A machine that can record everything about one run: source places, call stacks, values.
//
// Exploration wants runs in microseconds and so records next to nothing; a run to be shown to
// people is executed once more in this mode. Optional: callers ask the machine by dynamic_cast, and
// use names and sites alone where there is no DetailedRunner.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// A place in the program's text. Unknown parts are empty or 0.
struct Place {
  std::string file;  // as in messages: "queue.c"
  std::string path;  // where it was compiled: "/home/me/queue.c"
  std::uint32_t line = 0;
  std::string function;        // "push(int)"
  std::string text;            // the line's source text, trimmed
  std::uint32_t declared = 0;  // the line of the function's own declaration
};

using Stack = std::vector<Place>;  // innermost first

// What a step did to the memory its operation is about.
struct StepDetails {
  Stack stack;
  std::optional<std::int64_t> before;
  std::optional<std::int64_t> after;
  std::uint32_t size = 0;  // bytes; 0: unknown, or the operation is about no memory
  // What a machine knows beyond that; may be empty: the values as the source would write them, and
  // the names of the operation's two objects at that time.
  std::string before_text = {};
  std::string after_text = {};
  std::vector<std::string> objects = {};
};

// The whole that a piece of data is a part of.
struct Whole {
  enum class Kind : std::uint8_t {
    Unknown,   // no name but its address
    Variable,  // "main: cache"
    Heap,      // "Node@queue.cpp:14": all blocks that were made there
    Frame,     // "main": the debug information does not say which variable of it
  };
  Kind kind = Kind::Unknown;
  std::string name = {};
};

// One side of a data race.
struct AccessDetails {
  AgentId agent;
  StepIndex step;  // the step whose local code made the access
  bool is_write = false;
  bool is_atomic = false;
  bool is_free = false;  // an access that frees the heap block
  std::uint32_t size = 0;
  Stack stack;
  std::optional<std::int64_t> value;  // seen by a read, or overwritten by a write
  std::string value_text;
};

// The origin and end of a heap block.
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
  std::string value_text = {};  // as the source would write it; may be empty
};

struct ViolationDetails {
  std::optional<ViolationFacts> facts;  // the violation's, with better names and places
  Stack stack;                          // where it happened; for a race: the later access
  std::vector<AccessDetails> accesses;  // for a race: both, in the order in which they happened
  std::string object;                   // for a race: "queue.items[3]"
  Whole whole;                          // which it belongs to: "queue"
  std::optional<BlockDetails> block;    // the heap block it is about
  std::vector<ReadDetails> reads;       // the agent's last plain reads, in their order
  // The stacks with all frames of libraries, if those above leave some out: of both accesses, or
  // where it happened.
  std::vector<Stack> whole_stacks = {};
};

struct DetailedRun {
  Run run;
  std::vector<StepDetails> steps;            // one for each step of the run
  std::vector<ViolationDetails> violations;  // one for each violation of the run
  std::vector<Stack> waiting;                // for each entry of run.pending: the agent's stack
  std::vector<Stack> whole_waiting;          // the same with all frames of libraries; may be empty
};

class DetailedRunner {
 public:
  DetailedRunner() = default;
  DetailedRunner(const DetailedRunner&) = delete;
  DetailedRunner& operator=(const DetailedRunner&) = delete;
  DetailedRunner(DetailedRunner&&) = delete;
  DetailedRunner& operator=(DetailedRunner&&) = delete;
  virtual ~DetailedRunner() = default;

  // Runs the plan. May be some hundred times slower than Machine::run, and need not share anything
  // with the run before.
  [[nodiscard]] virtual DetailedRun run_detailed(const Plan& plan) = 0;

  // The source place of a site.
  [[nodiscard]] virtual Place place_of(SiteId site) = 0;
};

}  // namespace skein
