// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/executable_cuts.hpp"

#include <algorithm>
#include <utility>

#include "explore/event_dpor/event_prune.hpp"

namespace skein::event {

std::span<const ExecutableCut> ExecutableCuts::find(const Scene& scene, const Cut& cut) {
  scene_ = &scene;
  found_count_ = 0;
  todo_.clear();
  if (is_in_order(cut)) {
    // Every race is known to be possible: the last operation can follow the whole cut.
    emit_in_order(cut);
    ++counts_.in_order;
    return found();
  }
  has_chosen_ = false;
  next_ = cut;
  search(next_);
  while (!todo_.empty()) {
    next_ = std::move(todo_.back());
    todo_.pop_back();
    search(next_);
  }
  ++(has_chosen_ ? counts_.decision : counts_.witness);
  if (found_count_ == 0) ++counts_.none;
  if (found_count_ > 1) ++counts_.families;
  return found();
}

// Whether the cut can be executed in the order of the run: of each handler, only the last message
// lacks its end.
bool ExecutableCuts::is_in_order(const Cut& cut) const {
  const auto messages = scene_->messages.all();
  std::uint64_t closed = 0;  // handlers, the first 64 of them
  for (const Message& m : messages) {
    if (cut.count(m.agent) == 0) continue;
    if (m.handler.value >= 64) return false;
    const std::uint64_t bit = std::uint64_t{1} << m.handler.value;
    if ((closed & bit) != 0) return false;
    if (m.agent == cut.last.move.agent || !is_complete(*scene_, cut, m)) closed |= bit;
  }
  return true;
}

void ExecutableCuts::search(Cut& cut) {
  if (!prune(*scene_, cut)) return;
  for (const ExecutableCut& other : found()) {
    if (other.cut.includes(cut)) return;
  }
  if (is_in_order(cut)) {
    emit_in_order(cut);
  } else {
    execute(cut);
  }
}

void ExecutableCuts::emit(const Cut& cut) {
  for (const ExecutableCut& other : found()) {
    if (other.cut.includes(cut)) return;
  }
  for (std::size_t i = found_count_; i > 0; --i) {
    if (cut.includes(found_[i - 1].cut)) std::swap(found_[i - 1], found_[--found_count_]);
  }
  if (found_count_ == found_.size()) found_.emplace_back();
  ExecutableCut& added = found_[found_count_++];
  added.cut = cut;
  added.start = start_.steps;
  added.rest = order_;
}

void ExecutableCuts::emit_in_order(const Cut& cut) {
  start_.steps = cut.steps;
  order_.clear();
  emit(cut);
}

// start_ := what can be executed in the order of the run and leaves all handlers free: the cut
// without the messages that lack their ends, and without what happens after those.
void ExecutableCuts::find_start(const Cut& cut) {
  start_.steps = cut.steps;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const Message& m : scene_->messages.all()) {
      if (start_.count(m.agent) == 0 || is_complete(*scene_, start_, m)) continue;
      start_.remove(scene_->trace, m.begin);
      is_smaller = true;
    }
  }
}

void ExecutableCuts::execute(const Cut& cut) {
  cut_ = &cut;
  find_start(cut);
  tasks_.clear();
  task_of_.assign(cut.steps.size(), TaskId{});
  now_.done = start_.steps;
  now_.active.assign(scene_->messages.handlers(), AgentId{});
  now_.left.assign(scene_->messages.handlers(), 0);
  order_.clear();
  seen_.clear();
  live_.clear();
  for (std::size_t b = 0; b < cut.steps.size(); ++b) {
    if (start_.steps[b] < cut.steps[b]) live_.emplace_back(b);
  }
  for (const Message& m : scene_->messages.all()) {
    const std::uint32_t count = cut.count(m.agent);
    if (start_.count(m.agent) == count) continue;
    task_of_[m.agent.index()] = TaskId{tasks_.size()};
    const Position first = count > 1 ? scene_->trace.step_of(m.agent, 1) : m.begin;
    tasks_.push_back(Task{m.agent, m.handler, m.begin, first, is_complete(*scene_, cut, m)});
    ++now_.left[m.handler.index()];
  }
  solve();
}

bool ExecutableCuts::is_ready(Position step) const {
  const Trace& trace = scene_->trace;
  const AgentId own = trace[step].agent;
  const std::uint32_t* const clock = trace.clock(step);
  for (const AgentId b : live_) {
    if (clock[b.index()] > now_.done[b.index()] && b != own) return false;
  }
  return true;
}

// Executes the steps that begin no message, as far as possible.
void ExecutableCuts::run_ahead() {
  const Trace& trace = scene_->trace;
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (const AgentId agent : live_) {
      const std::size_t b = agent.index();
      const TaskId task = task_of_[b];
      if (!task.is_none() && now_.done[b] == 0) continue;
      while (now_.done[b] < cut_->steps[b]) {
        const Position x = trace.step_of(agent, now_.done[b]);
        if (!is_ready(x)) break;
        ++now_.done[b];
        order_.push_back(x);
        has_moved = true;
      }
      if (task.is_none() || !tasks_[task.index()].is_complete || now_.done[b] < cut_->steps[b])
        continue;
      AgentId& holder = active(tasks_[task.index()]);
      if (holder == agent) holder = AgentId{};
    }
  }
}

bool ExecutableCuts::can_begin(const Task& task) const {
  return now_.done[task.agent.index()] == 0 && now_.active[task.handler.index()].is_none() &&
         is_ready(task.first);
}

void ExecutableCuts::begin(const Task& task) {
  active(task) = task.agent;
  --left(task);
  ++now_.done[task.agent.index()];
  order_.push_back(task.begin);
}

// Runs a message from its begin to its end; if that is not possible, changes nothing.
bool ExecutableCuts::run_to_end(const Task& task) {
  now_.length = order_.size();
  before_ = now_;
  begin(task);
  run_ahead();
  if (active(task) != task.agent) return true;
  restore(before_);
  return false;
}

void ExecutableCuts::restore(const State& saved) {
  now_ = saved;
  order_.resize(saved.length);
}

void ExecutableCuts::solve() {
  for (;;) {
    run_where_safe();
    find_candidates();
    if (candidates_.size() != 1) break;
    begin(*candidates_.front());  // no choice
  }
  if (candidates_.empty()) {
    end_here();
    return;
  }
  has_chosen_ = true;
  if (std::find(seen_.begin(), seen_.end(), now_.done) != seen_.end()) return;
  seen_.push_back(now_.done);
  now_.length = order_.size();
  const State saved = now_;
  const std::vector<const Task*> candidates = candidates_;
  for (const Task* task : candidates) {
    begin(*task);
    solve();
    restore(saved);
  }
}

// Executes everything that cannot hurt.
void ExecutableCuts::run_where_safe() {
  for (bool has_moved = true; has_moved;) {
    run_ahead();
    has_moved = false;
    for (const Task& task : tasks_) {
      if (!can_begin(task)) continue;
      if (left(task) == 1) {
        begin(task);
        has_moved = true;
      } else if (task.is_complete) {
        has_moved = run_to_end(task) || has_moved;
      }
    }
  }
}

// The messages that may begin next. If all remaining messages of a handler can begin and none of
// them will ever end, one of them is chosen now; otherwise any handler may have to come first.
void ExecutableCuts::find_candidates() {
  candidates_.clear();
  for (const Task& task : tasks_) {
    if (can_begin(task)) candidates_.push_back(&task);
  }
  if (candidates_.size() < 2) return;
  HandlerId ripe;
  for (const Task* task : candidates_) {
    std::uint32_t hopeless = 0;
    for (const Task* other : candidates_) {
      if (other->handler == task->handler && !other->is_complete) ++hopeless;
    }
    if (hopeless == left(*task)) ripe = task->handler;
  }
  if (!ripe.is_none()) {
    std::erase_if(candidates_, [&](const Task* task) { return task->handler != ripe; });
  }
}

// No message can begin, so the executed steps are an executable cut. Its last operation may be
// impossible if an agent holds a lock that it released later in the original cut: then the cut must
// lose that lock too.
void ExecutableCuts::end_here() {
  executed_ = *cut_;
  executed_.steps = now_.done;
  if (!prune_for_last(*scene_, executed_)) return;
  if (executed_.steps == now_.done) {
    emit(executed_);
  } else {
    todo_.push_back(executed_);
  }
}

}  // namespace skein::event
