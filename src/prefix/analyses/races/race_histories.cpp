// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/races/race_histories.hpp"

#include <algorithm>

namespace skein {

AccessesByObject::AccessesByObject(Prefix& prefix, StepAccesses& accesses) {
  for (const PrefixEventId e : prefix.events()) {
    for (const MemoryAccess& a : accesses.of(e)) {
      Kind kind{prefix[e].agent, a};
      kind.access.code = 0;
      for (const Prefix::Touched& t : prefix[e].touched) {
        if (!prefix.agent_of(t.component).is_none()) continue;
        Object& object = objects_[prefix.object_of(t.component)];
        object.kinds.insert(kind);
        if (a.is_free) continue;
        object.begin = std::min(object.begin, a.address);
        object.end = std::max(object.end, a.address + a.length);
      }
    }
  }
  std::erase_if(objects_, [](const auto& entry) {
    const std::set<Kind>& kinds = entry.second.kinds;
    return std::none_of(kinds.begin(), kinds.end(), [&](const Kind& a) {
      return std::any_of(kinds.begin(), kinds.end(), [&](const Kind& b) {
        return a.agent != b.agent && conflict(a.access, b.access);
      });
    });
  });
}

const AccessesByObject::Object* AccessesByObject::find(ObjectId object) const {
  const auto it = objects_.find(object);
  return it == objects_.end() ? nullptr : &it->second;
}

std::uint32_t RaceHistories::of(PrefixEventId e) {
  if (e.is_none()) return 0;
  const Place place = place_after(e);
  std::set<Words> history;
  std::vector<Open> open;
  const auto look_at = [&](ComponentId c) {
    if (!prefix_.agent_of(c).is_none()) return;
    const AccessesByObject::Object* const object = all_.find(prefix_.object_of(c));
    if (object == nullptr) return;
    open.clear();
    find_open(place, c, *object, open);
    for (const Open& one : open) {
      if (can_race(place, one, *object)) history.insert(describe(place, c, one));
    }
  };
  for (std::uint32_t i = 0; i < place.past.last.size(); ++i) look_at(ComponentId{i});
  for (const Prefix::Touched& t : prefix_[e].touched) {
    if (t.component.index() >= place.past.last.size()) look_at(t.component);
  }
  return number(history);
}

RaceHistories::Place RaceHistories::place_after(PrefixEventId e) {
  Place place{e, prefix_.past(e), {}, {}, {}};
  find_agents(place);
  find_released(place);
  return place;
}

void RaceHistories::find_agents(Place& place) {
  const Prefix::Event& event = prefix_[place.e];
  const std::vector<ComponentId>& components = prefix_.agents();
  place.agents.resize(components.size());
  place.is_alive.resize(components.size());
  for (std::size_t agent = 0; agent < components.size(); ++agent) {
    const ComponentId c = components[agent];
    if (c.is_none()) continue;
    ValueId local = prefix_.value(place.past, c);
    place.agents[agent] = happens_before_.knowledge(prefix_.last(place.past, c));
    for (const Prefix::Touched& t : event.touched) {
      if (t.component != c) continue;
      local = t.value;
      place.agents[agent] = happens_before_.after(place.e);
      // A thread that it creates has no fences of its own yet.
      if (event.agent.index() != agent) place.agents[agent] = {happens_before_.at(place.e), {}, {}};
    }
    place.is_alive[agent] =
        static_cast<char>(!local.is_absent() && prefix_.system().transition(local) != nullptr);
  }
}

void RaceHistories::find_released(Place& place) const {
  const std::vector<Prefix::Touched>& touched = prefix_[place.e].touched;
  const auto add = [&](ComponentId c, std::span<const HappensBefore::Released> released) {
    if (!released.empty()) place.released.emplace_back(c, released);
  };
  for (const Prefix::Touched& t : touched) {
    if (!prefix_.agent_of(t.component).is_none() || t.access != Access::Write) continue;
    add(t.component, happens_before_.released(place.e, t.component));
  }
  for (std::uint32_t i = 0; i < place.past.last.size(); ++i) {
    const ComponentId c{i};
    const auto is_written = [&](const Prefix::Touched& t) {
      return t.component == c && t.access == Access::Write;
    };
    if (!prefix_.agent_of(c).is_none()) continue;
    const auto released = happens_before_.released(place.past.last[i]);
    if (!released.empty() && std::none_of(touched.begin(), touched.end(), is_written)) {
      add(c, released);
    }
  }
}

void RaceHistories::find_open(const Place& place, ComponentId c,
                              const AccessesByObject::Object& object, std::vector<Open>& open) {
  const Chains& chains = prefix_.chains();
  const Prefix::Event& event = prefix_[place.e];
  const auto own = std::find_if(event.touched.begin(), event.touched.end(),
                                [&](const Prefix::Touched& t) { return t.component == c; });
  const bool is_touched = own != event.touched.end();
  if (is_touched && own->value.is_absent()) return;
  if (is_touched && add_open(place.e, object, open)) return;
  if (is_touched && own->access == Access::Write) {
    add_open_reads(place.e, c, object, open);
  } else {
    for (const View::Read& r : place.past.reads) {
      if (r.component == c) add_open(r.event, object, open);
    }
  }
  for (ChainId n = prefix_.last(place.past, c); !chains[n].event.is_none(); n = chains[n].parent) {
    if (chains[n].value.is_absent() || add_open(chains[n].event, object, open)) return;
    add_open_reads(chains[n].event, c, object, open);
  }
}

// What an agent did later is known to no more agents than what it did before. So of two such
// accesses the later one is enough; the search goes upwards, and meets it first.
bool RaceHistories::add_open(PrefixEventId e, const AccessesByObject::Object& object,
                             std::vector<Open>& open) {
  bool is_enough = false;
  for (const MemoryAccess& a : accesses_.of(e)) {
    Open one{e, a};
    one.access.code = 0;
    const bool is_known = std::any_of(open.begin(), open.end(), [&](const Open& other) {
      return prefix_[other.event].agent == prefix_[e].agent && other.access == one.access;
    });
    if (!is_known) open.push_back(one);
    is_enough = is_enough || (a.is_write && !a.is_atomic && a.address <= object.begin &&
                              object.end <= a.address + a.length);
  }
  return is_enough;
}

void RaceHistories::add_open_reads(PrefixEventId write, ComponentId c,
                                   const AccessesByObject::Object& object,
                                   std::vector<Open>& open) {
  for (const PrefixEventId r : prefix_[write].seen_reads) {
    const std::vector<Prefix::Touched>& all = prefix_[r].touched;
    if (std::any_of(all.begin(), all.end(),
                    [&](const Prefix::Touched& t) { return t.component == c; })) {
      add_open(r, object, open);
    }
  }
}

// Whether some agent may execute an access that conflicts with this one, and does not know it. An
// agent that does not live may be created by one that does.
bool RaceHistories::can_race(const Place& place, const Open& open,
                             const AccessesByObject::Object& object) const {
  const auto knows = [&](std::size_t agent) {
    return happens_before_.knows(place.agents[agent].clock, open.event);
  };
  bool do_all_know = true;
  for (std::size_t agent = 0; agent < place.agents.size(); ++agent) {
    do_all_know = do_all_know && (place.is_alive[agent] == 0 || knows(agent));
  }
  if (do_all_know) return false;
  const AgentId me = prefix_[open.event].agent;
  return std::any_of(
      object.kinds.begin(), object.kinds.end(), [&](const AccessesByObject::Kind& kind) {
        const std::size_t other = kind.agent.index();
        return kind.agent != me && conflict(kind.access, open.access) &&
               (other >= place.agents.size() || place.is_alive[other] == 0 || !knows(other));
      });
}

// The access, who knows it, and through what it may become known.
RaceHistories::Words RaceHistories::describe(const Place& place, ComponentId c,
                                             const Open& open) const {
  const MemoryAccess& a = open.access;
  Words words{c.value, prefix_[open.event].agent.value, a.address, a.length,
              (a.is_write ? 1U : 0U) + (a.is_atomic ? 2U : 0U) + (a.is_free ? 4U : 0U)};
  const auto is_in = [&](HappensBefore::ClockId clock) {
    return happens_before_.knows(clock, open.event);
  };
  for (std::size_t agent = 0; agent < place.agents.size(); ++agent) {
    if (place.is_alive[agent] == 0) continue;
    const HappensBefore::Knowledge& k = place.agents[agent];
    const std::uint64_t bits =
        (is_in(k.clock) ? 1U : 0U) + (is_in(k.seen) ? 2U : 0U) + (is_in(k.fenced) ? 4U : 0U);
    if (bits != 0) words.insert(words.end(), {agent, bits});
  }
  std::set<Words> ways;
  for (const auto& [object, all] : place.released) {
    for (const HappensBefore::Released& r : all) {
      const std::uint64_t bits = (is_in(r.clock) ? 1U : 0U) + (is_in(r.shared) ? 2U : 0U);
      if (bits != 0) ways.insert(Words{object.value, r.key, bits});
      for (const HappensBefore::Head& head : r.heads) {
        if (is_in(head.clock)) ways.insert(Words{object.value, r.key, 0, head.agent.value});
      }
    }
  }
  for (const Words& way : ways) {
    words.push_back(~std::uint64_t{0});
    words.insert(words.end(), way.begin(), way.end());
  }
  return words;
}

std::uint32_t RaceHistories::number(const std::set<Words>& history) {
  return numbers_.try_emplace(history, static_cast<std::uint32_t>(numbers_.size())).first->second;
}

}  // namespace skein
