// SPDX-License-Identifier: Apache-2.0
#include "prefix/prefix.hpp"

#include <algorithm>
#include <utility>

#include "core/log.hpp"

namespace skein {

Prefix::Prefix(StateSystem& system, Options options)
    : system_(system), options_(std::move(options)) {
  new_component(kMainAgent, ObjectId{}, system_.initial_local());
}

ComponentId Prefix::new_component(AgentId agent, ObjectId object, ValueId value) {
  const ComponentId c{roots_.size()};
  roots_.push_back(chains_.add_root(c, value));
  agent_of_.push_back(agent);
  object_of_.push_back(object);
  auto& index = agent.is_none() ? objects_ : agents_;
  const std::size_t i = agent.is_none() ? object.index() : agent.index();
  if (index.size() <= i) index.resize(i + 1);
  index[i] = c;
  return c;
}

ComponentId Prefix::component_of(AgentId agent) {
  if (agent.index() < agents_.size() && !agents_[agent.index()].is_none()) {
    return agents_[agent.index()];
  }
  return new_component(agent, ObjectId{}, 0);
}

ComponentId Prefix::component_of(ObjectId object) {
  if (object.index() < objects_.size() && !objects_[object.index()].is_none()) {
    return objects_[object.index()];
  }
  return new_component(AgentId{}, object, system_.initial_value(object));
}

// What the agent does next at a node of its chain.
const Prefix::Doing& Prefix::doing(ChainId n) {
  const ValueId local = chains_[n].value;
  if (doing_.size() <= local) doing_.resize(local + 1);  // moves none of them
  Doing& known = doing_[local];
  if (known.is_known) return known;
  known.is_known = true;
  known.intent = system_.intent(local);
  if (known.intent == nullptr) return known;
  if (!known.intent->child.is_none()) {
    known.pending.push_back(Pending{component_of(known.intent->child), Access::Write});
  }
  for (const Touch& t : known.intent->touches) {
    known.pending.push_back(Pending{component_of(t.object), t.access});
  }
  known.label = label_of(*known.intent, known.pending);
  return known;
}

bool Prefix::build() {
  if (options_.has_cutoffs) {
    states_.emplace(0, State{});
    figures_.states = 1;
  }
  extend_at(roots_[0], PrefixEventId{});
  std::size_t size = 0;
  while (size < waiting_.size()) {  // it grows meanwhile
    const std::vector<PrefixEventId> level = std::move(waiting_[size++]);
    if (!build_level(level)) return false;
  }
  return true;
}

// All events whose histories have one size: none of them is in another's history, and nothing
// smaller is still to come.
bool Prefix::build_level(const std::vector<PrefixEventId>& level) {
  for (const PrefixEventId e : level) {
    if (options_.is_time_to_forget && options_.is_time_to_forget()) forget_states();
    if (options_.most_state_bytes != 0 && state_bytes_ > options_.most_state_bytes) forget_states();
    execute(e);
    ++figures_.events;
    const Event& event = events_[e.index()];
    if (event.fault) ++figures_.faults;
    figures_.largest = std::max<std::uint64_t>(figures_.largest, event.size);
    if (options_.has_cutoffs) look_for_equal(e);
    if (options_.is_enough && options_.is_enough()) return false;
  }
  for (const PrefixEventId e : level) {
    Event& event = events_[e.index()];
    added_.push_back(e);
    event.is_added = true;
    log_event(e);
    if (event.is_cutoff) {
      ++figures_.cutoffs;
      event.view = View{};
      continue;
    }
    add(e);
  }
  for (const PrefixEventId e : level) {
    if (!events_[e.index()].is_cutoff) extend(e);
    if (options_.is_enough && options_.is_enough()) return false;
  }
  return true;
}

void Prefix::log_event(PrefixEventId e) const {
  log::write(log::Topic::Prefix, [&] {
    const Event& event = events_[e.index()];
    std::string text = "event " + std::to_string(e.value) + ": " + system_.agent_name(event.agent) +
                       ", " + std::string(name(event.kind)) + ", history of " +
                       std::to_string(event.size);
    if (event.is_cutoff) {
      text += "; cut-off, same state as ";
      text += event.corresponding.is_none() ? "the beginning"
                                            : "event " + std::to_string(event.corresponding.value);
    }
    if (event.fault) text += "; fault";
    return text;
  });
}

// Whether e is a cut-off because of an event looked at before, or such a one of its own size
// because of e.
void Prefix::look_for_equal(PrefixEventId e) {
  Event& event = events_[e.index()];
  State& known = state_of(e);
  if (known.event != e && known.size < event.size) {
    event.is_cutoff = true;
    event.corresponding = known.event;
    return;
  }
  if (has_forgotten_ && find_cause_with_same_state(e)) {
    event.is_cutoff = true;
    const PrefixEventId cause = event.corresponding;
    known = cause.is_none() ? State{} : State{cause, events_[cause.index()].size};
    return;
  }
  if (known.event == e || options_.order != AdequateOrder::Total) return;
  const bool is_first = is_smaller(e, known.event);
  const PrefixEventId loser = is_first ? known.event : e;
  if (is_first) known.event = e;
  events_[loser.index()].is_cutoff = true;
  events_[loser.index()].corresponding = known.event;
}

// Finds out what the event does, its state, and the reads of its view.
void Prefix::execute(PrefixEventId e) {
  Event& event = events_[e.index()];
  const ValueId local = chains_[event.before].value;
  values_.clear();
  for (const Touched& t : event.touched) {
    if (!object_of_[t.component.index()].is_none()) values_.push_back(chains_[t.saw].value);
  }
  const Outcome& outcome = system_.fire(local, values_, event.choice);
  if (outcome.fault) event.fault = std::make_shared<const Fault>(*outcome.fault);
  event.value = outcome.value;
  std::size_t i = 0;
  View& v = event.view;
  event.state_hash = v.hash;
  for (Touched& t : event.touched) {
    const AgentId agent = agent_of_[t.component.index()];
    if (agent.is_none()) {
      t.value = outcome.values[i++];
    } else {
      t.value = agent == event.agent ? outcome.local : outcome.born;
    }
    if (t.access == Access::Write) {
      event.state_hash += hash(t.component, t.value) - chains_.hash(t.saw);
    }
    while (v.last.size() <= t.component.index()) v.last.push_back(roots_[v.last.size()]);
  }
  const auto is_replaced = [&](const View::Read& r) {
    return std::any_of(event.touched.begin(), event.touched.end(), [&](const Touched& t) {
      return t.component == r.component &&
             (t.access == Access::Write || events_[r.event.index()].agent == event.agent);
    });
  };
  std::erase_if(v.reads, is_replaced);
  for (const Touched& t : event.touched) {
    if (t.access == Access::Write) continue;
    const auto place = std::find_if(v.reads.begin(), v.reads.end(), [&](const View::Read& other) {
      return other.component > t.component ||
             (other.component == t.component && event.agent < events_[other.event.index()].agent);
    });
    v.reads.insert(place, View::Read{t.component, e});
  }
}

// Only events that are no cut-offs get nodes, so that nothing is ever hung below a cut-off.
void Prefix::add(PrefixEventId e) {
  Event& event = events_[e.index()];
  for (Touched& t : event.touched) {
    if (t.access != Access::Write) {
      chains_.add_reader(t.saw, e);
      continue;
    }
    t.wrote = chains_.add(t.saw, e, t.value, hash(t.component, t.value),
                          agent_of_[t.component.index()] == event.agent);
    event.view.last[t.component.index()] = t.wrote;
  }
  event.view.hash = event.state_hash;
  // The agent's own component comes first, objects last.
  const Touched& own = event.touched.front();
  const Touched& key = event.touched.back();
  for (const Touched& t : event.touched) {
    if (t.access != Access::Write) continue;
    const Touched& other = t.component == own.component ? key : own;
    const bool is_alone = other.component == t.component;
    chains_.add_child(t.wrote, is_alone ? ComponentId{} : other.component,
                      is_alone ? ChainId{} : other.saw);
    // In every agent's chain, that of an agent created here too: list_children relies on it.
    const std::vector<Chains::Child>& siblings = chains_[t.saw].children;
    if (is_alone || agent_of_[t.component.index()].is_none() ||
        siblings.size() < options_.many_children) {
      continue;
    }
    const std::size_t first = siblings.size() == options_.many_children ? 0 : siblings.size() - 1;
    for (std::size_t i = first; i < siblings.size(); ++i) {
      by_saw_[pair_of(t.saw, siblings[i].saw)].push_back(siblings[i].node);
    }
  }
}

}  // namespace skein
