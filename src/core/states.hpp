// SPDX-License-Identifier: Apache-2.0
// The contract of a machine with states: a program whose states can be kept and compared.
//
// A state has components: for each agent its local state, for each object its value. All are
// interned: a ValueId is a value, so two states are equal iff they have the same ids, and comparing
// is exact. What an agent does next is a function of its local state; what that changes is a
// function of its local state, the values of the objects it touches, and the choice taken. Nothing
// else is read or written: this is what lets an unfolding build the state of any set of events from
// parts, without ever running the program again.
//
// A system promises
// - that a ValueId means the same for its lifetime, and that 0 is the local state of an agent that
//   does not exist (not created yet, or gone);
// - that a local state belongs to one agent;
// - that an operation that writes an object says so (Access::Write), and that a value read from an
//   object is that of a touched object;
// - that agents and objects keep their numbers, which are dense, and main is agent 0.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/names.hpp"
#include "core/operation.hpp"
#include "core/run.hpp"

namespace skein {

using ValueId = std::uint32_t;

struct Touch {
  ObjectId object;
  Access access = Access::Read;

  friend constexpr bool operator==(const Touch&, const Touch&) = default;
};

// What an agent does next. Unlike an Operation it may touch any number of objects, each once.
struct Intent {
  AgentId agent;
  OpKind kind = OpKind::Yield;
  std::vector<Touch> touches;
  AgentId child;  // whose local state it writes too: the thread it creates; none for most
  ObjectId gate;  // touched, and may keep it waiting whatever its kind is; none for most
  SiteId site;
};

// Bytes of memory that an intent reads or writes. Objects may be larger than what is accessed.
struct MemoryAccess {
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  bool is_write = false;
  bool is_atomic = false;
  std::uint64_t code = 0;  // which instruction of the program this is

  friend constexpr bool operator==(const MemoryAccess&, const MemoryAccess&) = default;
};

struct Fault {
  ViolationFacts facts;
  SiteId site;
};

// What executing an intent led to.
struct Outcome {
  ValueId local = 0;            // of the agent; 0: it is gone
  std::vector<ValueId> values;  // of the touched objects, in their order; as before where only read
  ValueId born = 0;             // the child's local state
  std::optional<Fault> fault;   // what the local code after it violated; the agent then halts
  std::int64_t value = 0;       // read, written or returned; for display only
  std::string output;           // what the local code after it printed; for display only
};

class StateSystem : public Names {
 public:
  [[nodiscard]] virtual ValueId initial_local() = 0;            // main's
  [[nodiscard]] virtual ValueId initial_value(ObjectId x) = 0;  // before anybody touched it

  // What the agent in this local state does next; null if it does nothing any more, because it is
  // gone, or halted by a fault or an assumption that failed. Valid for the system's lifetime.
  [[nodiscard]] virtual const Intent* intent(ValueId local) = 0;
  [[nodiscard]] virtual bool is_assumed_away(ValueId local) const = 0;

  // In how many ways the intent can be executed when its objects have these values: 0 if it is
  // disabled, 1 for most, more for choices.
  [[nodiscard]] virtual std::uint32_t ways(ValueId local, std::span<const ValueId> values) = 0;

  // Executes it. REQUIRES choice < ways(...). Valid until the next call.
  [[nodiscard]] virtual const Outcome& fire(ValueId local, std::span<const ValueId> values,
                                            std::uint32_t choice) = 0;

  // What the intent of an agent in this local state does to memory that others can reach. Empty if
  // it is no access to memory, or synchronises.
  [[nodiscard]] virtual std::vector<MemoryAccess> accesses(ValueId) { return {}; }

  // Whether the system has found out, since it began, that intents it gave must touch more: then
  // all that was built on them is to be thrown away, and begins again. Until then there are
  // executions too many, never too few.
  [[nodiscard]] virtual bool has_learnt() const { return false; }
  // REQUIRES: nobody has an intent of it any more. What it learnt stays.
  virtual void begin_again() {}

  // Whether the agent in this local state is in the middle of what counts as one step: it then goes
  // on to its end before any other agent touches what it touches, and if it cannot, the run does
  // not count.
  [[nodiscard]] virtual bool is_in_section(ValueId) const { return false; }
};

}  // namespace skein
