// SPDX-License-Identifier: Apache-2.0
// The contract of a machine with states: a program whose states can be stored and compared.
//
// A state has components: the local state of each agent and the value of each object. All of them
// are interned as ValueIds: two states are equal iff their ids are, and the comparison is exact.
// What an agent does next is a function of its local state. The effect is a function of the agent's
// local state, the values of the objects it touches, and the choice taken. Nothing else is read or
// written. So an unfolding can compute the state after any set of events from its parts, without
// running the program again.
//
// A system promises that
// - a ValueId has the same meaning for the lifetime of the system;
// - a local state belongs to one agent;
// - a transition that writes an object says so (Access::Write), and reads only objects it touches;
// - agents and objects keep their numbers, which are dense, and main is agent 0.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ids.hpp"
#include "core/names.hpp"
#include "core/operation.hpp"
#include "core/step.hpp"
#include "core/violation.hpp"

namespace skein {

// The number of an interned value: the local state of an agent, or the value of an object. Ids of
// these two kinds are never mixed. The default, 0, means absence: an agent that does not exist (not
// created yet, or gone), memory that is not allocated.
struct ValueId {
  std::uint32_t value = 0;

  constexpr ValueId() = default;
  constexpr explicit ValueId(std::uint32_t v) : value(v) {}
  constexpr explicit ValueId(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}

  [[nodiscard]] constexpr bool is_absent() const { return value == 0; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(ValueId, ValueId) = default;
};

// The name of a block of memory, in systems whose memory consists of blocks.
using BlockId = Id<struct BlockTag>;

// A record of memory that is carried along causality instead of being an object: what a history has
// written. The system makes the records (StateSystem::join, Outcome::carried), and the prefix keeps
// one for each event. 0: nothing was written.
using CarriedId = Id<struct CarriedTag>;
inline constexpr CarriedId kNothingCarried{std::uint32_t{0}};

// What an agent has written so far whenever it came to one place of its code: the iterations of a
// loop (StateSystem::widen). None: it comes there for the first time.
using IterationId = Id<struct IterationTag>;

struct Touch {
  ObjectId object;
  Access access = Access::Read;

  friend constexpr bool operator==(const Touch&, const Touch&) = default;
};

// What an agent does next. Unlike an Operation, a transition may touch any number of objects, each
// of them once.
struct Transition {
  AgentId agent;
  OpKind kind = OpKind::Yield;
  std::vector<Touch> touches;
  AgentId child;  // the thread it creates, whose local state it writes too; none for most
  ObjectId gate;  // a touched object that can disable it, whatever its kind; none for most
  SiteId site;
};

// Bytes of memory that a transition reads or writes. Objects may be larger than the access.
struct MemoryAccess {
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  bool is_write = false;
  bool is_atomic = false;
  bool is_free = false;    // the end of a heap block: a write of all of it
  bool is_weak = false;    // atomic, and may order less than acquire and release do
  std::uint64_t code = 0;  // identifies the instruction of the program

  friend constexpr auto operator<=>(const MemoryAccess&, const MemoryAccess&) = default;
};

// An access of local code to a cell that is carried.
struct PlainAccess {
  ObjectId object;
  bool is_write = false;
  SiteId site;

  friend constexpr auto operator<=>(const PlainAccess&, const PlainAccess&) = default;
};

// What an abstract machine knows about a variable: "n" is one of "{0, 3..9}".
struct KnownValue {
  std::string name;
  std::string values;

  friend bool operator==(const KnownValue&, const KnownValue&) = default;
};

struct Fault {
  ViolationFacts facts;
  SiteId site;
  std::vector<KnownValue> known{};  // at the fault, of an abstract machine; for display only
};

// Fences that an agent executed one after the other, without a step between them. Any sequence of
// them does the same as one of these.
enum class Fences : std::uint8_t { None, Acquire, Release, AcquireThenRelease, ReleaseThenAcquire };

// What the kind of a transition does not tell about happens-before.
struct Ordering {
  bool acquires = false;  // of an atomic access: its memory order
  bool releases = false;
  bool has_failed = false;       // an attempt to lock; a compare-and-exchange, which is then a load
  bool is_shared = false;        // an unlock by a reader
  bool is_in_section = false;    // a part of an atomic section, or all of it
  Fences fences = Fences::None;  // in the local code after it
};

// The result of executing a transition.
struct Outcome {
  ValueId local;                // of the agent; absent if it is gone
  std::vector<ValueId> values;  // of the touched objects, in their order; unchanged where only read
  ValueId born;                 // the child's local state
  std::optional<Fault> fault;   // what the local code after the transition violated; the agent then
                                // halts
  std::int64_t value = 0;       // read, written or returned; for display only
  std::string output;           // what the local code after the transition printed; for display
                                // only
  CarriedId carried = kNothingCarried;  // the record after the transition
  std::uint32_t segment = 0;            // for StateSystem::plain_accesses
  Ordering ordering;
};

// What a step says about a lock (core/step.hpp): whether it is open, not counting its readers.
struct LockState {
  bool is_open = true;
  std::uint32_t readers = 0;
};

class StateSystem : public Names {
 public:
  [[nodiscard]] virtual ValueId initial_local() = 0;            // main's
  [[nodiscard]] virtual ValueId initial_value(ObjectId x) = 0;  // before the first touch

  // What the agent in this local state does next. Null if the agent has stopped: it is gone, or a
  // fault or a failed assumption halted it. Valid for the system's lifetime.
  [[nodiscard]] virtual const Transition* transition(ValueId local) = 0;
  [[nodiscard]] virtual bool is_assumed_away(ValueId local) const = 0;

  // The number of outcomes of the transition when its objects have these values: 0 if it is
  // disabled, 1 for most transitions, more for a nondeterministic one.
  [[nodiscard]] virtual std::uint32_t choices(ValueId local, std::span<const ValueId> values) = 0;

  // Whether there is any. Depends on the values alone, also where memory is carried.
  [[nodiscard]] virtual bool is_enabled(ValueId local, std::span<const ValueId> values) {
    return choices(local, values) > 0;
  }

  // Executes the transition. REQUIRES choice < choices(local, values). Valid until the next call.
  [[nodiscard]] virtual const Outcome& execute(ValueId local, std::span<const ValueId> values,
                                               std::uint32_t choice) = 0;

  // The accesses of the transition to memory that other agents can reach. Empty if the transition
  // accesses no memory, or synchronises.
  [[nodiscard]] virtual std::vector<MemoryAccess> accesses(ValueId) { return {}; }

  // Systems that carry memory. `join`: the record of a history whose last events have these
  // records. `enter`: the history after which the following calls of choices and execute happen.
  [[nodiscard]] virtual CarriedId join(std::span<const CarriedId>) { return kNothingCarried; }
  virtual void enter(CarriedId) {}
  // The accesses to carried memory of an executed transition, and the code after it, by
  // Outcome::segment.
  [[nodiscard]] virtual std::span<const PlainAccess> plain_accesses(std::uint32_t) const {
    return {};
  }

  // Systems whose values stand for sets of values [THESIS Def.31]: whether the values of one
  // include those of the other. Only values of the same shape are compared.
  [[nodiscard]] virtual bool has_order() const { return false; }
  [[nodiscard]] virtual std::uint64_t shape_of_local(ValueId local) { return local.value; }
  [[nodiscard]] virtual std::uint64_t shape_of_value(ValueId value) { return value.value; }
  [[nodiscard]] virtual bool local_covers(ValueId large, ValueId small) { return large == small; }
  [[nodiscard]] virtual bool value_covers(ValueId large, ValueId small) { return large == small; }
  [[nodiscard]] virtual bool carried_covers(CarriedId large, CarriedId small) {
    return large == small;
  }

  // Such systems may widen, so that the construction ends where values grow for ever.
  // `loop_place`: agents that come to the same place again, in these local states, may be in a
  // loop; 0: this one is not. `widen`: makes the outcome of the last execute larger, given what the
  // agent did when it came to this place before, and returns what it has done there now. Only the
  // agent's local state and what it wrote itself become larger.
  [[nodiscard]] virtual std::uint32_t loop_place(ValueId) { return 0; }
  [[nodiscard]] virtual IterationId widen(IterationId) { return {}; }
  // Asked if the construction seems to have no end: false if there is nothing left to try, else the
  // construction is repeated from the beginning.
  [[nodiscard]] virtual bool widen_sooner() { return false; }

  // Whether the system has learnt, since the beginning or the last begin_again, that transitions it
  // returned must touch more objects. Everything built from them must then be discarded and built
  // again. Until then there are too many executions, never too few.
  [[nodiscard]] virtual bool has_learnt() const { return false; }
  // Forgets all transitions, but not what was learnt. REQUIRES: no pointer to a transition is still
  // in use.
  virtual void begin_again() {}

  // Whether the agent in this local state is inside an atomic section: it reaches the end of the
  // section before any other agent touches the same objects. Runs in which it cannot reach the end
  // do not count.
  [[nodiscard]] virtual bool is_in_section(ValueId) const { return false; }

  // The state of a lock, given the value of its object; for display only.
  [[nodiscard]] virtual std::optional<LockState> lock_state(ValueId) const { return {}; }
};

}  // namespace skein

template <>
struct std::hash<skein::ValueId> {
  std::size_t operator()(skein::ValueId id) const noexcept { return id.value; }
};
