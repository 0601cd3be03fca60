// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/refinement.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/ensure.hpp"
#include "machine/symbolic/abstraction.hpp"
#include "machine/symbolic/local_paths.hpp"
#include "machine/symbolic/solver.hpp"
#include "machine/symbolic/transfer.hpp"

namespace skein::symbolic {

namespace {

constexpr std::uint32_t kMostBranches = 200;  // on one path of a step that is refuted

// All that one question needs. Each has its own, so that none pays for the terms of another.
struct Question {
  Question(abstract::AbstractSystem& system, const std::function<double()>& seconds_left)
      : solver(load_solver(terms)),
        feasibility(terms, *solver, seconds_left),
        abstraction(system.numbers(), system.context().memory.cells(), terms, feasibility),
        transfer(system.context(), system.footprints(), terms, feasibility, world) {
    world.is_watched = [&system](ObjectId object) { return system.is_watched(object); };
  }

  Terms terms;
  std::unique_ptr<Solver> solver;
  Feasibility feasibility;
  Abstraction abstraction;
  World world;
  Transfer transfer;
};

// Whether the abstract machine has a state at the end of its step where this thread stands.
bool is_expected(const ir::Thread& t, const std::vector<abstract::State>& ends) {
  return std::any_of(ends.begin(), ends.end(), [&](const abstract::State& end) {
    const ir::Thread& other = end.thread;
    return other.status == t.status &&
           std::equal(t.frames.begin(), t.frames.end(), other.frames.begin(), other.frames.end(),
                      [](const ir::Frame& f, const ir::Frame& g) {
                        return f.function == g.function && f.pc == g.pc && f.phase == g.phase;
                      });
  });
}

}  // namespace

Refinement::Refinement(abstract::AbstractSystem& system, std::function<double()> seconds_left)
    : system_(system), seconds_left_(std::move(seconds_left)) {
  const Terms terms;
  static_cast<void>(load_solver(terms));
}

SearchResult Refinement::find(const WitnessTarget& target) {
  Question question(system_, seconds_left_);
  question.world.cell_before = [&](Path& p, ObjectId object) {
    return question.abstraction.cell(p, system_.initial_value(object));
  };
  Path start;
  question.abstraction.add_thread(start, system_.state_of(system_.initial_local()));
  ScheduleSearch search(question.transfer, question.terms, question.feasibility);
  return search.find(start, target, [&] { return seconds_left_() <= 0; });
}

bool Refinement::refute(ValueId local, std::span<const ValueId> values, CarriedId before,
                        const Fault& fault) {
  system_.enter(before);
  if (system_.state_of(local).thread.status == ir::Status::Running) {
    const ir::Thread at = system_.state_of(local).thread;
    const ir::Instruction& in = system_.context().control.here(at);
    if (ir::is_builtin(in) && ir::traits(ir::builtin_of(in)).effect == ir::EffectFamily::Section) {
      return false;  // not followed here
    }
  }
  const abstract::AbstractSystem::Halves halves = system_.halves_of(local, values);
  Question question(system_, seconds_left_);
  question.world.cell_before = [&](Path& p, ObjectId object) {
    return question.abstraction.cell(p, system_.carried_value(object));
  };
  SearchLimits limits;
  limits.most_branches = kMostBranches;
  limits.is_over = [&] { return seconds_left_() <= 0; };
  LocalPaths paths(question.transfer, limits);
  const auto shows_fault = [&](Path& end) {
    if (end.fault) {
      return is_same(*end.fault, fault) &&
             question.feasibility.is_taken(end) != Answer::Unsatisfiable;
    }
    // Where a path stops, the abstract machine must have stopped too: else one of the two has gone
    // on, and may have seen the fault there.
    const ir::Thread& t = end.threads.begin()->second.thread;
    if (t.status == ir::Status::Running && !is_expected(t, halves.ends)) paths.give_up();
    return false;
  };
  for (const abstract::State& state : halves.middle) {
    if (state.fault) {
      if (is_same(*state.fault, fault)) return false;
      continue;
    }
    if (state.thread.status != ir::Status::Running) continue;
    Path start;
    question.abstraction.add_thread(start, state);
    if (paths.run(std::move(start), AgentId{state.thread.agent}, shows_fault)) return false;
  }
  return !paths.is_incomplete();
}

}  // namespace skein::symbolic
