// SPDX-License-Identifier: Apache-2.0
#include "unfolding/extensions.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

#include "core/ensure.hpp"

namespace skein {

bool Extensions::happens_before(Position a, Position b) const {
  const Event& e = unfolding_[configuration_[a]];
  const bool answer = clocks_.at(b, e.agent) > e.depth;
  if (relations_ != nullptr) {
    ensure(relations_->happens_before(configuration_[a], configuration_[b]) == answer,
           "clocks and trees disagree about causality");
  }
  return answer;
}

bool Extensions::is_left_out(Position p) const {
  return std::ranges::any_of(left_out_, [&](Position d) { return happens_before(d, p); });
}

// Appends to found_ the predecessors due to touching x after H; returns the number of phases of x
// before the candidate's own. If H has a touch of some phase, it has all of the phases before.
std::uint32_t Extensions::gather(const Candidate& c, ObjectId x, Access access) {
  if (access == Access::None) return 0;
  const auto& trail = configuration_.object(x);
  std::size_t phases = trail.phases.size();
  if (!left_out_.empty()) {
    const auto is_in_rest = [&](Position p) { return !is_left_out(p); };
    while (phases > 0 && std::ranges::none_of(trail.phase(phases - 1), is_in_rest)) --phases;
  }
  if (phases > 0 && !clash(trail.phases[phases - 1].access, access)) --phases;
  if (phases == 0) return 0;
  const std::size_t start = found_.size();
  for (const Position p : trail.phase(phases - 1)) {
    const AgentId agent = steps_[p.index()].agent;
    if (agent == c.label.agent || is_left_out(p)) continue;
    // One touch per agent, its last; sorted by agent, so that equal histories look equal.
    std::size_t at = start;
    while (at < found_.size() && steps_[found_[at].index()].agent < agent) ++at;
    if (at < found_.size() && steps_[found_[at].index()].agent == agent) {
      found_[at] = p;
    } else {
      found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(at), p);
    }
  }
  return static_cast<std::uint32_t>(phases);
}

// The event that the candidate becomes after H, where its operation is `op`.
Unfolding::Key Extensions::key_of(const Candidate& c, const Operation& op) {
  found_.clear();
  Unfolding::Key key;
  key.label = Label{c.label.agent, op, c.label.choice};
  key.parent = c.parent.is_none() ? EventId{} : configuration_[c.parent];
  key.rank_first = gather(c, op.first, first_access(op));
  key.rank_second = gather(c, op.second, second_access(op));
  preds_.clear();
  for (const Position p : found_) preds_.push_back(configuration_[p]);
  key.preds = preds_;
  return key;
}

// H: the configuration without the events left out.
class Extensions::Rest {
 public:
  explicit Rest(const Extensions& all) : all_(all) {}

  [[nodiscard]] bool contains(StepIndex p) const { return !all_.is_left_out(p); }
  [[nodiscard]] const Step& step(StepIndex p) const { return all_.steps_[p.index()]; }

  template <class Visit>
  void visit_changes(ObjectId x, const Visit& visit) const {
    visit_phases(x, visit, [](Access access) { return access != Access::Read; });
  }
  template <class Visit>
  void visit_touches(ObjectId x, const Visit& visit) const {
    visit_phases(x, visit, [](Access) { return true; });
  }

 private:
  template <class Visit, class Wanted>
  void visit_phases(ObjectId x, const Visit& visit, const Wanted& is_wanted) const {
    const auto& trail = all_.configuration_.object(x);
    for (std::size_t i = trail.phases.size(); i > 0; --i) {
      const Access access = trail.phases[i - 1].access;
      if (!is_wanted(access)) continue;
      for (const Position p : std::views::reverse(trail.phase(i - 1))) {
        if (!visit(p, access)) return;
      }
    }
  }

  const Extensions& all_;
};

// Whether the candidate's operation can be executed after H. Removes from H the shared holds that
// are in its way.
bool Extensions::can_execute(const Candidate& c, const Needs& needs) {
  for (;;) {
    const Obstacle obstacle = oracle_.obstacle(needs, Rest(*this));
    if (obstacle.kind == Obstacle::Kind::None) return true;
    if (obstacle.kind != Obstacle::Kind::SharedHold) return false;
    const Position hold = obstacle.step;
    // Not possible because of the candidate's own hold, or of a hold before d; in the latter case
    // the hold itself is the event to come before.
    if (steps_[hold.index()].agent == c.label.agent || happens_before(hold, left_out_.front()))
      return false;
    left_out_.push_back(hold);
  }
}

Extensions::Verdict Extensions::consider(const Candidate& c, const Needs& needs, Position d) {
  if (!c.parent.is_none() && happens_before(d, c.parent)) return Verdict::Seen;
  for (const Race& r : races_) {
    if (happens_before(d, r.first)) return Verdict::Seen;
  }
  left_out_.assign(1, d);
  const bool is_possible = can_execute(c, needs);
  if (is_possible) {
    const Operation op = operation_after(Rest(*this), c.attempt);
    races_.push_back(Race{d, unfolding_.intern(key_of(c, op))});
  }
  left_out_.clear();
  return is_possible ? Verdict::Accepted : Verdict::Rejected;
}

// Walks back over the accesses to x that clash with the candidate, the latest first. Without a gate
// there is nothing to find beyond the immediate predecessors; with one, the event may be further
// back.
void Extensions::scan(const Candidate& c, const Needs& needs, ObjectId x, Access access) {
  if (access == Access::None) return;
  const auto& trail = configuration_.object(x);
  const bool goes_back = needs_gate(c.label.op.kind) || needs_enabler(c.label.op.kind);
  for (std::size_t i = trail.phases.size(); i > 0; --i) {
    if (!clash(trail.phases[i - 1].access, access)) continue;
    bool are_rejected = true;
    for (const Position p : std::views::reverse(trail.phase(i - 1))) {
      if (consider(c, needs, p) != Verdict::Rejected) are_rejected = false;
    }
    // Everything before a phase happens before all of it: if one of it was seen already, or
    // accepted, all before it is seen.
    if (!are_rejected || !goes_back) return;
  }
}

// races_ := the closest events that the candidate's operation could have come before, each with the
// event that the operation then becomes. (Candidate and needs are not copied: a copy of what was
// just written waits for each of its fields, which took half of the time here.)
void Extensions::find_races(const Candidate& c) {
  const OpTraits& t = traits(c.label.op.kind);
  races_.clear();
  if (needs_enabler(c.label.op.kind) && c.enabler.is_none()) return;  // never possible
  // Make sure that both objects exist, because references to them are held from here on.
  if (t.first != Access::None) static_cast<void>(configuration_.object(c.label.op.first));
  if (t.second != Access::None) static_cast<void>(configuration_.object(c.label.op.second));
  Needs needs = needs_of(c.label.op, c.parent, c.enabler);
  needs.is_blocked = c.is_blocked;
  // Shared holds are reads, and most gates have none.
  if (needs.excludes_readers && configuration_.object(needs.gate).reads == 0) {
    needs.excludes_readers = false;
  }
  scan(c, needs, c.label.op.first, first_access(c.label.op));
  scan(c, needs, c.label.op.second, second_access(c.label.op));
}

// The reversals of an event depend on its history only, so they are found once.
void Extensions::find_reversals(EventId e, Candidate& c) {
  const Phases::Scope phase(phases_, Phase::Extending);
  unfolding_[e].is_reversed = true;
  // In another history there may be fewer values to choose from; the first one always exists.
  const std::uint32_t choice = std::exchange(c.label.choice, 0);
  find_races(c);
  c.label.choice = choice;
  for (const Race& r : races_) unfolding_.add_reversal(e, configuration_[r.first], r.instead);
}

// The other values of a choice, after the same history.
void Extensions::add_siblings(EventId e, const Step& step, Candidate c) {
  for (std::uint32_t value = 0; value < step.choices; ++value) {
    if (value == step.choice) continue;
    c.label.choice = value;
    const EventId sibling = unfolding_.intern(key_of(c, c.label.op));
    ensure(sibling != e, "two values of a choice make one event");
    list(Position{configuration_.size()}, sibling);
  }
}

void Extensions::list(Position p, EventId instead) {
  Event& e = unfolding_[instead];
  if (e.listed == serials_[p.index()]) return;
  e.listed = serials_[p.index()];
  conflicts_[p.index()].push_back(instead);
}

void Extensions::push_clock(EventId id) {
  const Event& e = unfolding_[id];
  const auto& own = configuration_.agent(e.agent);
  std::uint32_t* const row =
      clocks_.push(Position{configuration_.size()}, e.agent, own.empty() ? Position{} : own.back());
  for (const Position q : found_) clocks_.join(row, q);
  row[e.agent.index()] = e.depth + 1;
}

EventId Extensions::push(const Step& step, EventId foreseen) {
  const auto& own = configuration_.agent(step.agent);
  Candidate c{Label{step.agent, step.op, step.choice}, own.empty() ? Position{} : own.back(),
              step.enabler, false, attempt_of(step)};
  const Unfolding::Key key = key_of(c, step.op);
  EventId e = foreseen;
  if (e.is_none()) {
    e = unfolding_.intern(key);
  } else {
    ensure(unfolding_[e].label() == c.label, "a step is not the event that the plan foresaw");
    ensure(relations_ == nullptr || unfolding_.intern(key) == e, "an event's causes changed");
  }
  push_clock(e);
  if (!unfolding_[e].is_reversed) find_reversals(e, c);
  const std::size_t p = configuration_.size();
  if (p >= serials_.size()) {
    serials_.push_back(0);
    conflicts_.emplace_back();
  }
  serials_[p] = ++last_serial_;
  conflicts_[p].clear();
  unfolding_.for_reversals(e, [&](EventId d, EventId instead) {
    const Event& event = unfolding_[d];
    list(configuration_.agent(event.agent)[event.depth], instead);
  });
  if (step.choices > 1) add_siblings(e, step, c);
  configuration_.push(e);
  steps_.push_back(step);
  return e;
}

void Extensions::pop() {
  configuration_.pop();
  steps_.pop_back();
}

void Extensions::add_blocked(const Pending& pending) {
  const Phases::Scope phase(phases_, Phase::Extending);
  const auto& own = configuration_.agent(pending.agent);
  const Candidate c{Label{pending.agent, pending.op, 0}, own.empty() ? Position{} : own.back(),
                    pending.enabler, !pending.is_enabled, attempt_of(pending)};
  find_races(c);
  for (const Race& r : races_) list(r.first, r.instead);
}

void Extensions::relocate(const Relocation& to) {
  for (std::size_t p = 0; p < configuration_.size(); ++p) {
    for (EventId& e : conflicts_[p]) e = to(e);
  }
}

}  // namespace skein
