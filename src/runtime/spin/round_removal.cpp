// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/round_removal.hpp"

#include "runtime/spin/spin_trail.hpp"

namespace skein::runtime::spins {

namespace {

constexpr std::uint32_t kMostCycles = 8;
constexpr std::uint32_t kMostObjects = 32;

// By position: the last earlier step after which the agent was in the same state.
struct SameState {
  std::uint32_t run;  // entries of earlier runs are invalid
  std::uint32_t earlier;
};
SameState same_states[channel::kMaxSteps];

StepIndex earlier_of(std::uint32_t position) {
  const SameState& same = same_states[position];
  return same.run == run_number ? StepIndex{same.earlier} : StepIndex{};
}

// The steps that happened before the point that an agent has reached: for each agent, the last one.
// Only these may decide whether the agent waits. Other steps may come sooner or later.
class Past {
 public:
  // Looks at the steps from `begin` on.
  Past(AgentId agent, std::uint32_t begin) {
    ++number;
    for (std::uint32_t i = g.position; i-- > begin;) {
      const Step& step = g.channel->steps[i];
      Last& last = lasts[step.agent.index()];
      const bool is_known = last.number == number;
      if (!is_known && step.agent != agent && !is_needed(step.op)) continue;
      if (!is_known) last = {number, i};
      touch(step.op.first, first_access(step.op));
      touch(step.op.second, second_access(step.op));
    }
  }

  [[nodiscard]] StepIndex last_of(AgentId agent) const {
    const Last& last = lasts[agent.index()];
    return last.number == number ? StepIndex{last.position} : StepIndex{};
  }

 private:
  struct Last {
    std::uint32_t number;
    std::uint32_t position;
  };
  struct Touched {
    std::uint32_t number;
    Access access;
  };

  static void touch(ObjectId object, Access access) {
    if (object.is_none() || access == Access::None) return;
    Touched& touched = objects[object.index()];
    const bool is_first = touched.number != number || touched.access == access;
    // What clashes with a read or with an add clashes with a write.
    touched = {number, is_first ? access : Access::Write};
  }

  // Whether a later step of the past depends on the operation.
  static bool is_needed(const Operation& op) {
    return is_needed(op.first, first_access(op)) || is_needed(op.second, second_access(op));
  }
  static bool is_needed(ObjectId object, Access access) {
    if (object.is_none() || access == Access::None) return false;
    const Touched& touched = objects[object.index()];
    if (touched.number != number) return false;
    return clash(access, touched.access);
  }

  // Large tables, so that nothing needs to be allocated; entries of other numbers are invalid.
  static std::uint32_t number;
  static Last lasts[channel::kMaxAgents];
  static Touched objects[channel::kMaxObjects];
};

std::uint32_t Past::number = 0;
Past::Last Past::lasts[channel::kMaxAgents];
Past::Touched Past::objects[channel::kMaxObjects];

// Steps of an agent that are left out. They lead back to the state in which they begin.
struct Cycle {
  AgentId agent;
  std::uint32_t begin;
  std::uint32_t end;

  [[nodiscard]] bool has(AgentId other, std::uint32_t position) const {
    return other == agent && position >= begin && position < end;
  }
};

struct Cycles {
  Cycle all[kMostCycles];
  std::uint32_t count = 0;
};

// How many holds of a lock a cycle has added so far. Negative: it has released what the agent held
// when the cycle began; without the cycle the agent still holds it.
struct Holds {
  int writing;
  int reading;
};

struct Lock {
  ObjectId object;
  Holds holds[kMostCycles];
};

// The holds that exist only with the cycles, and those that exist only without them.
struct Difference {
  int with;
  int without;
};

class Removal {
 public:
  Removal(AgentId agent, std::uint32_t begin) {
    grown_.all[grown_.count++] = {agent, begin, g.position};
  }

  // Adds the cycles of agents that notice, until no agent notices. All agents that notice are found
  // before their cycles are added: so the result is the same for equivalent runs.
  bool succeeds() {
    do {
      cycles_ = grown_;
      has_grown_ = false;
      if (!check_remaining_steps()) return false;
    } while (has_grown_);
    return true;
  }

 private:
  bool check_remaining_steps() {
    std::uint32_t begin = g.position;
    for (std::uint32_t i = 0; i < cycles_.count; ++i) {
      if (cycles_.all[i].begin < begin) begin = cycles_.all[i].begin;
    }
    lock_count_ = 0;
    for (std::uint32_t i = begin; i < g.position; ++i) {
      const Step& step = g.channel->steps[i];
      const std::uint32_t cycle = cycle_of(step.agent, i);
      if (cycle < cycles_.count) {
        if (!leave_out(step, cycle)) return false;
      } else if (!is_same_without(step) && !grow(step, i, begin)) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] std::uint32_t cycle_of(AgentId agent, std::uint32_t position) const {
    std::uint32_t i = 0;
    while (i < cycles_.count && !cycles_.all[i].has(agent, position)) ++i;
    return i;
  }

  [[nodiscard]] Lock* find(ObjectId object) {
    for (std::uint32_t i = 0; i < lock_count_; ++i) {
      if (locks_[i].object == object) return &locks_[i];
    }
    return nullptr;
  }

  bool leave_out(const Step& step, std::uint32_t cycle) {
    const Holding holding = holding_of(step);
    if (holding == Holding::Same) return true;
    Lock* lock = find(step.op.first);
    if (lock == nullptr) {
      if (lock_count_ == kMostObjects) return false;
      lock = &locks_[lock_count_++];
      *lock = Lock{};
      lock->object = step.op.first;
    }
    Holds& holds = lock->holds[cycle];
    const bool is_for_writing = access(step.op, step.op.first) != Access::Read;
    (is_for_writing ? holds.writing : holds.reading) += holding == Holding::Takes ? 1 : -1;
    return true;
  }

  // Readers do not notice other readers.
  [[nodiscard]] Difference difference(const Lock& lock, bool is_reader) const {
    Difference difference{};
    const auto add = [&](int holds) {
      if (holds > 0) difference.with += holds;
      if (holds < 0) difference.without -= holds;
    };
    for (std::uint32_t i = 0; i < cycles_.count; ++i) {
      add(lock.holds[i].writing);
      if (!is_reader) add(lock.holds[i].reading);
    }
    return difference;
  }

  // Whether the step is possible without the cycles, with the same result.
  bool is_same_without(const Step& step) {
    return is_same_without(step, step.op.first) && is_same_without(step, step.op.second);
  }

  bool is_same_without(const Step& step, ObjectId object) {
    const Access kind = access(step.op, object);
    if (object.is_none() || kind == Access::None) return true;
    const Lock* const lock = find(object);
    if (lock == nullptr) return true;
    const Difference holds = difference(*lock, kind == Access::Read);
    if (holds.with == 0 && holds.without == 0) return true;
    switch (holding_of(step)) {
      case Holding::Takes: return holds.without == 0;
      case Holding::Releases: return true;
      case Holding::Same: return is_attempt(step.op.kind) && holds.with <= holds.without;
    }
    return false;
  }

  // Leaves out a step too, with the shortest cycle of its agent that contains it and leads to the
  // last state of the agent that this agent can know. Returns false if there is no such cycle.
  bool grow(const Step& step, std::uint32_t position, std::uint32_t begin) {
    has_grown_ = true;
    std::uint32_t i = 0;
    while (i < grown_.count && grown_.all[i].agent != step.agent) ++i;
    if (i == 0 || i == kMostCycles) return false;
    Cycle& cycle = grown_.all[i];
    if (i == grown_.count) {
      const StepIndex last = Past(grown_.all[0].agent, begin).last_of(step.agent);
      if (last.is_none()) return false;
      cycle = {step.agent, last.value + 1, last.value + 1};
      ++grown_.count;
    }
    while (cycle.begin > position) {
      const StepIndex earlier = earlier_of(cycle.begin - 1);
      if (earlier.is_none()) return false;
      cycle.begin = earlier.value + 1;
    }
    return position < cycle.end;
  }

  Cycles cycles_;
  Cycles grown_;  // the same, with the cycles of agents that notice
  bool has_grown_ = false;
  Lock locks_[kMostObjects];
  std::uint32_t lock_count_ = 0;
};

}  // namespace

bool can_leave_out(AgentId agent, std::uint32_t begin) { return Removal(agent, begin).succeeds(); }

void note_same_state(std::uint32_t position, std::uint32_t earlier) {
  same_states[position] = {run_number, earlier};
}

}  // namespace skein::runtime::spins
