// SPDX-License-Identifier: Apache-2.0
// Combs: the search for (k-partial) alternatives [QPOR Def.4-6, Sec.5].
//
// Given a configuration C and a set D of events that extend C and must be avoided from now on, an
// alternative is a configuration J such that C and J together are a configuration, J contains no
// event of D, and every event of D is in conflict with some event of J. A run steered into J is
// never redundant. A k-partial alternative does this for k events of D.
//
// A comb has a spike for each event d of D: the events of U that conflict with d and fit C. The
// immediate conflicts suffice, since every event that conflicts with d and fits C has an immediate
// conflict of d among its causes. A solution takes one tooth of each spike such that their
// histories fit.
//
// The comb follows the search. It is built spike by spike as events are put into D. When an event x
// joins C, the spikes lose the teeth that conflict with x, and the spikes whose d conflicts with x
// are dropped: these d are avoided by now. So every node finds its spikes already filtered, and a
// long spike is walked once per level, not once per node. Otherwise the cost is quadratic in the
// number of runs where one early event can be avoided in thousands of ways (MPAT). When the search
// backs up, the filtered events return: all parts are stacks.
//
// A tooth of one spike may also cover another d, because its history may contain a conflict with d.
// So after its own spike every d is tried with the teeth of all others, including those that a
// k-partial alternative need not cover. This is not an optimisation: a conflict of d that was found
// when d was visited together with an older member of D, or for another value of a choice, is known
// to those only (docs/explorer-qpor.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "unfolding/configuration.hpp"
#include "unfolding/phases.hpp"
#include "unfolding/relations.hpp"
#include "unfolding/unfolding.hpp"

namespace skein {

class Comb {
 public:
  struct Spike {
    EventId avoided;
    std::size_t begin = 0;  // its teeth, a range of picks_
    std::size_t end = 0;
  };

  // `relations`, if given, checks every answer about what fits; `phases`, if given, measures
  // Building and Searching.
  Comb(Unfolding& unfolding, Configuration& configuration, Relations* relations = nullptr,
       Phases* phases = nullptr)
      : unfolding_(unfolding),
        configuration_(configuration),
        relations_(relations),
        phases_(phases) {}

  // Call before the event x is pushed onto the configuration.
  void push(EventId x);
  // Call after the last event has been popped: restores the state before its push. Events avoided
  // below are no longer avoided.
  void pop();

  // Puts e, which extends the configuration, into D here and below. `conflicts`: the known events
  // in immediate conflict with it.
  void avoid(EventId e, std::span<const EventId> conflicts);

  // The events to be avoided that do not yet conflict with the configuration: the sleep set.
  [[nodiscard]] std::span<const Spike> spikes() const {
    return {spikes_.data() + here_.spikes_begin, spikes_.data() + here_.spikes_end};
  }

  // Looks for an alternative to the last k of spikes(), or to all of them if k is 0. On success
  // returns true and leaves the events of J that are not in C pushed onto the configuration, causes
  // first; otherwise the configuration is unchanged.
  [[nodiscard]] bool solve(std::size_t k);

  [[nodiscard]] std::span<const EventId> all_avoided() const { return all_avoided_; }
  [[nodiscard]] std::span<const EventId> all_teeth() const { return histories_; }
  void relocate(const Relocation& to);

 private:
  struct Tooth {
    EventId event;
    std::size_t begin = 0;  // its history beyond the configuration where it was built, and itself,
    std::size_t end = 0;    // causes first: a range of histories_
    std::uint64_t touched = 0;  // footprints of all of these
  };
  // The heights of the stacks at a node.
  struct Node {
    std::size_t spikes_begin = 0;
    std::size_t spikes_end = 0;
    std::size_t picks = 0;
    std::size_t teeth = 0;
    std::size_t histories = 0;
    std::size_t all_avoided = 0;
  };

  [[nodiscard]] std::span<const EventId> history(const Tooth& tooth) const {
    return {histories_.data() + tooth.begin, histories_.data() + tooth.end};
  }
  void build_tooth(EventId e);
  [[nodiscard]] bool walk_history(EventId e);
  [[nodiscard]] bool fits_with(const Tooth& tooth, EventId x) const;
  [[nodiscard]] bool search();
  [[nodiscard]] bool try_tooth(const Tooth& tooth, EventId to_cover);
  [[nodiscard]] bool push_history(const Tooth& tooth);
  void pop_to(std::size_t size);
  void check_answer(EventId e, std::size_t size, bool fits);

  Unfolding& unfolding_;
  Configuration& configuration_;
  Relations* relations_;
  Phases* phases_;

  Node here_;
  std::vector<Node> path_;  // for each event of the trail: the node before it
  std::vector<Spike> spikes_;
  std::vector<std::uint32_t> picks_;  // the spikes' teeth, as indices of teeth_
  std::vector<Tooth> teeth_;
  std::vector<EventId> histories_;
  std::vector<std::uint64_t> footprints_;  // of the events of histories_
  std::vector<EventId> all_avoided_;       // D as a whole, by depth

  std::vector<Spike> open_;  // during solve(): the spikes still to cover, shortest first
  std::vector<EventId> todo_;
};

}  // namespace skein
