#include "explore/event_messages.hpp"

#include <algorithm>

namespace skein::event {

Handler Messages::handler_number(ObjectId object) {
  const auto found = std::find(handlers_.begin(), handlers_.end(), object);
  if (found != handlers_.end()) return static_cast<Handler>(found - handlers_.begin());
  handlers_.push_back(object);
  return static_cast<Handler>(handlers_.size() - 1);
}

void Messages::undo_to(std::size_t length) {
  steps_.resize(length);
  while (!messages_.empty() && messages_.back().begin >= length) messages_.pop_back();
  for (Message& m : messages_) {
    if (m.end != kNowhere && m.end >= length) m.end = kNowhere;
  }
}

void Messages::begin(AgentId agent, Handler handler, Position at) {
  if (agent.index() >= by_agent_.size()) by_agent_.resize(agent.index() + 1, 0);
  by_agent_[agent.index()] = messages_.size();
  messages_.push_back(Message{agent, handler, at, kNowhere});
}

void Messages::end(AgentId agent, Position at) { messages_[by_agent_[agent.index()]].end = at; }

void Messages::follow(std::span<const Step> steps, std::size_t shared) {
  undo_to(shared);
  for (std::size_t i = shared; i < steps.size(); ++i) {
    Step& s = steps_.emplace_back(steps[i]);
    switch (s.op.kind) {
      case OpKind::Post:
      case OpKind::PostFifo: {
        const std::size_t life = s.op.first.index();
        if (life >= is_unordered_.size()) is_unordered_.resize(life + 1, false);
        is_unordered_[life] = s.op.kind == OpKind::Post;
        break;
      }
      case OpKind::MessageBegin:
      case OpKind::MessageEnd: {
        if (!is_unordered(s.op.second)) break;
        const bool is_begin = s.op.kind == OpKind::MessageBegin;
        if (is_begin) {
          begin(s.agent, handler_number(s.op.first), static_cast<Position>(i));
        } else {
          end(s.agent, static_cast<Position>(i));
        }
        s.op =
            Operation{is_begin ? OpKind::ThreadStart : OpKind::ThreadExit, s.op.second, ObjectId{}};
        s.gate_before = s.gate_after = true;
        break;
      }
      default: break;
    }
  }
}

void Messages::follow_rewritten(std::span<const Step> steps, std::span<const Handler> handlers) {
  undo_to(0);
  steps_.assign(steps.begin(), steps.end());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto at = static_cast<Position>(i);
    if (handlers[i] != kNoHandler) {
      while (handlers_.size() <= handlers[i]) handlers_.emplace_back();
      begin(steps[i].agent, handlers[i], at);
    } else if (steps[i].op.kind == OpKind::ThreadExit && find(steps[i].agent) != nullptr) {
      end(steps[i].agent, at);
    }
  }
}

Handler Messages::waits_for(const Pending& pending) {
  if (pending.op.kind != OpKind::MessageBegin || !is_unordered(pending.op.second)) {
    return kNoHandler;
  }
  return handler_number(pending.op.first);
}

void Behaviours::learn(const Messages& messages, const dpor::Trace& trace, Position from) {
  for (const Message& m : messages.all()) {
    if (m.end != kNowhere && m.end < from) continue;
    if (m.agent.index() >= known_.size()) known_.resize(m.agent.index() + 1);
    Known& known = known_[m.agent.index()];
    if (m.end == kNowhere) {
      known.may_stop = true;
      continue;
    }
    const std::uint32_t length = trace.steps_of(m.agent);
    const auto is_same = [&](const std::vector<Operation>& way) {
      if (way.size() != length) return false;
      for (std::uint32_t n = 0; n < length; ++n) {
        if (way[n] != trace[trace.step_of(m.agent, n)].op) return false;
      }
      return true;
    };
    if (std::any_of(known.ways.rbegin(), known.ways.rend(), is_same)) continue;
    std::vector<Operation>& way = known.ways.emplace_back();
    for (std::uint32_t n = 0; n < length; ++n) way.push_back(trace[trace.step_of(m.agent, n)].op);
  }
}

Behaviours::Rest Behaviours::rest(AgentId agent, const dpor::Trace& trace, std::uint32_t done) {
  Rest rest;
  scratch_.clear();
  if (agent.index() >= known_.size() || known_[agent.index()].may_stop) return rest;
  const std::uint32_t in_trace = std::min(done, trace.steps_of(agent));
  for (const std::vector<Operation>& way : known_[agent.index()].ways) {
    if (way.size() <= done) continue;
    bool agrees = true;
    for (std::uint32_t n = 0; n < in_trace && agrees; ++n) {
      agrees = way[n] == trace[trace.step_of(agent, n)].op;
    }
    if (!agrees) continue;
    rest.is_known = true;
    rest.length = static_cast<std::uint32_t>(way.size()) - done;
    rest.steps = std::span(way).subspan(done);
    for (const Operation& op : rest.steps) {
      // Where it may have to wait, it cannot be said that it will end.
      if (traits(op.kind).enabling != Enabling::kAlways) return Rest{};
      if (std::find(scratch_.begin(), scratch_.end(), op) == scratch_.end()) {
        scratch_.push_back(op);
      }
    }
  }
  rest.operations = scratch_;
  return rest;
}

}  // namespace skein::event
