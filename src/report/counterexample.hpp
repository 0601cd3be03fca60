// SPDX-License-Identifier: Apache-2.0
// The counterexample of a finding: its witness told step by step, for people.
//
// Every report that shows a finding (terminal, JSON, SARIF, the HTML page, trace files) is made
// from this one structure, which holds nothing but text and numbers: no ids that mean something to
// a machine only. Who wants the schedule back uses `schedule`.
//
// It is made from a run in the machine's details mode (machine/detailed_run.hpp), which is executed
// for this alone; or, where there is no DetailedRunner, from the steps of the witness, with less to
// say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/names.hpp"
#include "findings/finding.hpp"
#include "machine/detailed_run.hpp"

namespace skein {

struct CounterexampleStep {
  std::size_t agent = 0;  // index into Counterexample::agents
  OpKind kind = OpKind::Yield;
  std::string operation;             // "lock m", "load counter": the operation and its objects
  std::vector<std::string> objects;  // their names alone
  std::string outcome;               // "fails", "wakes adder(2)", "timeout"; may be empty
  std::string site;                  // where in the program, as the machine says it
  Place place;                       // the same in parts; line 0: not known
  Stack stack;                       // innermost first; may be empty
  // Operations on memory: what it read, what it wrote. A store reads nothing; a load writes
  // nothing; a compare-and-exchange that failed wrote nothing.
  std::optional<std::int64_t> read;
  std::optional<std::int64_t> written;
  std::int64_t value = 0;  // of Step: read, written or returned, whatever the operation makes of it
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  bool is_switch = false;      // another agent than at the step before
  bool is_preemption = false;  // and that one could have gone on
  // Steps that happen immediately before this one, sorted: the agent's own step before and those of
  // others that this one depends on, unless one of them already happens before another.
  std::vector<std::size_t> after;
  // Locks that the agent holds once the step is taken, in the order of taking.
  std::vector<std::string> locks_held;
};

// An agent that is stuck in a deadlock.
struct CounterexampleWait {
  std::size_t agent = 0;
  std::string text;  // "main waits for lock m held by t1"
  std::vector<std::size_t> for_agents;
  std::string site;
  Place place;
  Stack stack;
  std::vector<std::string> locks_held;
};

// One side of a data race, in the order in which they happened in this schedule.
struct CounterexampleAccess {
  std::size_t agent = 0;
  std::optional<std::size_t> step;  // in whose local code
  std::string what;                 // "write of 4 bytes", "atomic read of 8 bytes", "free"
  bool is_write = false;
  bool is_atomic = false;
  std::uint32_t size = 0;
  Stack stack;
  std::optional<std::int64_t> value;  // that was there: what a read saw, what a write replaced
  std::vector<std::string> locks_held;
};

struct CounterexampleBlock {
  std::uint64_t size = 0;
  std::string allocated_by;  // an agent's name; empty: not known
  Stack allocated;
  std::string freed_by;
  Stack freed;
};

// What a condition that failed read.
struct CounterexampleValue {
  std::string name;
  std::int64_t value = 0;
};

struct Counterexample {
  std::string kind;                       // "assertion", "deadlock", "race" ...
  std::string message;                    // what broke, as the machine says it
  std::string headline;                   // one sentence with file:line and the values compared
  std::string brief;                      // the same without place and values
  std::vector<std::string> agents;        // those with a column, in the order of their numbers
  std::vector<CounterexampleStep> steps;  // empty also if there was no time to tell them
  std::size_t length = 0;                 // how many there are
  std::size_t switches = 0;
  std::uint64_t times = 0;  // runs that showed it

  // Violations. `fatal`: the step in whose local code it happened.
  std::optional<std::size_t> agent;
  std::optional<std::size_t> fatal;
  std::string site;
  Place place;
  Stack stack;
  std::vector<CounterexampleValue> compared;  // read on the failing line

  // The step after which no schedule avoids the bug any more, if that was established.
  std::optional<std::size_t> lost_at;

  // Deadlocks.
  std::vector<CounterexampleWait> waits;
  std::vector<std::size_t> cycle;  // agents that wait for each other, each for the next

  // Races and errors of the heap.
  std::vector<CounterexampleAccess> accesses;
  std::string object;
  std::optional<CounterexampleBlock> block;

  std::string schedule;  // the short string
  bool is_cut = false;   // it was cut after these steps: by itself it would go on
  std::string replay;    // the command that shows it again; empty: not known
  // Words of the program's memory whose plain accesses are steps of the schedule, since they race.
  std::vector<std::uint64_t> watched;
  std::optional<bool> is_repeated;  // executed again in a new process, it showed the same
};

// Tells what `finding` says with the names of the machine that found it. `details` is the witness
// run once more, its steps the finding's; null if that could not be had.
[[nodiscard]] Counterexample make_counterexample(const Finding& finding, const Names& names,
                                                 const DetailedRun* details);

// The same without the steps: what broke and where, for somebody in a hurry.
[[nodiscard]] Counterexample make_brief_counterexample(const Finding& finding, const Names& names);

}  // namespace skein
