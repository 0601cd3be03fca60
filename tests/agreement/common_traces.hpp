// SPDX-License-Identifier: Apache-2.0
// Traces in words that every machine understands, so that those of two machines can be compared as
// sets.
//
// A run is projected to what both machines can see, and spelt by the table of dependence
// (explore/oracle/classes.hpp), with names instead of numbers:
//
// - Agents are named by their path: who created them, as which of its children.
// - Global objects have the linker's names. All others (heap, stacks) have no name in common; each
//   is named after the first of its uses, by agent and position, which depends on the trace alone.
//   If only one agent uses such an object no other agent can tell, and its uses are left out: a
//   machine may know that a variable is private and not look at it at all.
// - A signal's choice becomes the agent that it woke: machines number waiters differently.
// - Fences, yields and library calls are left out: initialisations and allocations are steps of the
//   ir machine only, and sleeping is one of the native machine only.
// - Plain accesses are kept where the native machine looks at them, at racy globals (`racy`).
//
// What is left out on both sides orders less, so two traces may become one, on both sides alike. If
// the machines run the same program, the sets of projected traces are equal: either machine has
// every execution, and equivalent executions have equivalent projections.
//
// Steps of the ir machine that are not steps natively are left out (machine/ir/native_steps.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/agent_paths.hpp"
#include "core/run.hpp"
#include "explore/oracle/classes.hpp"
#include "machine/ir/native_steps.hpp"

namespace skein::test {

struct TraceSet {
  std::map<std::string, std::set<std::string>> ends;  // by canonical form; several if what is left
                                                      // out tells them apart
  std::map<std::string, std::string> schedules;       // for people
  std::set<std::string> plain;    // the globals of plain accesses that were kept
  std::set<ViolationCode> codes;  // of violations
  std::uint64_t runs = 0;
  bool is_complete = true;
  bool gives_names_again = false;  // a thread had the name of one that was joined
  bool has_bug = false;            // a violation that is not a race, or a deadlock
};

// Empty if they are equal.
std::string difference(const TraceSet& first, const std::string& first_name, const TraceSet& second,
                       const std::string& second_name);

class CommonTraces {
 public:
  struct Machine {
    std::function<std::string(ObjectId)> global;  // the linker's name of an object, or empty
    bool is_ir = false;
    // Which plain accesses are kept, by the linker's name; null: all of globals.
    std::function<bool(const std::string&)> keeps_plain;
  };

  explicit CommonTraces(Machine machine) : machine_(std::move(machine)) {}

  void add(const Run& run, TraceSet& traces);

 private:
  struct Named {
    Step step;
    std::string agent;
    std::string first;   // empty: none
    std::string second;  // "#7": without a name
    std::string choice;  // the agent woken, or a number
  };

  [[nodiscard]] std::string name_of(ObjectId object) const;
  [[nodiscard]] std::string woken_by(const Step& signal) const;
  void drop_private();
  void name_others();
  [[nodiscard]] std::string end_of(const Run& run, TraceSet& traces);

  Machine machine_;
  Canonicalizer canonicalizer_;
  AgentPaths paths_;
  ir::NativeSteps native_steps_;
  std::vector<Named> steps_;
  // Numbers for names, the same for all machines of the process.
  static std::uint32_t number_of(const std::string& name);
};

}  // namespace skein::test
