// SPDX-License-Identifier: Apache-2.0
#include "prefix/builder.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/log.hpp"
#include "prefix/order.hpp"

namespace skein {

PrefixBuilder::PrefixBuilder(Prefix& prefix, PrefixOptions options)
    : prefix_(prefix),
      options_(std::move(options)),
      states_(prefix, options_.is_compact),
      subsumption_(prefix),
      search_(prefix, options_),
      linearisation_(prefix) {}

bool PrefixBuilder::build() {
  if (options_.has_cutoffs) {
    states_.add_initial();
    prefix_.statistics_.states = 1;
  }
  search_.begin();
  std::size_t size = 0;
  while (size < search_.found().size()) {  // the list grows meanwhile
    const std::vector<PrefixEventId> level = std::move(search_.found()[size++]);
    if (!build_level(level)) return false;
  }
  return true;
}

// All events with histories of one size: no event is in the history of another, and no smaller one
// is still to come.
bool PrefixBuilder::build_level(const std::vector<PrefixEventId>& level) {
  for (const PrefixEventId e : level) {
    if (options_.is_time_to_forget && options_.is_time_to_forget()) forget_states();
    if (options_.most_state_bytes != 0 && states_.bytes() > options_.most_state_bytes) {
      forget_states();
    }
    execute(e);
    if (options_.more_state) prefix_.events_[e.index()].more_state = options_.more_state(e);
    if (options_.has_cutoffs) find_cutoff(e);
    if (is_enough()) return false;
  }
  for (const PrefixEventId e : level) add(e);
  for (const PrefixEventId e : level) {
    if (!prefix_[e].is_cutoff) search_.extend(e);
    if (is_enough()) return false;
  }
  return true;
}

// Finds what the event does, its state, and the reads of its view.
void PrefixBuilder::execute(PrefixEventId e) {
  Prefix::Event& event = prefix_.events_[e.index()];
  const Chains& chains = prefix_.chains();
  values_.clear();
  for (const Prefix::Touched& t : event.touched) {
    if (prefix_.agent_of(t.component).is_none()) values_.push_back(chains[t.saw].value);
  }
  prefix_.system().enter(event.carried);
  const Outcome& outcome =
      prefix_.system().execute(chains[event.before].value, values_, event.choice);
  widen(e, outcome.local);
  if (outcome.fault) event.fault = std::make_shared<const Fault>(*outcome.fault);
  event.value = outcome.value;
  event.carried = outcome.carried;
  event.segment = outcome.segment;
  std::size_t i = 0;
  event.state_hash = event.view.hash;
  for (Prefix::Touched& t : event.touched) {
    const AgentId agent = prefix_.agent_of(t.component);
    if (agent.is_none()) {
      t.value = outcome.values[i++];
    } else {
      t.value = agent == event.agent ? outcome.local : outcome.born;
    }
    if (t.access == Access::Write) {
      event.state_hash += prefix_.hash(t.component, t.value) - chains.hash(t.saw);
    }
    std::vector<ChainId>& last = event.view.last;
    while (last.size() <= t.component.index()) {
      last.push_back(prefix_.root(ComponentId{last.size()}));
    }
  }
  enter_reads(e);
  Prefix::Statistics& statistics = prefix_.statistics_;
  ++statistics.events;
  if (event.fault) ++statistics.faults;
  statistics.largest = std::max<std::uint64_t>(statistics.largest, event.size);
}

// Widens the outcome of e, which was just executed, if its agent comes to a place again. The
// iteration before is the last one in the agent's own past. So the outcome stays a function of the
// history, whatever the order of construction.
void PrefixBuilder::widen(PrefixEventId e, ValueId local) {
  StateSystem& system = prefix_.system();
  const std::uint32_t place = system.loop_place(local);
  if (place == 0) return;
  Prefix::Event& event = prefix_.events_[e.index()];
  const Chains& chains = prefix_.chains();
  IterationId before;
  for (ChainId n = event.before; before.is_none() && !chains[n].event.is_none();
       n = chains[n].parent) {
    const Prefix::Event& past = prefix_[chains[n].event];
    if (past.agent == event.agent && system.loop_place(chains[n].value) == place) {
      before = past.iteration;
    }
  }
  event.iteration = system.widen(before);
}

// Updates the view of e: removes the reads that e overwrites, and adds its own.
void PrefixBuilder::enter_reads(PrefixEventId e) {
  const Prefix::Event& event = prefix_[e];
  std::vector<View::Read>& reads = prefix_.events_[e.index()].view.reads;
  std::erase_if(reads, [&](const View::Read& r) {
    return std::any_of(event.touched.begin(), event.touched.end(), [&](const Prefix::Touched& t) {
      return t.component == r.component &&
             (t.access == Access::Write || prefix_[r.event].agent == event.agent);
    });
  });
  for (const Prefix::Touched& t : event.touched) {
    if (t.access == Access::Write) continue;
    const auto place = std::find_if(reads.begin(), reads.end(), [&](const View::Read& other) {
      return other.component > t.component ||
             (other.component == t.component && event.agent < prefix_[other.event].agent);
    });
    reads.insert(place, View::Read{t.component, e});
  }
}

void PrefixBuilder::add(PrefixEventId e) {
  Prefix::Event& event = prefix_.events_[e.index()];
  prefix_.added_.push_back(e);
  event.is_added = true;
  log_event(e);
  if (event.is_cutoff) {
    ++prefix_.statistics_.cutoffs;
    event.view = View{};
    return;
  }
  prefix_.attach(e);
  search_.enter(e);
}

void PrefixBuilder::log_event(PrefixEventId e) const {
  log::write(log::Topic::Prefix, [&] {
    const Prefix::Event& event = prefix_[e];
    std::string text = "event " + std::to_string(e.value) + ": " +
                       prefix_.system().agent_name(event.agent) + ", " +
                       std::string(name(event.kind)) + ", history of " + std::to_string(event.size);
    if (event.is_cutoff) {
      text += "; cut-off, same state as ";
      text += event.corresponding.is_none() ? "the beginning"
                                            : "event " + std::to_string(event.corresponding.value);
    }
    if (event.fault) text += "; fault";
    return text;
  });
}

// Whether an earlier event makes e a cut-off, or e makes an earlier event of its size one.
void PrefixBuilder::find_cutoff(PrefixEventId e) {
  Prefix::Event& event = prefix_.events_[e.index()];
  if (prefix_.system().has_order()) return find_subsumed(e);
  StateTable::Entry& known = states_.entry_of(e);
  if (known.event == e) ++prefix_.statistics_.states;
  if (known.event != e && known.size < event.size) {
    event.is_cutoff = true;
    event.corresponding = known.event;
    return;
  }
  if (has_forgotten_ && has_cause_with_same_state(e)) {
    event.is_cutoff = true;
    const PrefixEventId cause = event.corresponding;
    known = cause.is_none() ? StateTable::Entry{} : StateTable::Entry{cause, prefix_[cause].size};
    return;
  }
  if (known.event == e || options_.order != AdequateOrder::Total) return;
  const bool is_first = is_smaller(prefix_, e, known.event);
  Prefix::Event& loser = is_first ? prefix_.events_[known.event.index()] : event;
  if (is_first) known.event = e;
  loser.is_cutoff = true;
  loser.corresponding = known.event;
}

// Finds cut-offs where states stand for sets of states [THESIS Def.31]: an event is a cut-off if
// the state of one with a smaller history includes its own.
void PrefixBuilder::find_subsumed(PrefixEventId e) {
  std::vector<PrefixEventId>& others = subsumption_.of_same_shape(e);
  Prefix::Event& event = prefix_.events_[e.index()];
  const bool is_total = options_.order == AdequateOrder::Total;
  for (const PrefixEventId other : others) {
    const Prefix::Event& known = prefix_[other];
    if (known.is_cutoff || !subsumption_.covers(other, e)) continue;
    if (known.size == event.size && !(is_total && is_smaller(prefix_, other, e))) continue;
    event.is_cutoff = true;
    event.corresponding = other;
    return;
  }
  for (const PrefixEventId other : others) {
    Prefix::Event& known = prefix_.events_[other.index()];
    if (known.size < event.size || known.is_cutoff || !is_total) continue;
    if (!subsumption_.covers(e, other) || !is_smaller(prefix_, e, other)) continue;
    known.is_cutoff = true;
    known.corresponding = e;
  }
  ++prefix_.statistics_.states;
  others.push_back(e);
}

// Needed only after the table was emptied, so that the construction ends: an event of e's own
// history with the same state has a smaller history in every adequate order.
bool PrefixBuilder::has_cause_with_same_state(PrefixEventId e) {
  if (states_.are_same(e, PrefixEventId{})) return true;  // the beginning
  for (const PrefixEventId f : linearisation_.of(prefix_[e].view)) {
    if (prefix_[f].state_hash != prefix_[e].state_hash || !states_.are_same(e, f)) continue;
    prefix_.events_[e.index()].corresponding = f;
    return true;
  }
  return false;
}

void PrefixBuilder::forget_states() {
  states_.clear();
  has_forgotten_ = true;
  ++prefix_.statistics_.forgotten;
}

}  // namespace skein
