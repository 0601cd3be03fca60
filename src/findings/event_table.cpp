// SPDX-License-Identifier: Apache-2.0
#include "findings/event_table.hpp"

#include <algorithm>
#include <utility>

namespace skein {

namespace {

void append(std::string& key, std::uint32_t number) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    key.push_back(static_cast<char>((number >> shift) & 0xffU));
  }
}

}  // namespace

std::span<const EventTable::Number> EventTable::add(std::span<const Step> steps) {
  sequence_.clear();
  last_of_agent_.clear();
  last_of_object_.clear();
  for (const Step& step : steps) {
    const Number number = intern(step);
    sequence_.push_back(number);
    last_of_agent_[step.agent] = number;
    touch(step, step.op.first, access(step.op, step.op.first), number);
    if (step.op.second != step.op.first) {
      touch(step, step.op.second, access(step.op, step.op.second), number);
    }
  }
  return sequence_;
}

EventTable::Number EventTable::intern(const Step& step) {
  key_.clear();
  causes_.clear();
  append(key_, step.agent.value);
  append(key_, static_cast<std::uint32_t>(step.op.kind));
  append(key_, step.op.first.value);
  append(key_, step.op.second.value);
  append(key_, step.choice);
  const auto before = last_of_agent_.find(step.agent);
  append(key_, before == last_of_agent_.end() ? Id<void>::kNoValue : before->second);
  if (before != last_of_agent_.end()) causes_.push_back(before->second);
  note_object(step, step.op.first, access(step.op, step.op.first));
  if (step.op.second != step.op.first) {
    note_object(step, step.op.second, access(step.op, step.op.second));
  }
  const auto [entry, is_new] = by_key_.try_emplace(key_, static_cast<Number>(events_.size()));
  if (is_new) {
    std::sort(causes_.begin(), causes_.end());
    causes_.erase(std::unique(causes_.begin(), causes_.end()), causes_.end());
    events_.push_back({step.agent, step.op, step.choice, step.choices, step.site, causes_});
  }
  return entry->second;
}

void EventTable::note_object(const Step& step, ObjectId object, Access access) {
  if (object.is_none() || access == Access::None) return;
  const Last& last = last_of_object_[object];
  const Phase& clashing = clash(last.now.access, access) ? last.now : last.before;
  for (const auto& [agent, event] : clashing.events) {
    if (agent == step.agent) continue;
    append(key_, event);
    causes_.push_back(event);
  }
  append(key_, Id<void>::kNoValue);  // ends the list
}

void EventTable::touch(const Step& step, ObjectId object, Access access, Number number) {
  if (object.is_none() || access == Access::None) return;
  Last& last = last_of_object_[object];
  if (last.now.access != access || access == Access::Write) {
    last.before = std::move(last.now);
    last.now = Phase{access, {}};
  }
  auto& events = last.now.events;
  const auto place =
      std::lower_bound(events.begin(), events.end(), step.agent,
                       [](const auto& entry, AgentId agent) { return entry.first < agent; });
  if (place != events.end() && place->first == step.agent) {
    place->second = number;
  } else {
    events.insert(place, {step.agent, number});
  }
}

std::string class_of(std::span<const EventTable::Number> events) {
  std::vector<EventTable::Number> sorted(events.begin(), events.end());
  std::sort(sorted.begin(), sorted.end());
  std::string key;
  key.reserve(sorted.size() * 4);
  for (const EventTable::Number number : sorted) append(key, number);
  return key;
}

}  // namespace skein
