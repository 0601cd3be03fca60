// SPDX-License-Identifier: Apache-2.0
// Equivalence classes of runs: the oracle's canonical form.
//
// Two runs are equivalent iff one can be turned into the other by swapping neighbouring steps that
// do not depend on each other (Mazurkiewicz). Dependent steps then keep their order. So a class is
// exactly what every agent does, step by step, and for every object the order of its writes with
// the set of reads between one write and the next. The canonical form spells this out as a string
// of bytes: equal strings, equivalent runs. The form is exact, not a hash, uses neither clocks nor
// events, and shares no code with the explorers.
//
// There are two equivalences. In the plain one the messages of a handler depend on each other: they
// take the handler as a lock. In that of event-driven programs [EDPOR Def.1 and 2] the order of a
// handler's messages counts only as far as their accesses show it: the begin and the end of a
// message do not touch the handler, unless the handler keeps the order of the posts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/run.hpp"
#include "core/step.hpp"

namespace skein {

enum class Equivalence : std::uint8_t {
  Plain,  // every handler is a lock
  Event,  // a handler's messages are ordered by what they do [EDPOR Def.1]
};

class Canonicalizer {
 public:
  explicit Canonicalizer(Equivalence equivalence = Equivalence::Plain)
      : equivalence_(equivalence) {}

  // The canonical form; valid until the next call.
  const std::string& form(std::span<const Step> steps);

 private:
  struct Occurrence {
    AgentId agent;
    std::uint32_t index = 0;  // the number of its agent's earlier steps
    Access access = Access::None;
  };

  [[nodiscard]] bool is_touched(const Step& step, ObjectId object) const;
  void number(std::uint64_t value);
  void spell_agents(std::span<const Step> steps);
  void spell_object(std::vector<Occurrence>& accesses);

  Equivalence equivalence_;
  std::vector<bool> is_unordered_;  // by life: its message was posted with no fixed order
  std::string form_;
  std::vector<std::vector<const Step*>> by_agent_;
  std::vector<std::vector<Occurrence>> by_object_;
  std::vector<ObjectId> touched_;
};

// A set of classes.
class ClassSet {
 public:
  explicit ClassSet(Equivalence equivalence = Equivalence::Plain) : canonicalizer_(equivalence) {}

  // True if the class of the run was not in the set.
  bool insert(const Run& run) { return forms_.insert(canonicalizer_.form(run.steps)).second; }
  [[nodiscard]] bool contains(const Run& run) {
    return forms_.contains(canonicalizer_.form(run.steps));
  }
  [[nodiscard]] std::size_t size() const { return forms_.size(); }

  [[nodiscard]] friend bool operator==(const ClassSet& a, const ClassSet& b) {
    return a.forms_ == b.forms_;
  }

 private:
  Canonicalizer canonicalizer_;
  std::unordered_set<std::string> forms_;
};

}  // namespace skein
