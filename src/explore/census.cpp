// SPDX-License-Identifier: Apache-2.0
#include "explore/census.hpp"

#include "core/random.hpp"

namespace skein {

namespace {

constexpr std::uint64_t combine(std::uint64_t h, std::uint64_t x) {
  return mix64((h ^ 0x9e3779b97f4a7c15ULL) * 0xd6e8feb86659fd93ULL + x);
}

template <class T>
void reach(std::vector<T>& table, std::size_t index, T value) {
  if (index >= table.size()) table.resize(index + 1, value);
}

}  // namespace

void Census::count(std::span<const Step> steps, std::size_t shared) {
  undo_to(shared < prints_.size() ? shared : prints_.size());
  for (std::size_t i = prints_.size(); i < steps.size(); ++i) add(steps[i]);
}

void Census::undo_to(std::size_t length) {
  for (std::size_t i = prints_.size(); i > length; --i) {
    for (std::size_t t = 2 * i; t > 2 * i - 2; --t) {
      const Touch& touch = touches_[t - 1];
      if (!touch.object.is_none()) last_touch_[touch.object.index()] = touch.previous;
    }
    last_step_[agents_[i - 1].index()] = before_[i - 1];
  }
  prints_.resize(length);
  agents_.resize(length);
  before_.resize(length);
  touches_.resize(2 * length);
}

// REQUIRES: touch has its object and is_write. Fills in the links.
std::uint64_t Census::touch_hash(Touch& touch, AgentId agent) {
  reach(last_touch_, touch.object.index(), kNone);
  touch.previous = last_touch_[touch.object.index()];
  std::uint64_t reads = 0;
  std::uint32_t t = touch.previous;
  if (touch.is_write) ++stamp_;
  while (t != kNone && !touches_[t].is_write) {
    if (!touch.is_write) {
      t = touches_[t].last_write;
      break;
    }
    // The last read of every other agent; a sum, because their order is nothing.
    const AgentId reader = agents_[t / 2];
    if (reader != agent && seen_[reader.index()] != stamp_) {
      seen_[reader.index()] = stamp_;
      reads += mix64(prints_[t / 2]);
    }
    t = touches_[t].previous;
  }
  touch.last_write = t;
  return combine(combine(touch.object.value, t == kNone ? 0 : prints_[t / 2]), reads);
}

void Census::add(const Step& step) {
  const auto i = static_cast<std::uint32_t>(prints_.size());
  reach(last_step_, step.agent.index(), kNone);
  reach(seen_, step.agent.index(), std::uint64_t{0});

  const std::uint32_t before = last_step_[step.agent.index()];
  std::uint64_t h = combine(step.agent.value, static_cast<std::uint64_t>(step.op.kind));
  h = combine(h, step.choice);
  h = combine(h, before == kNone ? 0 : prints_[before]);

  const OpTraits& t = traits(step.op.kind);
  Touch first;
  Touch second;
  if (t.first != Access::None && !step.op.first.is_none()) {
    first.object = step.op.first;
    first.is_write = access(step.op, step.op.first) == Access::Write;
    h = combine(h, touch_hash(first, step.agent));
  }
  if (t.second != Access::None && !step.op.second.is_none() && step.op.second != first.object) {
    second.object = step.op.second;
    second.is_write = access(step.op, step.op.second) == Access::Write;
    h = combine(h, touch_hash(second, step.agent) + 1);
  }

  if (!first.object.is_none()) last_touch_[first.object.index()] = 2 * i;
  if (!second.object.is_none()) last_touch_[second.object.index()] = 2 * i + 1;
  last_step_[step.agent.index()] = i;
  before_.push_back(before);
  agents_.push_back(step.agent);
  prints_.push_back(h);
  distinct_.add(h);
  touches_.push_back(first);
  touches_.push_back(second);
}

}  // namespace skein
