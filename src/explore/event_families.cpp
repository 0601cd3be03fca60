#include "explore/event_families.hpp"

#include <algorithm>

namespace skein::event {

namespace {

bool is_part(const Word& small, const Word& large) {
  for (std::size_t b = 0; b < small.cut.size(); ++b) {
    if (small.cut[b] > large.cut[b]) return false;
  }
  return true;
}

// Whether the gate is open after the word: as the last of its writes left it, or, if it has none,
// as the first write found it; and nobody has a shared hold if the operation excludes that.
bool is_gate_open(const Scene& scene, const Word& word) {
  const Trace& trace = scene.trace;
  const ObjectId gate = gate_object(word.last.op);
  const bool excludes_readers = access(word.last.op, gate) == Access::Write;
  bool is_open = true;
  bool is_settled = false;
  int holds = 0;
  for (dpor::Touch t = trace.last_touch(gate); t != dpor::kNoTouch; t = trace.previous(t)) {
    const dpor::Item& item = trace[dpor::position(t)];
    if (word.contains(item)) {
      holds += item.shared;
      if (!is_settled && trace.access_of(t) == Access::Write) {
        is_open = item.gate_after;
        is_settled = true;
      }
    } else if (!is_settled && trace.access_of(t) == Access::Write) {
      is_open = item.gate_before;
    }
  }
  return is_open && (!excludes_readers || holds == 0);
}

}  // namespace

bool can_be_last(const Scene& scene, const Word& word, const Front& from) {
  const AgentId agent = word.last.move.agent;
  if (from.has_done(word.last)) return true;
  if (std::max(word.count(agent), from.count(agent)) != word.last.index) return false;
  if (word.enabler != kNowhere && !word.contains(scene.trace[word.enabler])) return false;
  // In a mailbox that keeps the order the enabler is the end of the message before; the message
  // must have been posted all the same.
  if (word.last.op.kind == OpKind::MessageBegin) {
    const dpor::Touch post =
        scene.trace.write_at_or_before(scene.trace.last_touch(word.last.op.second));
    if (post != dpor::kNoTouch && !word.contains(scene.trace[dpor::position(post)])) return false;
  }
  if (!needs_gate(word.last.op.kind)) return true;
  const Position at = scene.trace.step_of(agent, word.last.index);
  // Executed through a closed gate: by its holder, who needs no gate.
  if (at != kNowhere && !scene.trace[at].gate_before) return true;
  return is_gate_open(scene, word);
}

const std::vector<Word>& Families::find(const Scene& scene, const Word& word, const Front& from) {
  scene_ = &scene;
  from_ = &from;
  found_.clear();
  seen_.clear();
  if (is_in_order(word)) {
    if (can_be_last(scene, word, from)) found_.push_back(word);
  } else {
    search(word);
  }
  return found_;
}

// Whether the word can be executed in the order of the run: of each handler, only the last message
// lacks its end. (A front other than the run's own has begun a message out of that order.)
bool Families::is_in_order(const Word& word) const {
  const AgentId last = word.last.move.agent;
  if (word.begins != kNoHandler) return false;
  const auto messages = scene_->messages.all();
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Message& m = messages[i];
    if (word.count(m.agent) == 0) continue;
    if (from_->count(m.agent) > 0 && from_->active[m.handler] == m.agent) {
      return false;
    }
    if (m.agent != last && is_complete(word, m)) continue;
    for (std::size_t j = i + 1; j < messages.size(); ++j) {
      if (messages[j].handler == m.handler && word.count(messages[j].agent) > 0) return false;
    }
  }
  return true;
}

bool Families::is_complete(const Word& word, const Message& m) const {
  return m.end != kNowhere && word.contains(scene_->trace[m.end]);
}

void Families::search(Word word) {
  if (!can_be_last(*scene_, word, *from_)) return;
  const AgentId last = word.last.move.agent;
  const Message* own = scene_->messages.find(last);
  const Handler home = own != nullptr ? own->handler : word.begins;

  // Of the messages of a handler that have lost their ends only one can be begun.
  for (Handler h = 0; h < scene_->messages.handlers(); ++h) {
    std::vector<Position> begins;
    for (const Message& m : scene_->messages.all()) {
      if (m.handler != h || m.agent == last || word.count(m.agent) == 0) continue;
      if (from_->count(m.agent) == 0 && !is_complete(word, m)) begins.push_back(m.begin);
    }
    if (begins.size() < (h == home ? 1U : 2U)) continue;
    for (std::size_t kept = 0; kept < begins.size(); ++kept) {
      Word part = word;
      for (std::size_t i = 0; i < begins.size(); ++i) {
        if (h == home || i != kept) part.remove(scene_->trace, begins[i]);
      }
      search(std::move(part));
      if (h == home) break;
    }
    return;
  }

  if (std::find(seen_.begin(), seen_.end(), word.cut) != seen_.end()) return;
  seen_.push_back(word.cut);
  for (const Word& other : found_) {
    if (is_part(word, other)) return;
  }
  if (serializer_->run(*scene_, word, *from_, Serializer::Completion::Never)) {
    std::erase_if(found_, [&](const Word& other) { return is_part(other, word); });
    found_.push_back(std::move(word));
    return;
  }
  const std::vector<Position> obstacles = serializer_->obstacles();
  for (const Position x : obstacles) {
    if (from_->count(scene_->trace[x].agent) > scene_->trace[x].index) continue;
    Word part = word;
    part.remove(scene_->trace, x);
    search(std::move(part));
  }
}

}  // namespace skein::event
