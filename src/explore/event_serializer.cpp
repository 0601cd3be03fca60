#include "explore/event_serializer.hpp"

#include <algorithm>

namespace skein::event {

namespace {

// No word of a real program needs so many choices; then we say that there is no order, which costs
// at most a redundant run.
constexpr std::uint32_t kMostChoices = 2000;

}  // namespace

bool Serializer::run(const Scene& scene, const Word& word, const Front& from,
                     Completion completion) {
  scene_ = &scene;
  word_ = &word;
  completion_ = completion;
  now_.done = from.done;
  now_.active = from.active;
  now_.is_last_done = from.count(word.last.move.agent) > word.last.index;
  order_.clear();
  obstacles_.clear();
  assumed_.clear();
  choices_ = 0;
  prepare();
  if (!solve()) {
    std::sort(obstacles_.begin(), obstacles_.end());
    obstacles_.erase(std::unique(obstacles_.begin(), obstacles_.end()), obstacles_.end());
    return false;
  }
  for (std::size_t i = 0; i < used_tasks_; ++i) {
    if (is_assumed(tasks_[i])) assumed_.push_back(tasks_[i].agent);
  }
  return true;
}

void Serializer::prepare() {
  const std::size_t agents =
      std::max({word_->cut.size(), now_.done.size(), word_->last.move.agent.index() + 1});
  now_.done.resize(agents, 0);
  now_.active.resize(std::max(now_.active.size(), scene_->messages.handlers()));
  target_.assign(now_.done.begin(), now_.done.end());
  open_.clear();
  for (std::size_t b = 0; b < word_->cut.size(); ++b) {
    if (word_->cut[b] <= target_[b]) continue;
    target_[b] = word_->cut[b];
    open_.emplace_back(b);
  }

  last_needs_.assign(agents, 0);
  find_needs(word_->last.op, last_needs_);

  used_tasks_ = 0;
  task_number_.assign(agents, kNoTask);
  const auto add = [&](AgentId agent, Handler handler, bool is_complete) {
    if (tasks_.size() == used_tasks_) tasks_.emplace_back();
    task_number_[agent.index()] = used_tasks_;
    Task& task = tasks_[used_tasks_++];
    task.agent = agent;
    task.handler = handler;
    task.is_complete = is_complete;
    task.rest.clear();
    task.may_assume =
        !is_complete && (completion_ == Completion::Any ||
                         (completion_ == Completion::Active && now_.done[agent.index()] > 0));
  };
  bool has_last = false;
  for (const Message& m : scene_->messages.all()) {
    const std::size_t b = m.agent.index();
    if (target_[b] == 0) continue;
    const bool is_complete = m.end != kNowhere && scene_->trace[m.end].index < target_[b];
    if (is_complete && now_.done[b] == target_[b]) continue;
    add(m.agent, m.handler, is_complete);
    has_last = has_last || m.agent == word_->last.move.agent;
  }
  if (!has_last && word_->begins != kNoHandler && !now_.is_last_done) {
    add(word_->last.move.agent, word_->begins, false);
    if (word_->begins >= now_.active.size()) now_.active.resize(word_->begins + std::size_t{1});
  }
  // A message that was begun at the front although the word has nothing of it.
  for (std::size_t h = 0; h < now_.active.size(); ++h) {
    const AgentId agent = now_.active[h];
    if (agent.is_none() || task_of(agent) != nullptr) continue;
    add(agent, static_cast<Handler>(h), false);
  }
  now_.assumed.assign(used_tasks_, 0);
}

Serializer::Task* Serializer::task_of(AgentId agent) {
  const std::size_t i = task_number_[agent.index()];
  return i < used_tasks_ ? &tasks_[i] : nullptr;
}

// How many steps of each agent, in the word, an operation of another agent depends on.
void Serializer::find_needs(const Operation& op, std::vector<std::uint32_t>& needs) const {
  const Trace& trace = scene_->trace;
  const std::array<Access, 2> access = dpor::accesses(op);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    if (access[slot] == Access::None) continue;
    for (dpor::Touch t = trace.last_touch(slot == 0 ? op.first : op.second); t != dpor::kNoTouch;
         t = trace.previous(t)) {
      const dpor::Item& item = trace[dpor::position(t)];
      if (item.index < target_[item.agent.index()] && clash(access[slot], trace.access_of(t))) {
        std::uint32_t& need = needs[item.agent.index()];
        need = std::max(need, item.index + 1);
      }
    }
  }
}

void Serializer::find_rest(Task& task) {
  const Behaviours::Rest rest = behaviours_->rest(task.agent, scene_->trace, end_of(task));
  if (!rest.is_known) {
    task.may_assume = false;
    return;
  }
  task.rest.assign(rest.steps.begin(), rest.steps.end());
  task.needs.assign(now_.done.size(), 0);
  task.needs_last = false;
  for (const Operation& op : rest.operations) {
    find_needs(op, task.needs);
    if (!is_last(task) && depends(op, word_->last.op)) task.needs_last = true;
  }
  task.needs[task.agent.index()] = 0;
}

bool Serializer::is_ready(Position step) const {
  const AgentId own = scene_->trace[step].agent;
  for (const AgentId b : open_) {
    if (b != own && now_.done[b.index()] < scene_->trace.known_steps(step, b)) return false;
  }
  return true;
}

bool Serializer::is_last_ready() const {
  const AgentId own = word_->last.move.agent;
  if (now_.is_last_done || now_.done[own.index()] != word_->last.index) return false;
  for (const AgentId b : open_) {
    if (b != own && now_.done[b.index()] < last_needs_[b.index()]) return false;
  }
  return true;
}

bool Serializer::is_finished() const {
  if (!now_.is_last_done) return false;
  for (const AgentId b : open_) {
    if (now_.done[b.index()] < target_[b.index()]) return false;
  }
  return true;
}

bool Serializer::step_agent(AgentId agent) {
  std::uint32_t& done = now_.done[agent.index()];
  bool has_moved = false;
  while (done < target_[agent.index()]) {
    const Position x = scene_->trace.step_of(agent, done);
    if (!is_ready(x)) break;
    ++done;
    has_moved = true;
    order_.push_back(Entry{x, {}, false});
    const Message* m = scene_->messages.find(agent);
    if (m != nullptr && m->end == x) now_.active[m->handler] = AgentId{};
  }
  if (agent == word_->last.move.agent && done == target_[agent.index()] && is_last_ready()) {
    now_.is_last_done = true;
    has_moved = true;
    order_.push_back(Entry{kNowhere, word_->last, false});
  }
  return has_moved;
}

// Runs an active message beyond the word, to its end, if others of its handler wait for that.
bool Serializer::complete(Task& task) {
  const std::size_t b = task.agent.index();
  if (!task.may_assume || is_assumed(task) || now_.active[task.handler] != task.agent ||
      now_.done[b] < target_[b] || unbegun(task.handler) == 0) {
    return false;
  }
  if (is_last(task) && !now_.is_last_done) return false;
  if (task.rest.empty()) find_rest(task);
  if (!task.may_assume || (task.needs_last && !now_.is_last_done)) return false;
  for (const AgentId other : open_) {
    if (now_.done[other.index()] < task.needs[other.index()]) return false;
  }
  now_.assumed[index_of(task)] = 1;
  now_.active[task.handler] = AgentId{};
  std::uint32_t index = end_of(task);
  for (const Operation& op : task.rest) {
    order_.push_back(Entry{kNowhere, KnownMove{Move{task.agent, 0}, op, index++}, true});
  }
  return true;
}

void Serializer::run_ahead() {
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (const AgentId b : open_) {
      if (now_.done[b.index()] == target_[b.index()]) continue;
      const Task* task = task_of(b);
      if (task != nullptr && now_.active[task->handler] != b) continue;
      has_moved = step_agent(b) || has_moved;
    }
    if (!now_.is_last_done) {
      const AgentId own = word_->last.move.agent;
      const Task* task = task_of(own);
      if (task == nullptr || now_.active[task->handler] == own) {
        has_moved = step_agent(own) || has_moved;
      }
    }
    for (std::size_t i = 0; i < used_tasks_; ++i) has_moved = complete(tasks_[i]) || has_moved;
  }
}

std::size_t Serializer::unbegun(Handler handler) const {
  std::size_t n = 0;
  for (std::size_t i = 0; i < used_tasks_; ++i) {
    const Task& t = tasks_[i];
    const bool has_begun = now_.done[t.agent.index()] != 0 || (is_last(t) && now_.is_last_done);
    if (t.handler == handler && !has_begun) ++n;
  }
  return n;
}

bool Serializer::can_begin(const Task& task) const {
  const std::size_t b = task.agent.index();
  if (now_.done[b] != 0 || !now_.active[task.handler].is_none()) return false;
  if (target_[b] == 0) return is_last(task) && is_last_ready();
  return is_ready(scene_->trace.step_of(task.agent, 0));
}

void Serializer::begin(Task& task) {
  now_.active[task.handler] = task.agent;
  if (target_[task.agent.index()] == 0) {
    now_.is_last_done = true;
    order_.push_back(Entry{kNowhere, word_->last, false});
    return;
  }
  ++now_.done[task.agent.index()];
  order_.push_back(Entry{scene_->trace.step_of(task.agent, 0), {}, false});
}

bool Serializer::has_ended(const Task& task) const {
  return is_assumed(task) ||
         (task.is_complete && now_.done[task.agent.index()] == target_[task.agent.index()]);
}

void Serializer::restore(const State& saved) {
  now_ = saved;
  order_.resize(saved.length);
}

// What cannot be executed now is what stands in the way.
void Serializer::note_obstacles() {
  for (const AgentId b : open_) {
    if (now_.done[b.index()] < target_[b.index()]) {
      obstacles_.push_back(scene_->trace.step_of(b, now_.done[b.index()]));
    }
  }
  for (const AgentId b : now_.active) {
    if (b.is_none()) continue;
    const Position x = scene_->trace.step_of(b, 0);
    if (x != kNowhere && word_->count(b) > 0) obstacles_.push_back(x);
  }
}

bool Serializer::solve() {
  for (;;) {
    run_ahead();
    if (is_finished()) return true;
    // Messages that can be begun without a choice: first those that nothing keeps from their end.
    bool has_begun = false;
    for (std::size_t i = 0; i < used_tasks_; ++i) {
      Task& task = tasks_[i];
      if (!task.is_complete || !can_begin(task)) continue;
      if (!is_ready(scene_->messages.find(task.agent)->end)) continue;
      begin(task);
      static_cast<void>(step_agent(task.agent));
      has_begun = true;
    }
    if (has_begun) continue;
    for (std::size_t i = 0; i < used_tasks_ && !has_begun; ++i) {
      Task& task = tasks_[i];
      if (!can_begin(task)) continue;
      if (unbegun(task.handler) == 1) {
        begin(task);
        has_begun = true;
      } else if (task.is_complete || task.may_assume) {
        now_.length = order_.size();
        before_ = now_;
        begin(task);
        run_ahead();
        has_begun = has_ended(task);
        if (!has_begun) restore(before_);
      }
    }
    if (has_begun) continue;

    // A choice.
    if (choices_ >= kMostChoices) return false;
    now_.length = order_.size();
    const State saved = now_;
    for (std::size_t i = 0; i < used_tasks_; ++i) {
      Task& task = tasks_[i];
      if (!can_begin(task) || !(task.is_complete || task.may_assume)) continue;
      ++choices_;
      begin(task);
      if (solve()) return true;
      restore(saved);
    }
    note_obstacles();
    return false;
  }
}

}  // namespace skein::event
