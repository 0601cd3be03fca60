// SPDX-License-Identifier: Apache-2.0
#include "explore/exploration.hpp"

#include <algorithm>
#include <new>

#include "core/log.hpp"

namespace skein {

namespace {

// For the debug log.
std::string log_text(const Move& move) {
  std::string text = ' ' + std::to_string(move.agent.value);
  if (move.choice != 0) text += '/' + std::to_string(move.choice);
  return text;
}

std::string log_text(const Plan& plan) {
  std::string text;
  for (const Move& move : plan.prefix) text += log_text(move);
  if (!plan.sleep.empty()) text += "; asleep:";
  for (const Sleeper& sleeper : plan.sleep) text += log_text(sleeper.move);
  return text;
}

std::string log_text(const Run& run) {
  std::string text;
  for (const Step& step : run.steps) text += log_text(step.move());
  text += "; " + std::string(name(run.end));
  for (const Violation& violation : run.violations)
    text += "; " + std::string(name(violation.kind()));
  return text;
}

// "3: main: lock m[1], choice 1 of 2: file.c:12"
std::string log_text(std::size_t position, const Step& step, const Names& names) {
  std::string text = std::to_string(position) + ": " + names.agent_name(step.agent) + ": ";
  text += name(step.op.kind);
  if (!step.op.first.is_none()) text += ' ' + names.object_name(step.op.first);
  if (step.choices > 1) {
    text += ", choice " + std::to_string(step.choice) + " of " + std::to_string(step.choices);
  }
  return text + ": " + names.site_text(step.site);
}

void log_steps(const Run& run, const Names& names) {
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    log::write(log::Topic::Steps, [&] { return log_text(i, run.steps[i], names); });
  }
  log::write(log::Topic::Steps, [&] { return "end: " + std::string(name(run.end)); });
}

// Decides when to look at the clock. A look costs more than a short run, so the number of steps
// between looks is doubled or halved until looks are some milliseconds apart. Steps are counted,
// not runs, because runs may suddenly become much longer.
class Pace {
 public:
  [[nodiscard]] bool is_time_to_look(std::size_t steps) {
    const std::uint64_t cost = steps + 1;
    if (cost < left_) [[likely]] {
      left_ -= cost;
      return false;
    }
    return true;
  }

  void looked(double elapsed) {
    if (elapsed < kTooOften) {
      stride_ = std::min(stride_ * 2, kLongestStride);
    } else if (elapsed > kTooSeldom) {
      stride_ = std::max<std::uint64_t>(stride_ / 4, 1);
    }
    left_ = stride_;
  }

 private:
  static constexpr double kTooOften = 0.002;
  static constexpr double kTooSeldom = 0.01;
  static constexpr std::uint64_t kLongestStride = 1U << 20U;
  std::uint64_t stride_ = 1;
  std::uint64_t left_ = 1;
};

class Loop {
 public:
  Loop(Explorer& explorer, Machine& machine, const Budget& budget, const Environment& environment,
       Statistics& statistics)
      : explorer_(explorer),
        machine_(machine),
        budget_(budget),
        environment_(environment),
        statistics_(statistics),
        start_(now()),
        last_look_(start_),
        last_progress_(start_) {}

  void explore() {
    try {
      while (const Plan* plan = next_plan()) {
        log::write(log::Topic::Explore, [&] { return numbered("plan", log_text(*plan)); });
        const Run& run = machine_.run(*plan);
        log::write(log::Topic::Explore, [&] { return numbered("run", log_text(run)); });
        if (log::is_on(log::Topic::Steps)) log_steps(run, machine_.names());
        if (environment_.on_run) environment_.on_run(*plan, run);
        count(run);
        explorer_.observe(run);
        pace(run);
      }
    } catch (const RunStopped& stopped) {
      statistics_.stop = is_interrupted() ? Stop::Interrupted : Stop::Seconds;
      count_unfinished(stopped.run());
    } catch (const ExplorationError&) {
      sum_up();
      throw;
    } catch (const InternalError& error) {
      sum_up();
      throw ExplorationError(error.what(), plan_ == nullptr ? Plan{} : *plan_);
    } catch (const std::bad_alloc&) {
      statistics_.stop = Stop::Memory;
    }
    sum_up();
    log::write(log::Topic::Explore, [&] { return numbered("stop before plan", reason_to_stop()); });
  }

 private:
  // "plan 7: ...", for the debug log.
  [[nodiscard]] std::string numbered(const char* what, const std::string& text) const {
    return what + (' ' + std::to_string(statistics_.runs() + 1)) + ':' + text;
  }

  [[nodiscard]] std::string reason_to_stop() const {
    return ' ' + std::string(name(statistics_.stop));
  }

  // The next plan; null if nothing is left or a budget is used up.
  const Plan* next_plan() {
    if (is_interrupted()) [[unlikely]] {
      stop_ = Stop::Interrupted;
    } else if (statistics_.runs() >= budget_.runs && stop_ == Stop::Exhausted) [[unlikely]] {
      stop_ = Stop::Runs;
    }
    // Asked even if the loop is about to stop: if nothing was left, nothing was stopped.
    plan_ = nullptr;
    plan_ = explorer_.next();
    if (stop_ != Stop::Exhausted && plan_ != nullptr) [[unlikely]] {
      statistics_.stop = stop_;
      return nullptr;
    }
    return plan_;
  }

  void count(const Run& run) {
    switch (run.end) {
      case End::Completed: ++statistics_.completed; break;
      case End::Deadlock: ++statistics_.deadlocks; break;
      case End::Violation: ++statistics_.violations; break;
      case End::Blocked: ++statistics_.blocked; break;
      case End::Asleep: ++statistics_.redundant; break;
      case End::Cut:
        ensure(run.bound != BoundHit::None, "a run was cut by no bound");
        ++statistics_.cut_by[static_cast<std::size_t>(run.bound)];
        break;
      case End::Diverged:
        // If the machine reports a violation, the program is at fault; otherwise the machine is.
        if (!run.violations.empty()) throw ViolationError("", run.violations.back().facts);
        throw InternalError("the run left its plan after " + std::to_string(run.steps.size()) +
                            " steps: the same moves did not give the same steps");
    }
    statistics_.steps += run.steps.size();
    statistics_.longest = std::max<std::uint64_t>(statistics_.longest, run.steps.size());
    if (run.end == End::Deadlock || !run.violations.empty()) {
      ++statistics_.bug_runs;
      if (environment_.on_bug) environment_.on_bug(run);
      if (budget_.stops_at_first_bug && !is_accepted(run)) stop_ = Stop::FirstBug;
    }
  }

  [[nodiscard]] bool is_accepted(const Run& run) const {
    return environment_.is_accepted && environment_.is_accepted(run);
  }

  [[nodiscard]] bool is_interrupted() const {
    return environment_.interrupt != nullptr &&
           environment_.interrupt->load(std::memory_order_relaxed);
  }

  // A run that was stopped midway does not count as explored, but its violations have happened.
  void count_unfinished(const Run& run) {
    statistics_.steps += run.steps.size();
    if (run.violations.empty()) return;
    ++statistics_.bug_runs;
    if (environment_.on_bug) environment_.on_bug(run);
  }

  void pace(const Run& run) {
    if (!pace_.is_time_to_look(run.steps.size())) return;
    const double before = last_look_;
    look();
    pace_.looked(last_look_ - before);
    if (stop_ == Stop::Exhausted) {
      if (statistics_.seconds >= budget_.seconds) stop_ = Stop::Seconds;
      if (memory_kb_ > budget_.memory_kb) stop_ = Stop::Memory;
    }
    if (environment_.progress && last_look_ - last_progress_ >= environment_.progress_interval) {
      last_progress_ = last_look_;
      statistics_.events = explorer_.events();
      environment_.progress(statistics_);
    }
  }

  void sum_up() {
    look();
    statistics_.events = explorer_.events();
  }

  // Updates what is not counted run by run, except the events, which take time.
  void look() {
    last_look_ = now();
    statistics_.seconds = last_look_ - start_;
    if (environment_.memory_kb) {
      memory_kb_ = environment_.memory_kb();
      statistics_.peak_memory_kb = std::max(statistics_.peak_memory_kb, memory_kb_);
    }
  }

  [[nodiscard]] double now() const { return environment_.seconds ? environment_.seconds() : 0; }

  Explorer& explorer_;
  Machine& machine_;
  const Budget& budget_;
  const Environment& environment_;
  Statistics& statistics_;
  const Plan* plan_ = nullptr;  // the current plan; null while the explorer makes the next
  Pace pace_;
  Stop stop_ = Stop::Exhausted;  // what the budgets say; matters only if something is left
  double start_;
  double last_look_;
  double last_progress_;
  std::uint64_t memory_kb_ = 0;
};

}  // namespace

void explore(Explorer& explorer, Machine& machine, const Budget& budget,
             const Environment& environment, Statistics& statistics) {
  Loop(explorer, machine, budget, environment, statistics).explore();
}

}  // namespace skein
