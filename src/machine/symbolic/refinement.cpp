// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/refinement.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "core/ensure.hpp"
#include "machine/symbolic/abstraction.hpp"
#include "machine/symbolic/local_paths.hpp"
#include "machine/symbolic/path_transfer.hpp"
#include "machine/symbolic/solver.hpp"

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
    world.makes_unsized_block = [&system](const ir::Thread& t) {
      return system.makes_unsized_block(t);
    };
  }

  Terms terms;
  std::unique_ptr<Solver> solver;
  Feasibility feasibility;
  Abstraction abstraction;
  World world;
  PathTransfer transfer;
};

// Whether the abstract machine has a state at the end of its step where this thread stands.
bool is_expected(const ir::Thread& t, const std::vector<abstract::State>& ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const abstract::State& end) { return is_same_place(end.thread, t); });
}

}  // namespace

bool is_same_place(const ir::Thread& a, const ir::Thread& b) {
  return a.status == b.status &&
         std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    [](const ir::Frame& f, const ir::Frame& g) {
                      return f.function == g.function && f.pc == g.pc && f.phase == g.phase;
                    });
}

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
  question.feasibility.find_culprits();
  ScheduleSearch search(question.transfer, question.terms, question.feasibility);
  SearchResult result = search.find(start, target, [&] { return seconds_left_() <= 0; });
  std::map<abstract::InputSplits::Place, unsigned> times;
  for (const auto& [variable, place] : question.transfer.asked()) {
    const auto found = question.feasibility.culprits().find(variable);
    times[place] += found == question.feasibility.culprits().end() ? 0 : found->second;
  }
  for (const auto& [place, count] : times) result.culprits.push_back(place);
  std::stable_sort(result.culprits.begin(), result.culprits.end(),
                   [&](const auto& a, const auto& b) { return times[a] > times[b]; });
  return result;
}

bool Refinement::is_followed(const StepStart& step) {
  const ir::Thread at = system_.state_of(step.local).thread;
  if (at.status != ir::Status::Running) return true;
  const ir::Instruction& in = system_.context().control.here(at);
  return !ir::is_builtin(in) || ir::traits(ir::builtin_of(in)).effect != ir::EffectFamily::Section;
}

bool Refinement::refute(const StepStart& step, const Fault& fault) {
  if (!is_followed(step)) return false;
  system_.enter(step.before);
  const abstract::Halves halves = system_.halves_of(step.local, step.values);
  Question question(system_, seconds_left_);
  question.world.cell_before = [&](Path& p, ObjectId object) {
    return question.abstraction.cell(p, system_.carried_value(object));
  };
  question.world.is_divided = [&](const ir::Thread& t) { return system_.is_divided(t); };
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
    if (paths.run(std::move(start), state.thread.agent, shows_fault)) return false;
  }
  return !paths.is_incomplete();
}

// ---- Behind other steps of the same thread -------------------------------------------------

namespace {

// A chain of steps of one thread, each in the memory of its own abstract state.
class Chain {
 public:
  Chain(abstract::AbstractSystem& system, Question& question, LocalPaths& paths,
        const Refinement::StepsTo& steps_to)
      : system_(system), question_(question), paths_(paths), steps_to_(steps_to) {}

  // All paths of the step, after those of `depth` steps before it. As LocalPaths::run.
  bool run(const StepStart& step, unsigned depth, const std::function<bool(Path&)>& look) {
    const abstract::State state = system_.state_of(step.local);
    agent_ = state.thread.agent;
    const std::vector<StepStart> steps_before =
        depth == 0 || state.thread.status != ir::Status::Running ? std::vector<StepStart>{}
                                                                 : steps_to_(step);
    if (steps_before.empty()) {
      Path start;
      question_.abstraction.add_thread(start, state);
      return execute(std::move(start), step, look);
    }
    for (const StepStart& one : steps_before) {
      const bool is_found = run(one, depth - 1, [&](Path& end) {
        const ir::Thread& t = end.threads.at(agent_).thread;
        if (end.fault || !is_expected(t, {state})) return false;
        return execute(end, step, look);
      });
      if (is_found) return true;
    }
    return false;
  }

 private:
  // One step of a path, which keeps nothing but the thread itself.
  bool execute(Path p, const StepStart& step, const std::function<bool(Path&)>& look) {
    const Transition what = *system_.transition(step.local);
    system_.enter(step.before);
    const std::vector<abstract::State> ends = system_.halves_of(step.local, step.values).ends;
    const auto outer = std::move(question_.world.cell_before);
    question_.world.cell_before = [&](Path& path, ObjectId object) {
      for (std::size_t i = 0; i < what.touches.size(); ++i) {
        if (what.touches[i].object == object) {
          return question_.abstraction.cell(path, step.values[i]);
        }
      }
      system_.enter(step.before);
      return question_.abstraction.cell(path, system_.carried_value(object));
    };
    ThreadState me = std::move(p.threads.at(agent_));
    p.threads.clear();
    p.threads[agent_] = std::move(me);
    p.shared.clear();
    bool is_found = false;
    try {
      std::vector<Path> after;
      question_.transfer.operate(std::move(p), agent_, after);
      for (std::size_t i = 0; i < after.size() && !is_found; ++i) {
        is_found = paths_.run(std::move(after[i]), agent_, [&](Path& end) {
          const ir::Thread& t = end.threads.at(agent_).thread;
          const bool is_running = !end.fault && t.status == ir::Status::Running;
          if (is_running && !is_expected(t, ends)) paths_.give_up();
          return look(end);
        });
      }
    } catch (const NotFollowed&) {
      paths_.give_up();
    } catch (const UserError&) {
      paths_.give_up();
    }
    question_.world.cell_before = outer;
    return is_found;
  }

  abstract::AbstractSystem& system_;
  Question& question_;
  LocalPaths& paths_;
  const Refinement::StepsTo& steps_to_;
  AgentId agent_;
};

}  // namespace

bool Refinement::refute_after_steps(const StepStart& step, const Fault& fault,
                                    const StepsTo& steps_to, unsigned depth) {
  if (!is_followed(step)) return false;
  Question question(system_, seconds_left_);
  question.world.is_divided = [&](const ir::Thread& t) { return system_.is_divided(t); };
  SearchLimits limits;
  limits.most_branches = kMostBranches;
  limits.is_over = [&] { return seconds_left_() <= 0; };
  LocalPaths paths(question.transfer, limits);
  Chain chain(system_, question, paths, steps_to);
  const bool is_found = chain.run(step, depth, [&](Path& end) {
    return end.fault && is_same(*end.fault, fault) &&
           question.feasibility.is_taken(end) != Answer::Unsatisfiable;
  });
  return !is_found && !paths.is_incomplete();
}

}  // namespace skein::symbolic
