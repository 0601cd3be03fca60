// SPDX-License-Identifier: Apache-2.0
// Combs: the search for (k-partial) alternatives [QPOR Def.4-6, Sec.5].
//
// Given a configuration C and a set D of events that extend it and must be avoided from now on, an
// alternative is a configuration J such that C and J together are one, J contains nothing of D,
// and every event of D is in conflict with some event of J. Steering the exploration into J makes
// sure that the run will not be redundant. A k-partial alternative does this for k events of D.
//
// A comb has a spike for each event d of D: the events of U in conflict with d that fit C. The
// immediate conflicts suffice, since what conflicts with d and fits C has among its causes an
// immediate conflict of d. A solution takes one tooth of each spike so that their histories fit.
//
// The comb follows the search: it is built spike by spike as events are put into D, and when an
// event x joins C, the spikes lose the teeth that conflict with x (and those whose d does: these
// are avoided by now). So every node finds its spikes already filtered, and a long spike is walked
// once a level, not once a node: without that, the cost is quadratic in the number of runs where
// one early event can be avoided in thousands of ways (MPAT). Going back
// up, what was filtered out returns: all parts are stacks.
//
// An event of one spike may also cover another d: its history may contain a conflict with it. After
// its own spike every d is therefore tried with the teeth of all others, also of those that a
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

  // If `relations` is given, every answer about what fits is checked against it; if `phases`, it is
  // told about Building and Searching.
  Comb(Unfolding& unfolding, Configuration& configuration, Relations* relations = nullptr,
       Phases* phases = nullptr)
      : unfolding_(unfolding),
        configuration_(configuration),
        relations_(relations),
        phases_(phases) {}

  // The event x is about to be pushed onto the configuration.
  void push(EventId x);
  // The last event has been popped: everything is as it was before it was pushed. What was avoided
  // below is avoided no longer.
  void pop();

  // Puts e, which extends the configuration, into D here and below. `conflicts`: the known events
  // in immediate conflict with it.
  void avoid(EventId e, std::span<const EventId> conflicts);

  // What is to be avoided and not yet in conflict with the configuration: the sleep set.
  [[nodiscard]] std::span<const Spike> spikes() const {
    return {spikes_.data() + here_.spikes_begin, spikes_.data() + here_.spikes_end};
  }

  // Looks for an alternative to the last k of spikes(), or to all of them if k is 0. On success the
  // events of J that are not in C stay pushed onto the configuration, causes first, and true is
  // returned; otherwise the configuration is as before.
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
  // How far the stacks reach at a node.
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
  [[nodiscard]] bool fits_beside(const Tooth& tooth, EventId x) const;
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
  std::vector<EventId> all_avoided_;  // D as a whole, by depth

  std::vector<Spike> open_;  // during solve(): the spikes to cover, the shortest first
  std::vector<EventId> todo_;
};

}  // namespace skein
