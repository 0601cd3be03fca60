// SPDX-License-Identifier: Apache-2.0
#include "session/witness/section_unfolder.hpp"

#include <algorithm>
#include <cstddef>

namespace skein::session {

SectionUnfolder::SectionUnfolder(std::span<const Step> original,
                                 std::span<const std::uint64_t> watched, NativeMachine& machine,
                                 Stepless stepless)
    : original_(original), machine_(machine), stepless_(stepless), locks_(learned_locks(watched)) {
  AgentPaths paths;
  for (const Step& step : original_) {
    paths.follow(step);
    if (step.op.kind == OpKind::Section) {
      progress_[paths.of(step.agent)].with_step.insert(step.value);
    }
  }
}

bool SectionUnfolder::is_of_simple_lock(const Step& step, OpKind kind) const {
  if (!locks_.has_simple || step.op.kind != kind) return false;
  const std::uint64_t address = machine_.names().lock_address(step.op.first);
  return address != 0 && !locks_.ordinary.contains(address);
}

// Runs the program with the moves so far, and then these.
const Run& SectionUnfolder::look(std::initializer_list<Move> then) {
  Plan plan;
  plan.prefix = moves_;
  plan.prefix.insert(plan.prefix.end(), then);
  const Run& run = machine_.run(plan);
  ahead_ = run.steps;
  AgentPaths paths;
  for (const Step& step : ahead_) {
    paths.follow(step);
    agents_.emplace(paths.of(step.agent), step.agent);
  }
  for (const Pending& p : run.pending) {
    if (p.op.kind != OpKind::ThreadStart) continue;
    if (const std::string* path = paths.of_life(p.op.first)) agents_.emplace(*path, p.agent);
  }
  return run;
}

bool SectionUnfolder::is_next_known(AgentId agent) const {
  const std::size_t position = moves_.size();
  return position < ahead_.size() && ahead_[position].agent == agent;
}

// Whether the agent does nothing more unless it is made to: it waits in a loop that changes
// nothing.
bool SectionUnfolder::has_halted(const std::string& path) {
  const auto agent = agents_.find(path);
  if (agent == agents_.end() || is_next_known(agent->second)) return false;
  const Run& run = look({});
  const auto is_of_agent = [&](const auto& step) { return step.agent == agent->second; };
  const auto begin = run.steps.begin() + static_cast<std::ptrdiff_t>(moves_.size());
  return run.is_complete() && std::none_of(begin, run.steps.end(), is_of_agent) &&
         std::none_of(run.pending.begin(), run.pending.end(), is_of_agent);
}

// Null if the agent has nothing that it could do.
const Step* SectionUnfolder::next_of(const std::string& path) {
  if (agents_.empty()) look({});
  const auto agent = agents_.find(path);
  if (agent == agents_.end()) return nullptr;
  if (!is_next_known(agent->second)) look({Move{agent->second, 0}});
  return is_next_known(agent->second) ? &ahead_[moves_.size()] : nullptr;
}

void SectionUnfolder::take(const Step& next, std::uint32_t choice) {
  const bool is_as_seen = next.choice == choice;
  moves_.push_back(Move{next.agent, choice});
  if (!is_as_seen) ahead_.resize(moves_.size() - 1);
}

// The agent's next operation takes a simple lock. Takes it, and what follows up to the unlock.
void SectionUnfolder::take_section(const std::string& path) {
  ++progress_[path].sections;
  while (const Step* const next = next_of(path)) {
    const bool is_end = is_of_simple_lock(*next, OpKind::MutexUnlock);
    take(*next, next->choice);
    if (is_end) return;
  }
}

// The sections up to the agent's next step in the original.
void SectionUnfolder::execute_stepless(const std::string& path) {
  const Progress& progress = progress_[path];
  while (!progress.with_step.contains(progress.sections + 1)) {
    if (has_halted(path)) return;
    const Step* const next = next_of(path);
    if (next == nullptr || !is_of_simple_lock(*next, OpKind::MutexLock)) return;
    take_section(path);
  }
}

bool SectionUnfolder::execute(const Step& step, const std::string& path) {
  execute_stepless(path);
  const Step* const next = next_of(path);
  if (next == nullptr) return false;
  if (step.op.kind == OpKind::Section) {
    if (!is_of_simple_lock(*next, OpKind::MutexLock)) return false;
    take_section(path);
    return progress_[path].sections == step.value;
  }
  if (next->op.kind != step.op.kind || next->choices != step.choices) return false;
  take(*next, step.choice);
  return true;
}

bool SectionUnfolder::unfold() {
  AgentPaths paths;
  for (const Step& step : original_) {
    paths.follow(step);
    const std::string path = paths.of(step.agent);
    if (!execute(step, path)) return false;
    if (stepless_ == Stepless::Early) execute_stepless(path);
    ends_.push_back(moves_.size());
  }
  return true;
}

}  // namespace skein::session
