// SPDX-License-Identifier: Apache-2.0
// The counterexample of a finding: its witness step by step, for people.
//
// Every report that shows a finding (terminal, JSON, SARIF, the HTML page, trace files) is made
// from this structure. It holds only text and numbers, no ids that only a machine understands. The
// schedule can be recovered from `schedule`.
//
// It is built from a detailed run of the machine (machine/detailed_run.hpp), executed for this
// purpose only; without a DetailedRunner, from the steps of the witness, with fewer details.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/names.hpp"
#include "core/states.hpp"
#include "findings/finding.hpp"
#include "machine/detailed_run.hpp"

namespace skein {

struct CounterexampleStep {
  std::size_t agent = 0;  // index into Counterexample::agents
  OpKind kind = OpKind::Yield;
  std::string operation;             // "lock m", "load counter": the operation and its objects
  std::vector<std::string> objects;  // the names of the objects alone
  std::string outcome;               // "fails", "wakes adder(2)", "timeout"; may be empty
  std::string site;                  // the place in the program, as the machine names it
  Place place;                       // the same, in parts; line 0: not known
  Stack stack;                       // innermost first; may be empty
  // Operations on memory: the values read and written. A store reads nothing; a load writes
  // nothing; a failed compare-and-exchange writes nothing.
  std::optional<std::int64_t> read;
  std::optional<std::int64_t> written;
  std::string read_text;  // the same as the source would write them; empty: as numbers
  std::string written_text;
  std::int64_t value = 0;  // of Step: read, written or returned, depending on the operation
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  bool is_switch = false;      // the previous step was another agent's
  bool is_preemption = false;  // and that agent could have continued
  // Steps that happen immediately before this one, sorted: the agent's previous step and those of
  // others that this one depends on, except those that happen before another of them.
  std::vector<std::size_t> after;
  // Locks that the agent holds after the step, in the order of acquisition.
  std::vector<std::string> locks_held;
};

// An agent that is stuck in a deadlock.
struct CounterexampleWait {
  std::size_t agent = 0;
  std::string text;                  // "main waits for lock m held by t1"
  std::vector<std::string> objects;  // what it waits at
  std::vector<Whole> wholes;         // and what these belong to; may be empty
  std::vector<std::size_t> for_agents;
  std::string site;
  Place place;
  Stack stack;
  std::vector<std::string> locks_held;
  std::optional<LibraryFault> fault;  // it waits because of a mistake in the C++ library
};

// One side of a data race; the sides are in the order in which they happened in this schedule.
struct CounterexampleAccess {
  std::size_t agent = 0;
  std::optional<std::size_t> step;  // the access is in the local code of this step
  std::string what;                 // "write of 4 bytes", "atomic read of 8 bytes", "free"
  bool is_write = false;
  bool is_atomic = false;
  bool is_free = false;
  std::optional<bool> is_step;  // whether it is the operation of the step; empty: not known
  std::uint32_t size = 0;
  Stack stack;
  std::optional<std::int64_t> value;  // the value there: what a read saw, what a write replaced
  std::string value_text;
  std::vector<std::string> locks_held;
};

struct CounterexampleBlock {
  std::uint64_t size = 0;
  std::string allocated_by;  // an agent's name; empty: not known
  Stack allocated;
  std::string freed_by;
  Stack freed;
};

// A value that a failed condition read.
struct CounterexampleValue {
  std::string name;
  std::int64_t value = 0;
  std::string text;  // the value as the source would write it; empty: as a number
};

// Whether a finding makes the verdict "bug" (report/acceptance.hpp).
enum class Standing : std::uint8_t {
  Fails,
  Tolerated,   // reported, but not of the kinds that fail
  Known,       // in the baseline
  Suppressed,  // by a rule of the user's
};

constexpr std::string_view name(Standing standing) {
  switch (standing) {
    case Standing::Fails: return "fails";
    case Standing::Tolerated: return "tolerated";
    case Standing::Known: return "known";
    case Standing::Suppressed: return "suppressed";
  }
  return "unknown";
}

struct Counterexample {
  FindingKind kind = FindingKind::Other;
  std::string message;                    // what broke, as the machine reports it
  std::string headline;                   // one sentence with file:line and the values compared
  std::string brief;                      // the same without place and values
  std::vector<std::string> agents;        // those with a column, in the order of their numbers
  std::vector<CounterexampleStep> steps;  // empty also if there was no time to build them
  std::size_t length = 0;                 // the number of steps
  std::size_t switches = 0;
  std::uint64_t times = 0;            // runs that showed it
  std::vector<std::string> variants;  // headlines of findings with the same cause (one_cause.hpp)

  Standing standing = Standing::Fails;
  std::string accepted_by;  // "skein.supp:3 race:push", "old.json"; empty if it fails
  // What identifies it in reports of other versions of the program (finding_identity.hpp): its own
  // identity, then those of its variants.
  std::vector<std::string> identities;

  // Violations. `fatal`: the step in whose local code it happened.
  ViolationFacts facts;  // as they are told: with the best names and places known
  std::optional<std::size_t> agent;
  std::optional<std::size_t> fatal;
  std::string site;
  Place place;
  Stack stack;
  // Where it happened with all frames of libraries, for suppressions; may be empty.
  std::vector<Stack> whole_stacks;
  std::vector<CounterexampleValue> compared;  // read on the failing line
  // Variables that are in scope there; of a warning of `prove`, with the values they may have.
  std::vector<KnownValue> known;

  // The step after which every schedule shows the bug, if that was established.
  std::optional<std::size_t> lost_at;

  // Deadlocks.
  std::vector<CounterexampleWait> waits;
  std::vector<std::size_t> cycle;  // agents that wait for each other, each for the next

  // Races and errors of the heap.
  std::vector<CounterexampleAccess> accesses;
  std::string object;
  Whole whole;  // which the object is a part of
  std::optional<CounterexampleBlock> block;

  std::string schedule;  // the short string
  bool is_cut = false;   // the run was cut after these steps; its schedule would continue
  std::string replay;    // the command that shows the bug again; empty: not known
  // Words of memory whose plain accesses are steps of the schedule because they race.
  std::vector<std::uint64_t> watched;
  // Whether sections of locks are steps of the schedule (--reduce=sections).
  bool has_section_steps = false;
  std::optional<bool> is_repeated;  // whether it showed the same bug when executed again in a new
                                    // process
};

// The counterexample of `finding`, with the names of the machine that found it. `details` is a
// detailed run with the finding's steps; null if there is none.
[[nodiscard]] Counterexample make_counterexample(const Finding& finding, const Names& names,
                                                 const DetailedRun* details);

// The counterexample without its steps: what broke and where, for when time is short.
[[nodiscard]] Counterexample make_brief_counterexample(const Finding& finding, const Names& names);

}  // namespace skein
