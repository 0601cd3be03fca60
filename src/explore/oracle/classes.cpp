// SPDX-License-Identifier: Apache-2.0
#include "explore/oracle/classes.hpp"

#include <algorithm>

#include "core/varint.hpp"

namespace skein {

// Every field has its place and every list is preceded by its length, so the string can be read in
// one way only.
void Canonicalizer::number(std::uint64_t value) { append_varint(form_, value); }

// A message's begin and end take its handler as a lock, except in the equivalence of events.
bool Canonicalizer::is_touched(const Step& step, ObjectId object) const {
  if (object.is_none() || access(step.op, object) == Access::None) return false;
  if (equivalence_ == Equivalence::Plain || object != step.op.first) return true;
  if (step.op.kind != OpKind::MessageBegin && step.op.kind != OpKind::MessageEnd) return true;
  const std::size_t life = step.op.second.index();
  return life >= is_unordered_.size() || !is_unordered_[life];
}

const std::string& Canonicalizer::form(std::span<const Step> steps) {
  form_.clear();
  is_unordered_.clear();
  for (auto& list : by_agent_) list.clear();
  for (const ObjectId o : touched_) by_object_[o.index()].clear();
  touched_.clear();

  for (const Step& s : steps) {
    if (s.agent.index() >= by_agent_.size()) by_agent_.resize(s.agent.index() + 1);
    const auto index = static_cast<std::uint32_t>(by_agent_[s.agent.index()].size());
    by_agent_[s.agent.index()].push_back(&s);
    if (s.op.kind == OpKind::Post) {
      const std::size_t life = s.op.first.index();
      if (life >= is_unordered_.size()) is_unordered_.resize(life + 1, false);
      is_unordered_[life] = true;
    }
    for (const ObjectId o : {s.op.first, s.op.second}) {
      if (!is_touched(s, o)) continue;
      const Access a = access(s.op, o);
      if (o.index() >= by_object_.size()) by_object_.resize(o.index() + 1);
      auto& list = by_object_[o.index()];
      if (!list.empty() && list.back().agent == s.agent && list.back().index == index) continue;
      if (list.empty()) touched_.push_back(o);
      list.push_back(Occurrence{s.agent, index, a});
    }
  }

  spell_agents(steps);
  std::sort(touched_.begin(), touched_.end());
  for (const ObjectId o : touched_) {
    number(o.value);
    spell_object(by_object_[o.index()]);
  }
  return form_;
}

void Canonicalizer::spell_agents(std::span<const Step> steps) {
  number(steps.size());
  for (std::size_t agent = 0; agent < by_agent_.size(); ++agent) {
    const auto& list = by_agent_[agent];
    if (list.empty()) continue;
    number(agent);
    number(list.size());
    for (const Step* s : list) {
      number(static_cast<std::uint64_t>(s->op.kind));
      number(s->op.first.value + 1U);  // none wraps around to 0
      number(s->op.second.value + 1U);
      number(s->choice);
    }
  }
}

// Reads that follow each other are a set, and so are adds: sort them.
void Canonicalizer::spell_object(std::vector<Occurrence>& accesses) {
  number(accesses.size());
  auto from = accesses.begin();
  while (from != accesses.end()) {
    auto to = from + 1;
    while (to != accesses.end() && !clash(from->access, to->access)) ++to;
    std::sort(from, to, [](const Occurrence& a, const Occurrence& b) {
      return a.agent != b.agent ? a.agent < b.agent : a.index < b.index;
    });
    from = to;
  }
  for (const Occurrence& a : accesses) {
    number(static_cast<std::uint64_t>(a.access));
    number(a.agent.value);
    number(a.index);
  }
}

}  // namespace skein
