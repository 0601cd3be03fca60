// SPDX-License-Identifier: Apache-2.0
// What of the past decides whether accesses to come race: the part of happens-before that must be
// equal for a cut-off, if races by clocks are looked for.
//
// After a cut-off e of e', what can happen is the same, but an access before e may be unknown to an
// agent that knows it before e'. Two accesses after e are ordered exactly as they are after e'. So
// only accesses before e matter that
// - are not followed by a plain write of their bytes. That write stands for them, unless there is a
//   race already;
// - conflict with an access of another agent, somewhere in the program, that the agent may still
//   execute without knowing them.
// The history of e consists of these accesses, each with the agents that know it, and the locations
// and fences through which it can still become known. Histories are finitely many if states are, so
// a prefix of states with histories is finite too, and as complete as any
// (docs/explorer-prefix.md).
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "prefix/analyses/races/event_clocks.hpp"
#include "prefix/analyses/races/step_accesses.hpp"
#include "prefix/prefix.hpp"

namespace skein {

// All accesses of a complete prefix. Whatever the program can access is among them.
class AccessesByObject {
 public:
  struct Kind {
    AgentId agent;
    MemoryAccess access;  // without its code
    friend auto operator<=>(const Kind& a, const Kind& b) = default;
  };
  struct Object {
    std::set<Kind> kinds;
    // The bytes of all accesses but the ends of blocks.
    std::uint64_t begin = ~std::uint64_t{0};
    std::uint64_t end = 0;
  };

  AccessesByObject(Prefix& prefix, StepAccesses& accesses);

  // The accesses to an object; null if no two of them can race.
  [[nodiscard]] const Object* find(ObjectId object) const;

 private:
  std::map<ObjectId, Object> objects_;
};

class RaceHistories {
 public:
  RaceHistories(Prefix& prefix, StepAccesses& accesses, const HappensBefore& happens_before,
                const AccessesByObject& all)
      : prefix_(prefix), accesses_(accesses), happens_before_(happens_before), all_(all) {
    static_cast<void>(number({}));
  }

  // A number for the history of the event, itself included: equal iff the histories are. 0: there
  // is nothing in it. REQUIRES: the event has been executed, and happens_before has it.
  [[nodiscard]] std::uint32_t of(PrefixEventId e);

 private:
  using Words = std::vector<std::uint64_t>;

  // An access that may race with one to come.
  struct Open {
    PrefixEventId event;
    MemoryAccess access;
  };
  // The configuration after e.
  struct Place {
    PrefixEventId e;
    View past;
    std::vector<HappensBefore::Knowledge> agents;  // by agent
    std::vector<char> is_alive;                    // by agent
    // The objects through which something was released.
    std::vector<std::pair<ComponentId, std::span<const HappensBefore::Released>>> released;
  };

  [[nodiscard]] Place place_after(PrefixEventId e);
  void find_agents(Place& place);
  void find_released(Place& place) const;
  void find_open(const Place& place, ComponentId c, const AccessesByObject::Object& object,
                 std::vector<Open>& open);
  // Adds the accesses of the event. Returns whether one of them stands for all before it.
  bool add_open(PrefixEventId e, const AccessesByObject::Object& object, std::vector<Open>& open);
  void add_open_reads(PrefixEventId write, ComponentId c, const AccessesByObject::Object& object,
                      std::vector<Open>& open);
  [[nodiscard]] bool can_race(const Place& place, const Open& open,
                              const AccessesByObject::Object& object) const;
  [[nodiscard]] Words describe(const Place& place, ComponentId c, const Open& open) const;
  [[nodiscard]] std::uint32_t number(const std::set<Words>& history);

  Prefix& prefix_;
  StepAccesses& accesses_;
  const HappensBefore& happens_before_;
  const AccessesByObject& all_;
  std::map<std::set<Words>, std::uint32_t> numbers_;
};

}  // namespace skein
