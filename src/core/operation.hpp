// SPDX-License-Identifier: Apache-2.0
// The operations, and what depends on what.
//
// An operation is what other agents can see of a step. It touches at most two objects: it reads
// them, adds to them or writes them. THE TABLE below is the only place that defines this; every
// algorithm asks `depends`. Two operations of different agents depend on each other iff they touch
// a common object, unless both only read it or both only add to it.
//
// Some operations have an effect in some states only: a compare-and-exchange that fails, a try-lock
// of a lock that is held, a signal without waiters. With and without effect they are two actions,
// of which each state enables one [QPOR Sec.2 asks no more of an independence relation], and the
// column "idle" says what the second touches: it only looks at the object. Which of the two it is
// depends on the state of the object (outcome.hpp), and is known once the operation has run.
//
// Other operations change an object without looking at it, and the order of such changes is not
// observable: two posts of a semaphore, two additions to a counter whose results are not used, two
// arrivals at a barrier. The column "blind" says what such an operation touches
// (docs/equivalence.md). Whether an operation is blind does not depend on the state of the object.
//
// The table also defines when an operation can be executed:
//   kAlways   in every state (a try-lock too: it may fail, but it can be executed)
//   kGate     when its gate object is open: a mutex free, a semaphore above zero
//   kEnabler  once some other step has happened, and for ever after: a join after the exit
//   kBoth     both: a woken waiter must also get its mutex back
//   kAll      once all of several steps have happened: a barrier opens when all have arrived. They
//             are the enabler and the earlier steps that touch the object
// The gate is the touched object whose open/closed state the operation needs or changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/ids.hpp"

namespace skein {

enum class OpKind : std::uint8_t {
  // The life of agents. First object: the life of the other agent (start, exit: the agent's own).
  ThreadCreate,
  ThreadStart,
  ThreadExit,
  ThreadJoin,
  ThreadDetach,
  // Exclusive locks: mutexes of every kind, spin locks. A timed lock is a try-lock.
  MutexLock,
  MutexTryLock,
  MutexUnlock,
  // A whole section of such a lock, from lock to unlock, in which nothing else is visible. First:
  // the region of data, of those that the lock protects, that the section accesses.
  Section,
  // Readers-writer locks.
  RwReadLock,
  RwTryReadLock,
  RwReadUnlock,
  RwWriteLock,
  RwTryWriteLock,
  RwWriteUnlock,
  // Condition variables. First: the condition variable; second: the mutex. A wait is two steps:
  // CondWait releases the mutex and sleeps, CondWake returns with the mutex. CondTimedWake can be
  // executed without a signal: it then reports a timeout (or a spurious wake-up).
  CondWait,
  CondWake,
  CondTimedWake,
  CondSignal,
  CondBroadcast,
  // Barriers: arrive, and pass once all have arrived. If arrivals are blind, one agent, the same in
  // whatever order they arrive, is the first to pass: it opens the barrier for the others.
  BarrierArrive,
  BarrierPass,
  BarrierOpen,
  // Semaphores. A timed wait is a try-wait.
  SemWait,
  SemTryWait,
  SemPost,
  SemGetValue,
  // LockInit: a lock or semaphore gets its first state, whatever its state was before.
  // Once-only initialisation: enter (blocks while another agent initialises) and leave.
  LockInit,
  OnceEnter,
  OnceLeave,
  // Memory. AtomicRmw covers exchange, fetch-and-op and compare-and-exchange. It is blind if it
  // adds or subtracts and its result is not used.
  AtomicLoad,
  AtomicStore,
  AtomicRmw,
  Fence,
  PlainLoad,
  PlainStore,
  // Futexes: FutexWait compares and sleeps, FutexResume returns after a wake.
  FutexWait,
  FutexResume,
  FutexTimedResume,
  FutexWake,
  // Handlers and messages. Post: first the life of the message, second the mailbox. PostFifo: the
  // mailbox keeps the order. Begin and end: first the handler, second the life of the message.
  Post,
  PostFifo,
  MessageBegin,
  MessageEnd,
  // A library call with hidden state; the object stands for that state.
  LibraryCall,
  // No shared object: a choice among values, a hint to the scheduler.
  Choose,
  Yield,
  Count_,
};

inline constexpr std::size_t kOpKinds = static_cast<std::size_t>(OpKind::Count_);

enum class Access : std::uint8_t { None, Read, Add, Write };
// What an operation did with its first object. Idle: it changed nothing. Blind: it did not look.
enum class Effect : std::uint8_t { Full, Idle, Blind };
enum class Enabling : std::uint8_t { kAlways, kGate, kEnabler, kBoth, kAll };
enum class Gate : std::uint8_t { None, First, Second };

struct OpTraits {
  OpKind kind;
  std::string_view name;
  Access first;
  Access second;
  Enabling enabling;
  Gate gate;
  Access idle = Access::None;   // of the first object, without effect. None: it always has one
  Access blind = Access::None;  // of the first object, if the order is hidden. None: it never is
};

struct Operation {
  constexpr Operation() = default;
  constexpr Operation(OpKind a_kind, ObjectId a_first, ObjectId a_second,
                      Effect an_effect = Effect::Full)
      : kind(a_kind), effect(an_effect), first(a_first), second(a_second) {}

  OpKind kind = OpKind::Yield;
  Effect effect = Effect::Full;
  ObjectId first;
  ObjectId second;

  friend constexpr bool operator==(const Operation&, const Operation&) = default;
};

namespace detail {

constexpr std::array<OpTraits, kOpKinds> make_table() {
  using enum OpKind;
  using enum Enabling;
  constexpr Access N = Access::None;
  constexpr Access R = Access::Read;
  constexpr Access A = Access::Add;
  constexpr Access W = Access::Write;
  constexpr Gate G0 = Gate::None;
  constexpr Gate G1 = Gate::First;
  constexpr Gate G2 = Gate::Second;
  // clang-format off
  return {{
      // kind              name               1st 2nd enabling  gate idle blind
      {ThreadCreate,     "create",            W,  N,  kAlways,  G0},
      {ThreadStart,      "start",             R,  N,  kEnabler, G0},
      {ThreadExit,       "exit",              R,  N,  kAlways,  G0},
      {ThreadJoin,       "join",              W,  N,  kEnabler, G0},
      {ThreadDetach,     "detach",            R,  N,  kAlways,  G0},
      {MutexLock,        "lock",              W,  N,  kGate,    G1},
      {MutexTryLock,     "trylock",           W,  N,  kAlways,  G1, R},
      {MutexUnlock,      "unlock",            W,  N,  kAlways,  G1},
      {Section,          "section",           W,  N,  kAlways,  G0},
      {RwReadLock,       "rdlock",            R,  N,  kGate,    G1},
      {RwTryReadLock,    "tryrdlock",         R,  N,  kAlways,  G1},
      {RwReadUnlock,     "rdunlock",          R,  N,  kAlways,  G1},
      {RwWriteLock,      "wrlock",            W,  N,  kGate,    G1},
      {RwTryWriteLock,   "trywrlock",         W,  N,  kAlways,  G1},
      {RwWriteUnlock,    "wrunlock",          W,  N,  kAlways,  G1},
      {CondWait,         "wait",              W,  W,  kAlways,  G2},
      {CondWake,         "wake",              R,  W,  kBoth,    G2},
      {CondTimedWake,    "timedwake",         W,  W,  kGate,    G2},
      {CondSignal,       "signal",            W,  N,  kAlways,  G0, R},
      {CondBroadcast,    "broadcast",         W,  N,  kAlways,  G0, R},
      {BarrierArrive,    "arrive",            W,  N,  kAlways,  G0, N,  R},
      {BarrierPass,      "pass",              R,  N,  kEnabler, G0},
      {BarrierOpen,      "open",              W,  N,  kAll,     G0},
      {SemWait,          "semwait",           W,  N,  kGate,    G1},
      {SemTryWait,       "semtrywait",        W,  N,  kAlways,  G1, R},
      {SemPost,          "sempost",           W,  N,  kAlways,  G1, N,  A},
      {SemGetValue,      "semvalue",          R,  N,  kAlways,  G1},
      {LockInit,         "init",              W,  N,  kAlways,  G1},
      {OnceEnter,        "once",              W,  N,  kGate,    G1, R},
      {OnceLeave,        "oncedone",          W,  N,  kAlways,  G1},
      {AtomicLoad,       "load",              R,  N,  kAlways,  G0},
      {AtomicStore,      "store",             W,  N,  kAlways,  G0},
      {AtomicRmw,        "rmw",               W,  N,  kAlways,  G0, R,  A},
      {Fence,            "fence",             N,  N,  kAlways,  G0},
      {PlainLoad,        "read",              R,  N,  kAlways,  G0},
      {PlainStore,       "write",             W,  N,  kAlways,  G0},
      {FutexWait,        "futexwait",         W,  N,  kAlways,  G0},
      {FutexResume,      "futexresume",       R,  N,  kEnabler, G0},
      {FutexTimedResume, "futextimedresume",  W,  N,  kAlways,  G0},
      {FutexWake,        "futexwake",         W,  N,  kAlways,  G0},
      {Post,             "post",              W,  R,  kAlways,  G0},
      {PostFifo,         "postfifo",          W,  W,  kAlways,  G0},
      {MessageBegin,     "begin",             W,  R,  kBoth,    G1},
      {MessageEnd,       "end",               W,  R,  kAlways,  G1},
      {LibraryCall,      "library",           W,  N,  kAlways,  G0},
      {Choose,           "choose",            N,  N,  kAlways,  G0},
      {Yield,            "yield",             N,  N,  kAlways,  G0},
  }};
  // clang-format on
}

constexpr bool is_complete(const std::array<OpTraits, kOpKinds>& table) {
  for (std::size_t i = 0; i < kOpKinds; ++i) {
    const OpTraits& row = table[i];
    if (static_cast<std::size_t>(row.kind) != i || row.name.empty()) return false;
    if (row.first == Access::None && row.second != Access::None) return false;
    if (row.gate == Gate::First && row.first == Access::None) return false;
    if (row.gate == Gate::Second && row.second == Access::None) return false;
    if (row.first == Access::Add || row.second == Access::Add || row.idle == Access::Add) {
      return false;
    }
    for (const Access weaker : {row.idle, row.blind}) {
      if (weaker > row.first || (weaker != Access::None && row.second != Access::None)) {
        return false;
      }
    }
    if (row.enabling == Enabling::kAll && row.first != Access::Write) return false;
    const bool needs_gate = row.enabling == Enabling::kGate || row.enabling == Enabling::kBoth;
    if (needs_gate && row.gate == Gate::None) return false;
  }
  return true;
}

static_assert(is_complete(make_table()), "every operation needs its row in the table");

}  // namespace detail

// THE TABLE. A build for mutation testing (SKEIN_MUTANTS) may break a cell at start-up, to check
// that some test fails; in every other build it is a constant.
#ifdef SKEIN_MUTANTS
inline std::array<OpTraits, kOpKinds> kOperations = detail::make_table();
#else
inline constexpr std::array<OpTraits, kOpKinds> kOperations = detail::make_table();
#endif

inline const OpTraits& traits(OpKind kind) { return kOperations[static_cast<std::size_t>(kind)]; }
inline std::string_view name(OpKind kind) { return traits(kind).name; }

// Whether two accesses to one object make their operations dependent.
constexpr bool clash_by_definition(Access a, Access b) {
  return a != Access::None && b != Access::None && (a != b || a == Access::Write);
}

namespace detail {

// The definition as one bit for each pair, since explorers ask it all the time.
consteval std::uint32_t make_clashes() {
  std::uint32_t bits = 0;
  for (std::uint32_t pair = 0; pair < 16; ++pair) {
    const bool is_clash =
        clash_by_definition(static_cast<Access>(pair / 4), static_cast<Access>(pair % 4));
    bits |= static_cast<std::uint32_t>(is_clash) << pair;
  }
  return bits;
}
inline constexpr std::uint32_t kClashes = make_clashes();

}  // namespace detail

constexpr bool clash(Access a, Access b) {
  const std::uint32_t pair = 4 * static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b);
  return (detail::kClashes >> pair & 1U) != 0;
}

// How an operation touches its first and its second object.
inline Access first_access(const Operation& op) {
  const OpTraits& t = traits(op.kind);
  if (op.effect == Effect::Full) [[likely]]
    return t.first;
  return op.effect == Effect::Idle ? t.idle : t.blind;
}
inline Access second_access(const Operation& op) { return traits(op.kind).second; }

// Whether two operations of *different* agents depend on each other. (Operations of one agent
// always do.)
inline bool depends(const Operation& a, const Operation& b) {
  // Most operations touch one object, and most pairs of them two different ones.
  if (a.second.is_none() && b.second.is_none()) [[likely]] {
    return a.first == b.first && clash(first_access(a), first_access(b));
  }
  const Access a1 = first_access(a);
  const Access a2 = second_access(a);
  const Access b1 = first_access(b);
  const Access b2 = second_access(b);
  return (a.first == b.first && clash(a1, b1)) || (a.first == b.second && clash(a1, b2)) ||
         (a.second == b.first && clash(a2, b1)) || (a.second == b.second && clash(a2, b2));
}

// How an operation touches an object: the stronger of its touches of that object.
inline Access access(const Operation& op, ObjectId object) {
  const Access first = op.first == object ? first_access(op) : Access::None;
  const Access second = op.second == object ? second_access(op) : Access::None;
  return first > second ? first : second;
}

// The object whose open/closed state the operation needs or changes; none if it has no gate.
inline ObjectId gate_object(const Operation& op) {
  const Gate gate = traits(op.kind).gate;
  return gate == Gate::First ? op.first : gate == Gate::Second ? op.second : ObjectId{};
}

inline bool needs_gate(OpKind kind) {
  const Enabling enabling = traits(kind).enabling;
  return enabling == Enabling::kGate || enabling == Enabling::kBoth;
}

inline bool needs_enabler(OpKind kind) {
  const Enabling enabling = traits(kind).enabling;
  return enabling == Enabling::kEnabler || enabling == Enabling::kBoth ||
         enabling == Enabling::kAll;
}

// Whether it needs, with its enabler, the earlier steps that touch its object.
inline bool needs_all(OpKind kind) { return traits(kind).enabling == Enabling::kAll; }

}  // namespace skein
