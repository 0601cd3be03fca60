// SPDX-License-Identifier: Apache-2.0
#include "findings/minimise.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "explore/oracle/exhaustive.hpp"
#include "findings/schedule.hpp"

namespace skein {

namespace {

// Counts the runs that may still be made.
class Meter {
 public:
  explicit Meter(const Effort& effort) : effort_(effort), left_(effort.runs) {}

  [[nodiscard]] bool allows_another() {
    if (left_ == 0 || (effort_.is_over && effort_.is_over())) return false;
    --left_;
    return true;
  }

 private:
  const Effort& effort_;
  std::uint64_t left_;
};

bool is_same_wait(const Pending& a, const Pending& b) { return a.agent == b.agent && a.op == b.op; }

std::pair<std::size_t, std::size_t> cost_of(const std::vector<Step>& steps) {
  return {count_switches(steps), steps.size()};
}

const Violation* violation_in(const Run& run, const Finding& finding) {
  const auto found =
      std::find_if(run.violations.begin(), run.violations.end(), [&](const Violation& v) {
        return v.site == finding.violation.site && v.facts == finding.violation.facts;
      });
  return found == run.violations.end() ? nullptr : &*found;
}

// A maximal sequence of consecutive moves of one agent.
using Block = std::vector<Move>;

std::vector<Block> blocks_of(const std::vector<Step>& steps) {
  std::vector<Block> blocks;
  for (const Step& step : steps) {
    if (blocks.empty() || blocks.back().back().agent != step.agent) blocks.emplace_back();
    blocks.back().push_back(step.move());
  }
  return blocks;
}

class Minimiser {
 public:
  Minimiser(const Finding& finding, Machine& machine, const Bounds& bounds, const Effort& effort)
      : best_(finding), machine_(machine), meter_(effort) {
    plan_.bounds = bounds;
  }

  Finding run() {
    tidy();
    if (try_fewer_switches()) tidy();
    return std::move(best_);
  }

 private:
  void tidy() {
    while (move_blocks()) {
    }
    shorten_blocks();
  }

  // Adopts the run if it is a better witness. A run cut by our own bound is not: without the bound
  // its schedule would continue.
  bool takes(const Run& run) {
    if (!run.is_complete()) return false;
    if (!shows_same(run, best_) || cost_of(run.steps) >= cost_of(best_.steps)) return false;
    if (!best_.is_deadlock) best_.violation = *violation_in(run, best_);
    best_.steps = run.steps;
    best_.pending = run.pending;
    best_.is_cut = false;
    best_.switches = count_switches(run.steps);
    return true;
  }

  bool tries(const std::vector<Block>& blocks, std::size_t count) {
    if (!meter_.allows_another()) return false;
    plan_.prefix.clear();
    for (std::size_t i = 0; i < count; ++i) {
      plan_.prefix.insert(plan_.prefix.end(), blocks[i].begin(), blocks[i].end());
    }
    return takes(machine_.run(plan_));
  }

  // One pass over all blocks that could join another block of the same agent; true at the first
  // improvement.
  bool move_blocks() {
    const std::vector<Block> blocks = blocks_of(best_.steps);
    // Let the machine continue by itself after some block: it switches only if it has to.
    for (std::size_t count = 1; count < blocks.size(); ++count) {
      if (tries(blocks, count)) return true;
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      std::size_t j = i + 1;
      while (j < blocks.size() && blocks[j].front().agent != blocks[i].front().agent) ++j;
      if (j == blocks.size() || j < i + 2) continue;
      const auto at = [](std::size_t n) { return static_cast<std::ptrdiff_t>(n); };
      std::vector<Block> earlier = blocks;  // the later block right after this one
      std::rotate(earlier.begin() + at(i) + 1, earlier.begin() + at(j),
                  earlier.begin() + at(j) + 1);
      std::vector<Block> later = blocks;  // this block right before the later one
      std::rotate(later.begin() + at(i), later.begin() + at(i) + 1, later.begin() + at(j));
      for (const std::vector<Block>& candidate : {earlier, later}) {
        // Continue as before from there on, or in any way.
        if (tries(candidate, candidate.size()) || tries(candidate, j + 1)) return true;
      }
    }
    return false;
  }

  // An agent that polls or counts may do so far longer than the bug needs. Leaves out the last
  // moves of long blocks, as many as can be left out.
  void shorten_blocks() {
    constexpr std::size_t kLong = 4;
    for (std::size_t i = 0;; ++i) {
      std::vector<Block> blocks = blocks_of(best_.steps);
      if (i + 1 >= blocks.size()) return;  // what follows the last switch is the machine's choice
      const Block all = blocks[i];
      std::size_t least = 0;  // with this many moves it is not the same bug
      std::size_t most = all.size();
      while (most > kLong && most - least > 1) {
        const std::size_t middle = least + (most - least) / 2;
        blocks[i].assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(middle));
        (tries(blocks, i + 2) ? most : least) = middle;
      }
    }
  }

  // Tries all schedules with fewer switches than the best, until none is left or the effort is
  // spent. True if one was better.
  bool try_fewer_switches() {
    const std::size_t before = best_.switches;
    while (best_.switches > 0) {
      Bounds bounds = plan_.bounds;
      bounds.switches = std::min(bounds.switches, static_cast<std::uint32_t>(best_.switches - 1));
      Exhaustive explorer(bounds, false);
      bool is_better = false;
      while (!is_better) {
        const Plan* plan = explorer.next();
        if (plan == nullptr || !meter_.allows_another()) return best_.switches < before;
        const Run& run = machine_.run(*plan);
        if (run.end == End::Diverged) return best_.switches < before;
        is_better = takes(run);
        explorer.observe(run);
      }
    }
    return best_.switches < before;
  }

  Finding best_;
  Machine& machine_;
  Meter meter_;
  Plan plan_;
};

// The rest of the program after some first steps, as a machine.
class Rest : public Machine {
 public:
  Rest(Machine& whole, std::vector<Move> begin) : whole_(whole), begin_(std::move(begin)) {}

  const Run& run(const Plan& plan) override {
    plan_ = plan;
    plan_.prefix = begin_;
    plan_.prefix.insert(plan_.prefix.end(), plan.prefix.begin(), plan.prefix.end());
    const Run& run = whole_.run(plan_);
    const std::size_t n = begin_.size();
    rest_ = run;
    rest_.shared_prefix = 0;
    if (run.steps.size() < n || (plan.records_enabled && run.enabled_from.size() <= n)) {
      rest_.end = End::Diverged;
      return rest_;
    }
    rest_.steps.erase(rest_.steps.begin(), rest_.steps.begin() + static_cast<std::ptrdiff_t>(n));
    if (plan.records_enabled) {
      const std::uint32_t first = run.enabled_from[n];
      rest_.enabled.erase(rest_.enabled.begin(), rest_.enabled.begin() + first);
      rest_.enabled_from.erase(rest_.enabled_from.begin(),
                               rest_.enabled_from.begin() + static_cast<std::ptrdiff_t>(n));
      for (std::uint32_t& from : rest_.enabled_from) from -= first;
    }
    return rest_;
  }

  [[nodiscard]] const Names& names() const override { return whole_.names(); }

 private:
  Machine& whole_;
  std::vector<Move> begin_;
  Plan plan_;
  Run rest_;
};

enum class Fate : std::uint8_t { Avoidable, Certain, Unknown };

// Whether the bug can still be avoided after these moves.
Fate fate_after(std::vector<Move> moves, const Finding& finding, Machine& machine,
                const Bounds& bounds, Meter& meter) {
  const auto avoids = [&](const Run& run) {
    return (run.end == End::Completed || run.end == End::Deadlock || run.end == End::Violation) &&
           !shows_same(run, finding);
  };
  // A random search mostly finds a way out much sooner than an ordered one.
  constexpr std::uint64_t kDraws = 50;
  Plan plan;
  plan.bounds = bounds;
  plan.policy = Policy::Random;
  plan.prefix = moves;
  for (plan.seed = 1; plan.seed <= kDraws; ++plan.seed) {
    if (!meter.allows_another()) return Fate::Unknown;
    if (avoids(machine.run(plan))) return Fate::Avoidable;
  }
  Rest rest(machine, std::move(moves));
  Exhaustive explorer(bounds, false);
  while (const Plan* next = explorer.next()) {
    if (!meter.allows_another()) return Fate::Unknown;
    const Run& run = rest.run(*next);
    if (run.end == End::Diverged || run.end == End::Cut) return Fate::Unknown;
    if (avoids(run)) return Fate::Avoidable;
    explorer.observe(run);
  }
  return Fate::Certain;
}

}  // namespace

bool shows_same(const Run& run, const Finding& finding) {
  if (run.end == End::Diverged) return false;
  if (!finding.is_deadlock) return violation_in(run, finding) != nullptr;
  return run.end == End::Deadlock &&
         std::equal(run.pending.begin(), run.pending.end(), finding.pending.begin(),
                    finding.pending.end(), is_same_wait);
}

Finding minimised(const Finding& finding, Machine& machine, const Bounds& bounds,
                  const Effort& effort) {
  return Minimiser(finding, machine, bounds, effort).run();
}

std::optional<std::size_t> point_of_no_return(const Finding& finding, Machine& machine,
                                              const Bounds& bounds, const Effort& effort) {
  Meter meter(effort);
  const std::vector<Move> moves = moves_of(finding.steps);
  // Once unavoidable, always unavoidable: after `certain` steps it is, after `open` steps it is
  // not.
  std::size_t certain = moves.size();
  if (!finding.is_deadlock && !finding.violation.step.is_none()) {
    certain = std::min<std::size_t>(certain, finding.violation.step.index() + 1);
  }
  std::size_t open = 0;
  const auto fate = [&](std::size_t count) {
    return fate_after({moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count)}, finding,
                      machine, bounds, meter);
  };
  if (certain == 0 || fate(0) != Fate::Avoidable) return std::nullopt;
  while (certain - open > 1) {
    const std::size_t middle = open + (certain - open) / 2;
    switch (fate(middle)) {
      case Fate::Avoidable: open = middle; break;
      case Fate::Certain: certain = middle; break;
      case Fate::Unknown: return std::nullopt;
    }
  }
  return certain - 1;
}

}  // namespace skein
