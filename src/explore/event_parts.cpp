#include "explore/event_parts.hpp"

#include <algorithm>

namespace skein::event {

namespace {

constexpr std::uint32_t kNoTask = 0xffffffffU;

bool is_part(const Word& small, const Word& large) {
  for (std::size_t b = 0; b < small.cut.size(); ++b) {
    if (small.cut[b] > large.cut[b]) return false;
  }
  return true;
}

// The step of the word, if any, without which the gate would be open after it: every smaller part
// after which it is open lacks that step. `kNowhere` if it is open; sets `is_hopeless` if it is
// closed from the start.
Position closer_of_gate(const Scene& scene, const Word& word, bool& is_hopeless) {
  const Trace& trace = scene.trace;
  const ObjectId gate = gate_object(word.last.op);
  dpor::Touch undone = dpor::kNoTouch;
  dpor::Touch t = trace.write_at_or_before(trace.last_touch(gate));
  while (t != dpor::kNoTouch && !word.contains(trace[dpor::position(t)])) {
    undone = t;
    t = trace.last_write(t);
  }
  if (t != dpor::kNoTouch) {
    if (!trace[dpor::position(t)].gate_after) return dpor::position(t);
  } else if (undone != dpor::kNoTouch && !trace[dpor::position(undone)].gate_before) {
    is_hopeless = true;
    return kNowhere;
  }
  if (access(word.last.op, gate) != Access::Write || !trace.has_shared_holds()) return kNowhere;
  // Readers: one that does not give back what it took, since it last held nothing.
  for (std::size_t b = 0; b < word.cut.size(); ++b) {
    int held = 0;
    Position first = kNowhere;
    for (std::uint32_t n = 0; n < word.cut[b]; ++n) {
      const Position x = trace.step_of(AgentId{b}, n);
      if (trace[x].shared == 0 || gate_object(trace[x].op) != gate) continue;
      if (held == 0) first = x;
      held += trace[x].shared;
    }
    if (held > 0) return first;
  }
  return kNowhere;
}

// Takes away from the word what keeps the last operation from being possible after it. False if no
// part is left after which it is.
bool settle_last(const Scene& scene, Word& word) {
  const Trace& trace = scene.trace;
  for (;;) {
    if (word.count(word.last.move.agent) != word.last.index) return false;
    if (word.enabler != kNowhere && !word.contains(trace[word.enabler])) return false;
    // In a mailbox that keeps the order the enabler is the end of the message before; the message
    // must have been posted all the same.
    if (word.last.op.kind == OpKind::MessageBegin) {
      const dpor::Touch post = trace.write_at_or_before(trace.last_touch(word.last.op.second));
      if (post != dpor::kNoTouch && !word.contains(trace[dpor::position(post)])) return false;
    }
    if (!needs_gate(word.last.op.kind)) return true;
    const Position at = trace.step_of(word.last.move.agent, word.last.index);
    // Executed through a closed gate: by its holder, who needs no gate.
    if (at != kNowhere && !trace[at].gate_before) return true;
    bool is_hopeless = false;
    const Position closer = closer_of_gate(scene, word, is_hopeless);
    if (is_hopeless) return false;
    if (closer == kNowhere) return true;
    word.remove(trace, closer);
  }
}

bool is_complete(const Scene& scene, const Word& word, const Message& m) {
  return m.end != kNowhere && word.contains(scene.trace[m.end]);
}

}  // namespace

const std::vector<Part>& Parts::find(const Scene& scene, const Word& word) {
  scene_ = &scene;
  found_.clear();
  todo_.clear();
  if (is_in_order(word)) {
    // That the last operation is possible after the whole word is known of every race.
    emit_in_order(word);
    ++counts_.in_order;
    return found_;
  }
  has_chosen_ = false;
  todo_.push_back(word);
  while (!todo_.empty()) {
    const Word next = std::move(todo_.back());
    todo_.pop_back();
    search(next);
  }
  ++(has_chosen_ ? counts_.decision : counts_.witness);
  if (found_.empty()) ++counts_.none;
  if (found_.size() > 1) ++counts_.families;
  return found_;
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

// If the last operation is that of a message, the others of its handler must have ended before.
// False if nothing is left after which it is possible.
bool Parts::settle_home(Word& word) const {
  const Message* own = scene_->messages.find(word.last.move.agent);
  for (;;) {
    if (!settle_last(*scene_, word)) return false;
    if (own == nullptr) return true;
    const auto messages = scene_->messages.all();
    const auto other = std::find_if(messages.begin(), messages.end(), [&](const Message& m) {
      return m.handler == own->handler && m.agent != own->agent && word.count(m.agent) > 0 &&
             !is_complete(*scene_, word, m);
    });
    if (other == messages.end()) return true;
    word.remove(scene_->trace, other->begin);
  }
}

void Parts::search(const Word& word) {
  Word part = word;
  if (!settle_home(part)) return;
  for (const Part& other : found_) {
    if (is_part(part, other.word)) return;
  }
  if (is_in_order(part)) {
    emit_in_order(part);
  } else {
    execute(part);
  }
}

void Parts::emit(const Word& word, const std::vector<Position>& order) {
  for (const Part& other : found_) {
    if (is_part(word, other.word)) return;
  }
  std::erase_if(found_, [&](const Part& other) { return is_part(other.word, word); });
  found_.push_back(Part{word, order});
}

void Parts::emit_in_order(const Word& word) {
  order_.clear();
  for (Position i = 0; i < scene_->trace.size(); ++i) {
    if (word.contains(scene_->trace[i])) order_.push_back(i);
  }
  emit(word, order_);
}

void Parts::execute(const Word& word) {
  word_ = &word;
  tasks_.clear();
  task_of_.assign(word.cut.size(), kNoTask);
  now_.done.assign(word.cut.size(), 0);
  now_.active.assign(scene_->messages.handlers(), AgentId{});
  now_.left.assign(scene_->messages.handlers(), 0);
  order_.clear();
  seen_.clear();
  for (const Message& m : scene_->messages.all()) {
    if (word.count(m.agent) == 0) continue;
    task_of_[m.agent.index()] = static_cast<std::uint32_t>(tasks_.size());
    tasks_.push_back(Task{m.agent, m.handler, m.begin, is_complete(*scene_, word, m)});
    ++now_.left[m.handler];
  }
  solve();
}

bool Parts::is_ready(Position step) const {
  const Trace& trace = scene_->trace;
  const std::size_t own = trace[step].agent.index();
  for (std::size_t b = 0; b < now_.done.size(); ++b) {
    if (b != own && trace.known_steps(step, AgentId{b}) > now_.done[b]) return false;
  }
  return true;
}

// Executes all that begins no message, as far as possible.
void Parts::run_ahead() {
  const Trace& trace = scene_->trace;
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    for (std::size_t b = 0; b < now_.done.size(); ++b) {
      const AgentId agent{b};
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
         is_ready(task.begin);
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
    run_ahead();
    bool has_moved = false;
    for (const Task& task : tasks_) {
      if (!can_begin(task)) continue;
      if (now_.left[task.handler] == 1) {
        begin(task);
        has_moved = true;
      } else if (task.is_complete) {
        has_moved = run_to_end(task) || has_moved;
      }
    }
    if (!has_moved) break;
  }

  // A choice. If all that is left of a handler can be begun and will never end, the time to choose
  // one of them is now; otherwise any handler may have to come first.
  std::vector<const Task*> candidates;
  Handler ripe = kNoHandler;
  for (const Task& task : tasks_) {
    if (can_begin(task)) candidates.push_back(&task);
  }
  for (const Task* task : candidates) {
    std::uint32_t hopeless = 0;
    for (const Task* other : candidates) {
      if (other->handler == task->handler && !other->is_complete) ++hopeless;
    }
    if (hopeless == now_.left[task->handler]) ripe = task->handler;
  }
  if (ripe != kNoHandler) {
    std::erase_if(candidates, [&](const Task* task) { return task->handler != ripe; });
  }
  if (candidates.empty()) {
    end_here();
    return;
  }
  has_chosen_ = true;
  if (std::find(seen_.begin(), seen_.end(), now_.done) != seen_.end()) return;
  seen_.push_back(now_.done);
  now_.length = order_.size();
  const State saved = now_;
  for (const Task* task : candidates) {
    begin(*task);
    solve();
    restore(saved);
  }
}

// Nothing can be begun: what was executed is a part. Its last operation may not be possible, where
// somebody holds a lock that he gave back in the word: then that must go too.
void Parts::end_here() {
  Word part = *word_;
  part.cut = now_.done;
  Word settled = part;
  if (!settle_last(*scene_, settled)) return;
  if (settled.cut == part.cut) {
    emit(part, order_);
  } else {
    todo_.push_back(settled);
  }
}

}  // namespace skein::event
