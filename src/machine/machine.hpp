// SPDX-License-Identifier: Apache-2.0
// The contract of a machine: it runs one program under one plan and reports what happened.
//
// A machine promises that
// - it is deterministic: the same moves give the same steps, with the same agents and objects, in
//   every run (where a program breaks this, the run ends Diverged and says so);
// - agents, objects and sites keep their numbers for the machine's lifetime, numbers are dense, and
//   main is agent 0;
// - the first step of every agent is its ThreadStart (or MessageBegin), and the last its ThreadExit
//   (or MessageEnd) unless the agent halts;
// - a run ends only as `End` says, and `steps` has the flags that `Step` describes.
//
// The reference returned by run() stays valid until the next run(). Not thread-safe.
#pragma once

#include <utility>

#include "core/ensure.hpp"
#include "core/names.hpp"
#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// Thrown by run() if the machine was asked to stop (NativeOptions::is_over) and did so in the
// middle of a run. `run` holds the steps until then. An explorer must not see it, because any other
// run of the plan would continue; but its violations have happened.
class RunStopped : public Stopped {
 public:
  explicit RunStopped(Run run) : Stopped("stopped in the middle of a run"), run_(std::move(run)) {}
  [[nodiscard]] const Run& run() const { return run_; }

 private:
  Run run_;
};

class Machine {
 public:
  Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;
  Machine(Machine&&) = delete;
  Machine& operator=(Machine&&) = delete;
  virtual ~Machine() = default;

  virtual const Run& run(const Plan& plan) = 0;

  // What agents, objects and sites are called. Valid for the machine's lifetime.
  [[nodiscard]] virtual const Names& names() const = 0;
};

}  // namespace skein
