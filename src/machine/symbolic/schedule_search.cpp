// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/schedule_search.hpp"

#include <algorithm>
#include <utility>

#include "core/ensure.hpp"

namespace skein::symbolic {

SearchResult ScheduleSearch::find(const Path& start, const WitnessTarget& target,
                                  const std::function<bool()>& is_over) {
  // Short paths first: the longer ones of a loop are endless.
  for (const std::uint32_t branches : {8U, 32U, 128U, 1024U}) {
    SearchLimits limits;
    limits.most_branches = branches;
    limits.is_over = is_over;
    LocalPaths paths(transfer_, limits);
    target_ = &target;
    paths_ = &paths;
    result_ = {};
    Path p = start;
    if (follow(p, 0)) {
      result_.verdict = Verdict::Possible;
      return result_;
    }
    if (!paths.is_incomplete()) {
      result_.verdict = Verdict::Impossible;
      return result_;
    }
    if (!paths.was_deep() || is_over()) break;
  }
  return {};
}

bool ScheduleSearch::stands_at(Path& p, const ScheduledStep& step) {
  const auto found = p.threads.find(step.agent);
  if (found == p.threads.end()) return false;
  const ir::Status status = found->second.thread.status;
  if (ir::has_stopped(status) || status == ir::Status::Gone) return false;
  const Transition what = transfer_.next_operation(p, step.agent);
  if (what.kind != step.kind || what.site != step.site) return false;
  return step.object.is_none() || what.touches.empty() ||
         std::any_of(what.touches.begin(), what.touches.end(),
                     [&](const Touch& touch) { return touch.object == step.object; });
}

bool ScheduleSearch::is_deadlock(Path& p) {
  bool some_waits = false;
  for (const auto& [agent, state] : p.threads) {
    const ir::Status status = state.thread.status;
    if (ir::has_stopped(status) || status == ir::Status::Gone) continue;
    if (transfer_.is_enabled(p, agent)) return false;
    some_waits = true;
  }
  return some_waits;
}

// The path shows it: with which inputs?
bool ScheduleSearch::accept(Path& p) {
  switch (feasibility_.is_taken(p)) {
    case Answer::Unsatisfiable: return false;
    case Answer::Unknown: paths_->give_up(); return false;
    case Answer::Satisfiable: break;
  }
  // Small inputs are easier to read, and the native machine has a limit on them.
  for (const std::uint64_t bound : {16U, 1000U, 32000U}) {
    std::vector<TermId> are_small;
    for (const Decision& decision : p.decisions) {
      if (!decision.is_any_input) continue;
      const TermId moved =
          terms_.compute(ir::Code::Add, decision.bits, decision.value, terms_.constant(bound));
      are_small.push_back(terms_.between(moved, 0, 2 * bound));
    }
    if (are_small.empty() || feasibility_.prefer(p, are_small)) break;
  }
  if (!p.model) return false;
  for (const Decision& decision : p.decisions) {
    const std::uint64_t value = terms_.evaluate(decision.value, *p.model);
    const std::int64_t input = decision.is_any_input ? ir::signed_of(value, decision.bits)
                                                     : static_cast<std::int64_t>(value);
    result_.inputs.push_back({input, decision.is_any_input});
  }
  return true;
}

bool ScheduleSearch::follow(Path& p, std::size_t i) {
  try {
    const std::vector<ScheduledStep>& steps = target_->steps;
    if (i == steps.size()) return !target_->fault && is_deadlock(p) && accept(p);
    const ScheduledStep& step = steps[i];
    if (!stands_at(p, step)) return false;
    if (target_->is_race && i + 2 == steps.size()) {
      return stands_at(p, steps.back()) &&
             are_racing(transfer_.accesses(p, step.agent),
                        transfer_.accesses(p, steps.back().agent)) &&
             accept(p);
    }
    const bool is_last = i + 1 == steps.size();
    const ScheduledStep* const next = target_->next_of_same_agent(i);
    const auto look = [&](Path& end) {
      if (end.fault && is_last) {
        return target_->fault && is_same(*end.fault, *target_->fault) && accept(end);
      }
      if (end.fault) {  // the thread halts, the others go on
        end.fault.reset();
        return next == nullptr && follow(end, i + 1);
      }
      if (is_last && target_->fault) return false;
      try {
        if (next != nullptr && !stands_at(end, *next)) return false;
      } catch (const NotFollowed&) {
        paths_->give_up();
        return false;
      }
      return follow(end, i + 1);
    };
    std::vector<Path> after;
    transfer_.operate(std::move(p), step.agent, after);
    for (Path& one : after) {
      if (paths_->run(std::move(one), step.agent, look)) return true;
    }
  } catch (const NotFollowed&) {
    paths_->give_up();
  } catch (const UserError&) {
    paths_->give_up();
  }
  return false;
}

}  // namespace skein::symbolic
