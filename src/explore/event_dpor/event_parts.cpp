// SPDX-License-Identifier: Apache-2.0
#include "explore/event_dpor/event_parts.hpp"

#include <algorithm>
#include <utility>

#include "explore/event_dpor/event_settle.hpp"

namespace skein::event {

namespace {

constexpr std::uint32_t kNoTask = 0xffffffffU;

bool is_part(const Word& small, const Word& large) {
  for (std::size_t b = 0; b < small.cut.size(); ++b) {
    if (small.cut[b] > large.cut[b]) return false;
  }
  return true;
}

}  // namespace

std::span<const Part> Parts::find(const Scene& scene, const Word& word) {
  scene_ = &scene;
  found_count_ = 0;
  todo_.clear();
  if (is_in_order(word)) {
    // That the last operation is possible after the whole word is known of every race.
    emit_in_order(word);
    ++counts_.in_order;
    return found();
  }
  has_chosen_ = false;
  next_ = word;
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

// Whether the word can be executed in the order of the run: of each handler, only the message that
// comes last lacks its end.
bool Parts::is_in_order(const Word& word) const {
  const auto messages = scene_->messages.all();
  std::uint64_t closed = 0;  // handlers, the first 64 of them
  for (const Message& m : messages) {
    if (word.count(m.agent) == 0) continue;
    if (m.handler >= 64) return false;
    const std::uint64_t bit = std::uint64_t{1} << m.handler;
    if ((closed & bit) != 0) return false;
    if (m.agent == word.last.move.agent || !is_complete(*scene_, word, m)) closed |= bit;
  }
  return true;
}

void Parts::search(Word& word) {
  if (!settle(*scene_, word)) return;
  for (const Part& other : found()) {
    if (is_part(word, other.word)) return;
  }
  if (is_in_order(word)) {
    emit_in_order(word);
  } else {
    execute(word);
  }
}

void Parts::emit(const Word& word) {
  for (const Part& other : found()) {
    if (is_part(word, other.word)) return;
  }
  for (std::size_t i = found_count_; i > 0; --i) {
    if (is_part(found_[i - 1].word, word)) std::swap(found_[i - 1], found_[--found_count_]);
  }
  if (found_count_ == found_.size()) found_.emplace_back();
  Part& part = found_[found_count_++];
  part.word = word;
  part.start = start_.cut;
  part.rest = order_;
}

void Parts::emit_in_order(const Word& word) {
  start_.cut = word.cut;
  order_.clear();
  emit(word);
}

// What can be executed in the order of the run and leaves all handlers free: the word without the
// messages that lack their ends, and without what happens after them.
void Parts::find_start(const Word& word) {
  start_.cut = word.cut;
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (const Message& m : scene_->messages.all()) {
      if (start_.count(m.agent) == 0 || is_complete(*scene_, start_, m)) continue;
      start_.remove(scene_->trace, m.begin);
      is_smaller = true;
    }
  }
}

void Parts::execute(const Word& word) {
  word_ = &word;
  find_start(word);
  tasks_.clear();
  task_of_.assign(word.cut.size(), kNoTask);
  now_.done = start_.cut;
  now_.active.assign(scene_->messages.handlers(), AgentId{});
  now_.left.assign(scene_->messages.handlers(), 0);
  order_.clear();
  seen_.clear();
  live_.clear();
  for (std::size_t b = 0; b < word.cut.size(); ++b) {
    if (start_.cut[b] < word.cut[b]) live_.emplace_back(b);
  }
  for (const Message& m : scene_->messages.all()) {
    const std::uint32_t count = word.count(m.agent);
    if (start_.count(m.agent) == count) continue;
    task_of_[m.agent.index()] = static_cast<std::uint32_t>(tasks_.size());
    const Position first = count > 1 ? scene_->trace.step_of(m.agent, 1) : m.begin;
    tasks_.push_back(Task{m.agent, m.handler, m.begin, first, is_complete(*scene_, word, m)});
    ++now_.left[m.handler];
  }
  solve();
}

bool Parts::is_ready(Position step) const {
  const Trace& trace = scene_->trace;
  const AgentId own = trace[step].agent;
  const std::uint32_t* const clock = trace.clock(step);
  for (const AgentId b : live_) {
    if (clock[b.index()] > now_.done[b.index()] && b != own) return false;
  }
  return true;
}

// Executes all that begins no message, as far as possible.
void Parts::run_ahead() {
  const Trace& trace = scene_->trace;
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (const AgentId agent : live_) {
      const std::size_t b = agent.index();
      const std::uint32_t task = task_of_[b];
      if (task != kNoTask && now_.done[b] == 0) continue;
      while (now_.done[b] < word_->cut[b]) {
        const Position x = trace.step_of(agent, now_.done[b]);
        if (!is_ready(x)) break;
        ++now_.done[b];
        order_.push_back(x);
        has_moved = true;
      }
      if (task == kNoTask || !tasks_[task].is_complete || now_.done[b] < word_->cut[b]) continue;
      AgentId& active = now_.active[tasks_[task].handler];
      if (active == agent) active = AgentId{};
    }
  }
}

bool Parts::can_begin(const Task& task) const {
  return now_.done[task.agent.index()] == 0 && now_.active[task.handler].is_none() &&
         is_ready(task.first);
}

void Parts::begin(const Task& task) {
  now_.active[task.handler] = task.agent;
  --now_.left[task.handler];
  ++now_.done[task.agent.index()];
  order_.push_back(task.begin);
}

// Runs a message from its begin to its end; if that is not possible, leaves all as it is.
bool Parts::run_to_end(const Task& task) {
  now_.length = order_.size();
  before_ = now_;
  begin(task);
  run_ahead();
  if (now_.active[task.handler] != task.agent) return true;
  restore(before_);
  return false;
}

void Parts::restore(const State& saved) {
  now_ = saved;
  order_.resize(saved.length);
}

void Parts::solve() {
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

// Executes all that cannot hurt.
void Parts::run_where_safe() {
  for (bool has_moved = true; has_moved;) {
    run_ahead();
    has_moved = false;
    for (const Task& task : tasks_) {
      if (!can_begin(task)) continue;
      if (now_.left[task.handler] == 1) {
        begin(task);
        has_moved = true;
      } else if (task.is_complete) {
        has_moved = run_to_end(task) || has_moved;
      }
    }
  }
}

// The messages that may be begun next. If all that is left of a handler can be begun and will never
// end, the time to choose one of them is now; otherwise any handler may have to come first.
void Parts::find_candidates() {
  candidates_.clear();
  for (const Task& task : tasks_) {
    if (can_begin(task)) candidates_.push_back(&task);
  }
  if (candidates_.size() < 2) return;
  Handler ripe = kNoHandler;
  for (const Task* task : candidates_) {
    std::uint32_t hopeless = 0;
    for (const Task* other : candidates_) {
      if (other->handler == task->handler && !other->is_complete) ++hopeless;
    }
    if (hopeless == now_.left[task->handler]) ripe = task->handler;
  }
  if (ripe != kNoHandler) {
    std::erase_if(candidates_, [&](const Task* task) { return task->handler != ripe; });
  }
}

// Nothing can be begun: what was executed is a part. Its last operation may not be possible, where
// somebody holds a lock that he gave back in the word: then that must go too.
void Parts::end_here() {
  part_ = *word_;
  part_.cut = now_.done;
  if (!settle_last(*scene_, part_)) return;
  if (part_.cut == now_.done) {
    emit(part_);
  } else {
    todo_.push_back(part_);
  }
}

}  // namespace skein::event
