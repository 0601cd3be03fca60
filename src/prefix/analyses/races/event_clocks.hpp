// SPDX-License-Identifier: Apache-2.0
// Happens-before in a prefix, as C11 and POSIX promise it. Causality orders more: a read of a
// relaxed flag comes after its write, and a failed attempt to lock after the lock that succeeded.
//
// The history of an event fixes what happens before it, so each event has one vector clock: the
// clock of the agent's event before, and what it acquires from the objects that it touches. What
// was released through an object is a function of the last write of the object; it is kept with
// the event that wrote. Nothing is run.
//
// The rules are those of the race detector of real programs (runtime/memory/happens_before.hpp),
// which `check` uses.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "prefix/analyses/races/step_accesses.hpp"
#include "prefix/prefix.hpp"

namespace skein {

class HappensBefore {
 public:
  // Numbers of clocks; the default knows nothing.
  using ClockId = Id<struct ClockTag>;

  // What an agent knows.
  struct Knowledge {
    ClockId clock;
    ClockId seen;    // acquired by relaxed reads, for a later acquire fence
    ClockId fenced;  // released by the last release fence
  };
  // What an agent has released by writing an atomic location, in release sequences that continue.
  struct Head {
    AgentId agent;
    ClockId clock;
  };
  // What was released through an atomic location, or a lock. An object may have several: words of
  // the heap hold more than one variable.
  struct Released {
    std::uint64_t key = kLock;  // the address of an atomic location
    ClockId clock;              // what writers, holders and signallers released
    ClockId shared;             // of a lock: what readers released; of a barrier: arrivals
    std::vector<Head> heads;    // of an atomic location
  };
  static constexpr std::uint64_t kLock = 0;

  HappensBefore(Prefix& prefix, StepAccesses& accesses) : prefix_(prefix), accesses_(accesses) {}

  // Call once for each event, causes first. The event has been executed; it may be a cut-off.
  void add(PrefixEventId e);

  // REQUIRES: e is in the history of f, both were added, and their agents differ.
  [[nodiscard]] bool is_before(PrefixEventId e, PrefixEventId f) const {
    return knows(times_[f.index()].clock, e);
  }
  // Whether the clock has e.
  [[nodiscard]] bool knows(ClockId clock, PrefixEventId e) const;
  // What the agent whose chain this is knows at a node of it.
  [[nodiscard]] Knowledge knowledge(ChainId n) const;
  // What happens before the event, and what its agent knows after it.
  [[nodiscard]] ClockId at(PrefixEventId e) const { return times_[e.index()].clock; }
  [[nodiscard]] const Knowledge& after(PrefixEventId e) const { return times_[e.index()].after; }
  // What was released through an object, at a node of its chain, and after an event that wrote it.
  [[nodiscard]] std::span<const Released> released(ChainId n) const;
  [[nodiscard]] std::span<const Released> released(PrefixEventId e, ComponentId c) const;

 private:
  using Clock = std::vector<std::uint32_t>;  // by agent: how many of its events
  using ListId = std::uint32_t;              // a list of Released; 0: empty

  struct Times {
    ClockId clock;           // of the event
    Knowledge after;         // with the fences that follow it
    std::size_t lists = 0;   // where its lists begin, one for each component it touched;
    bool has_lists = false;  // false: all are empty
    bool is_in_section = false;
  };
  // An event that is being added.
  struct Step;

  [[nodiscard]] std::uint32_t number_of(PrefixEventId e) const;
  void acquire(Clock& clock, ClockId from) const;
  [[nodiscard]] ClockId keep(const Clock& clock);
  [[nodiscard]] ClockId join(ClockId a, ClockId b);
  [[nodiscard]] ListId list_at(ChainId n) const;
  [[nodiscard]] ListId list_of(PrefixEventId e, ComponentId c) const;
  [[nodiscard]] const Released* find(ListId list, std::uint64_t key) const;

  // Before the event's own access, and after it.
  void acquire(Step& step);
  void acquire_lock(Step& step, std::size_t object) const;
  void acquire_shared(Step& step) const;
  void acquire_in_section(Step& step) const;
  void acquire_atomically(Step& step);
  void release(Step& step);
  void release_lock(Step& step, std::size_t object);
  void release_shared(Step& step);
  void release_atomically(Step& step);
  [[nodiscard]] Released& change(Step& step, std::size_t object, std::uint64_t key);
  void fence(Step& step, Fences fences);
  void store_lists(const Step& step);

  Prefix& prefix_;
  StepAccesses& accesses_;
  std::vector<Clock> clocks_;
  std::vector<Times> times_;  // by event
  std::vector<ListId> lists_;
  std::vector<std::vector<Released>> all_released_ = {{}};  // by list
};

}  // namespace skein
