// SPDX-License-Identifier: Apache-2.0
// The extensions of a configuration C that is being executed: the event of a next step (en), and
// the conflicting extensions (cex), events that could have happened instead of some event of C.
//
// cexp [QPOR Alg.1 l.14-25] walks back from a lock over the earlier locks of the same mutex and
// adds, for each, the event "this lock before that one". This class does the same for every
// operation of the table. For a step with operation `a` of agent q and an earlier event d of C that
// clashes with it, and that q had not yet seen, consider the history H = C without d and everything
// after d. If `a` can be executed after H, then <a, its causes in H> is a conflicting extension, in
// immediate conflict with d.
//
// DEVIATION: for readers and writers cex(C) can be exponentially large [POET Ex.7], and cexp would
// enumerate all of it. We add, for each closest such d only, the one event with the largest
// history. This is enough: let D be the events to avoid, each visited before, and w the rest of
// some maximal configuration that avoids D. Say w first clashes with d in D at event g. The
// configurations that contain C, d and w up to g have all been visited, among them one in which g's
// operation comes right after d (or, if d blocks it, right after d's release); there reversing the
// two gives exactly g, since all that touches g's objects later comes after d.
// docs/explorer-qpor.md has the argument in full, and the property tests compare with the oracle.
//
// core/enabling.hpp decides whether `a` could be executed. Several independent readers can keep out
// a writer of a readers-writer lock: then H leaves out, with d, every shared hold that H does not
// release.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/enabling.hpp"
#include "core/outcome.hpp"
#include "core/step.hpp"
#include "core/vector_clocks.hpp"
#include "unfolding/configuration.hpp"
#include "unfolding/phases.hpp"
#include "unfolding/relations.hpp"
#include "unfolding/unfolding.hpp"

namespace skein {

class Extensions {
 public:
  using Position = Configuration::Position;

  // The unfolding and the configuration must outlive the object. `relations`, if given, checks
  // every answer about causality; `phases`, if given, measures Extending.
  Extensions(Unfolding& unfolding, Configuration& configuration, Relations* relations = nullptr,
             Phases* phases = nullptr)
      : unfolding_(unfolding),
        configuration_(configuration),
        relations_(relations),
        phases_(phases) {}

  // Pushes the event of this step onto the configuration, adds its conflicts to the unfolding, and
  // returns the event. `foreseen`: that event if it is known already, else none.
  EventId push(const Step& step, EventId foreseen = EventId{});
  void pop();

  // The events found so far in immediate conflict with the event at this position. Also valid right
  // after that event was popped.
  [[nodiscard]] std::span<const EventId> conflicts(Position p) const {
    return conflicts_[p.index()];
  }

  // Adds the conflicting extensions of an operation that waits at the end of a run. QPOR misses
  // these: the operation of an agent that is blocked for ever may be in cex(C) although C has no
  // event with its label.
  void add_blocked(const Pending& pending);

  void relocate(const Relocation& to);

 private:
  // An operation about to be executed or waiting at the end.
  struct Candidate {
    Label label;
    Position parent;  // the previous step of the same agent; none if there is none
    StepIndex enabler;
    bool is_blocked = false;
    Attempt attempt;  // to execute it
  };

  class Rest;  // the history H

  struct Race {
    Position first;
    EventId instead;
  };

  [[nodiscard]] bool happens_before(Position a, Position b) const;  // or a == b
  [[nodiscard]] bool is_left_out(Position p) const;
  Unfolding::Key key_of(const Candidate& c, const Operation& op);
  std::uint32_t gather(const Candidate& c, ObjectId x, Access access);
  void find_races(const Candidate& c);
  void scan(const Candidate& c, const Needs& needs, ObjectId x, Access access);
  enum class Verdict : std::uint8_t { Seen, Rejected, Accepted };
  Verdict consider(const Candidate& c, const Needs& needs, Position d);
  [[nodiscard]] bool can_execute(const Candidate& c, const Needs& needs);
  void find_reversals(EventId e, Candidate& c);
  void add_siblings(EventId e, const Step& step, Candidate c);
  void list(Position p, EventId instead);
  void push_clock(EventId e);

  Unfolding& unfolding_;
  Configuration& configuration_;
  Relations* relations_;
  Phases* phases_;
  std::vector<Step> steps_;  // parallel to the configuration's trail
  VectorClocks clocks_;
  std::vector<Position> left_out_;  // H is the configuration without these and everything after
                                    // them
  std::vector<Position> found_;     // positions of the predecessors that key_of() gathered
  std::vector<EventId> preds_;
  EnablingOracle oracle_;
  std::vector<Race> races_;
  // By position. A list is identified by the serial number of its event's push; an event records
  // which list it is in.
  std::vector<std::vector<EventId>> conflicts_;
  std::vector<std::uint64_t> serials_;
  std::uint64_t last_serial_ = 0;
};

}  // namespace skein
