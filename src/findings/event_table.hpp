// SPDX-License-Identifier: Apache-2.0
// The events of the runs seen, each identified by its history, in the plainest possible way.
//
// An event is an agent's operation (with the choice taken) together with its causes: the agent's
// previous event and, for each touched object, the last event that wrote it and, if the operation
// writes the object too, the last read of every other agent since. Two steps of two runs are the
// same event iff all this agrees. Used where speed does not matter and independence does: for the
// picture of `skein graph` and for the checks of `--paranoid`. It shares no code with
// src/unfolding.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/run.hpp"

namespace skein {

class EventTable {
 public:
  using Number = std::uint32_t;

  struct Event {
    AgentId agent;
    Operation op;
    std::uint32_t choice = 0;
    std::uint32_t choices = 1;
    SiteId site;
    std::vector<Number> causes;  // direct causes, sorted; all are smaller than the event's own
                                 // number
  };

  // The events of the steps, in order. New events get the next numbers. The result stays valid
  // until the next call.
  std::span<const Number> add(std::span<const Step> steps);

  [[nodiscard]] const std::vector<Event>& events() const { return events_; }

 private:
  // Accesses of an object that follow each other and do not clash: one write, reads, or adds. Of
  // each agent the last, sorted by agent.
  struct Phase {
    Access access = Access::None;
    std::vector<std::pair<AgentId, Number>> events;
  };
  // The last accesses of an object within the run being added.
  struct Last {
    Phase now;
    Phase before;
  };

  Number intern(const Step& step);
  void note_object(const Step& step, ObjectId object, Access access);
  void touch(const Step& step, ObjectId object, Access access, Number number);

  std::vector<Event> events_;
  std::unordered_map<std::string, Number> by_key_;
  std::vector<Number> sequence_;
  std::unordered_map<AgentId, Number> last_of_agent_;
  std::unordered_map<ObjectId, Last> last_of_object_;
  std::string key_;
  std::vector<Number> causes_;
};

// The class of a run: its events, in a form that can be compared.
[[nodiscard]] std::string class_of(std::span<const EventTable::Number> events);

}  // namespace skein
