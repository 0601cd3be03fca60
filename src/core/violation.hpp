// SPDX-License-Identifier: Apache-2.0
// What an agent did wrong, as data: a code, and the names, places and numbers that belong to it.
//
// Machines fill in these facts, findings compare them, journals store them, and src/report alone
// turns them into sentences (report/words/violation_text.hpp). New code asks the facts, not a
// message, what happened. Names are text because they are the program's own words: "queue.head".
//
// Some codes describe the same mistake as different machines see it: the native machine knows that
// a mutex is held, the ir machine knows which thread locked it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ensure.hpp"
#include "core/ids.hpp"

namespace skein {

enum class ViolationKind : std::uint8_t {
  Assertion,
  LockMisuse,  // unlock without holding, double lock, destroy while held, join twice...
  Arithmetic,  // division by zero, index out of range
  Crash,
  Memory,  // use after free, out of bounds, double free, leak
  Race,
  Livelock,  // a loop that waits for something that never happens
  Other,
};

constexpr std::string_view name(ViolationKind kind) {
  switch (kind) {
    case ViolationKind::Assertion: return "assertion";
    case ViolationKind::LockMisuse: return "lock-misuse";
    case ViolationKind::Arithmetic: return "arithmetic";
    case ViolationKind::Crash: return "crash";
    case ViolationKind::Memory: return "memory";
    case ViolationKind::Race: return "race";
    case ViolationKind::Livelock: return "livelock";
    case ViolationKind::Other: return "other";
  }
  return "unknown";
}

enum class ViolationCode : std::uint8_t {
  None,  // no violation

  // What the program itself asserts.
  AssertionFailed,      // subjects: function, expression; the place comes first
  ConditionIsFalse,     // subjects: condition, then the variables it reads; values: theirs
  LibraryPrecondition,  // subjects: the library's function, and what it requires
  VerifierAssertFailed,
  VerifierErrorCalled,
  ReachErrorCalled,
  ReachErrorIsReached,
  AbortCalled,
  ThrowsException,  // subjects: the function that throws; or the type, and what it says

  // Ends of the process.
  ExecutesTrap,
  SignalAtAddress,  // values: signal, address
  StackOverflow,
  RaisesSignal,  // values: signal
  OverwritesChannel,
  KilledBySignal,  // values: signal
  ProcessEnded,    // values: exit status

  // Arithmetic.
  DivisionByZero,
  IntegerDivisionByZero,
  ArithmeticException,
  DivisionOverflows,
  SignedOverflow,
  IndexOutOfRange,  // subjects: the array; values: index, size

  // The heap of a real program.
  DoubleFree,  // places: where it was first freed
  FreesUnallocated,
  UseAfterFree,    // values: heap_access::Value; places: allocated, freed
  OutOfBounds,     // values: heap_access::Value; places: allocated
  NeverAllocated,  // values: heap_access::Value
  Leak,            // values: size; places: allocated

  // The memory of an interpreted program. values: 1 for a write, 0 for a read.
  NullPointer,
  WildPointer,
  OutsideOfVariable,  // subjects: the variable
  OutsideOfHeapBlock,
  OutsideOfLocal,
  LocalOfReturned,
  FunctionPointer,
  FreedMemory,
  WritesConstant,  // subjects: the variable
  ReadsUnwritten,
  FreesNoBlock,
  FreesMiddleOfBlock,
  FreesFreed,
  ReallocatesNoBlock,
  ReallocatesMiddleOfBlock,
  ReallocatesFreed,
  ThreadOfNoFunction,
  LockIsNoLock,
  LockIsPadding,
  OnceOfNoFunction,
  ArrayTooLarge,
  CallsNull,
  CallsNoFunction,
  TooManyCalls,

  // Races and livelocks.
  DataRace,            // subjects: the variable; values: race::Value; places: of both accesses
  DataRaceInHeap,      // values: race::Value; places: both accesses, allocated
  Livelock,            // places: of the loop
  ComputesWithoutEnd,  // values: instructions
  StepWithoutEnd,

  // Threads.
  JoinsItself,
  JoinsTwice,
  JoinsDetached,
  JoinsNonThread,
  DetachesNonThread,
  DetachesJoined,
  JoinsGone,
  DetachesGone,
  DetachesTwice,
  EndsSectionOutside,

  // Synchronisation objects of a real program.
  DestroyedMutex,
  DestroyedSemaphore,
  DestroyedCondition,
  DestroyedRwLock,
  DestroyedHandler,
  SemaphoreNotInitialised,
  BarrierNotInitialised,
  UsesNoHandler,
  LocksHeldMutex,
  UnlocksFreeMutex,
  UnlocksOthersMutex,
  WaitsWithFreeMutex,
  WaitsWithOthersMutex,
  WaitsWithNestedMutex,
  InitialisesHeldMutex,
  DestroysHeldMutex,
  LocksHeldSpinLock,
  UnlocksOthersSpinLock,
  ReadLocksOwnWriteLock,
  WriteLocksOwnWriteLock,
  WriteLocksOwnReadLock,
  UnlocksOthersRwLock,
  DestroysHeldRwLock,
  InitialisesBusyBarrier,
  DestroysBusyBarrier,
  InitialisesBusyCondition,
  DestroysBusyCondition,
  OnceInsideItself,
  StaticInsideItself,

  // Synchronisation objects of an interpreted program.
  AccessesLockInside,  // values: 1 for a write, 0 for a read
  ReallocatesLock,
  LockInFreedMemory,
  LockOfOtherKind,
  InitialisesInFreedMemory,
  InitialisesOtherKind,
  UsesDestroyedMutex,
  DestroysLockedMutex,
  UnlocksUnlockedMutex,
  UnlocksMutexOfOther,
  LocksLockedMutex,
  DestroysUsedLock,
  ReadLocksWriteLocked,
  WriteLocksLocked,
  UnlocksNotLocked,
  ConditionInFreedMemory,
  DestroysAwaitedCondition,
  WaitsWithoutMutex,
  WaitsLockedTwice,
  BarrierIsNotInitialised,
  SemaphoreIsNotInitialised,
  OnceCallsItself,

  // Statements of a model. subjects: the statement; its place comes first.
  MutexIsNotHeld,
  MutexIsHeld,
  MutexIsHeldTwice,
  LockIsHeldForWriting,
  LockIsNotHeldForReading,
  LockIsHeld,
  LockIsHeldForReading,
  LockIsNotHeldForWriting,
  OnceIsUnderWay,
  ThreadIsJoined,
  ThreadIsDetached,
  ThreadIsItself,
  HandleOfNoThread,  // values: the handle

  // All others.
  TooLongWithoutStep,
  ExitStatus,  // values: the status
  ChoiceOfNothing,
  WaitsAlone,
  EndlessLoop,
  ImpossibleChoice,  // values: the number of possible choices
  TooManyWakeups,
  ReachesUnreachable,
  StepDiffers,  // values: steps before, both operations; subjects: agent and two objects of each;
                // places: of both
  PlanDiffers,  // values: steps before
};
inline constexpr std::size_t kViolationCodes =
    static_cast<std::size_t>(ViolationCode::PlanDiffers) + 1;

// The code's name in files: "UnlocksFreeMutex". It is that of the enumerator, so it stays the same
// when codes are added, which its number does not.
[[nodiscard]] std::string_view name(ViolationCode code);
[[nodiscard]] std::optional<ViolationCode> violation_code_named(std::string_view name);

// The values of UseAfterFree, OutOfBounds and NeverAllocated, in this order. kDistance counts bytes
// from the beginning of the block, or from its end if kIsAfter.
namespace heap_access {
enum Value : std::uint8_t { kIsWrite, kSize, kIsAfter, kDistance, kBlockSize };
}

// The values of a race: those of the access named first, then those of the other.
namespace race {
enum Value : std::uint8_t { kFirstAccess, kFirstSize, kSecondAccess, kSecondSize, kOffset, kBlock };
enum Access : std::uint8_t { kRead, kWrite, kAtomicRead, kAtomicWrite, kFree };
}  // namespace race

// The codes are in the order of these kinds; each row names the last code of its kind.
[[nodiscard]] constexpr ViolationKind kind_of(ViolationCode code) {
  using enum ViolationCode;
  if (code == None) return ViolationKind::Other;
  if (code <= ThrowsException) return ViolationKind::Assertion;
  if (code <= ProcessEnded) return ViolationKind::Crash;
  if (code <= IndexOutOfRange) return ViolationKind::Arithmetic;
  if (code <= TooManyCalls) return ViolationKind::Memory;
  if (code <= DataRaceInHeap) return ViolationKind::Race;
  if (code <= StepWithoutEnd) return ViolationKind::Livelock;
  if (code <= HandleOfNoThread) return ViolationKind::LockMisuse;
  return ViolationKind::Other;
}

// A line of the program's text. Without a line `file` is all that is known: a function, an address.
struct FactPlace {
  std::string file;
  std::uint32_t line = 0;

  friend bool operator==(const FactPlace&, const FactPlace&) = default;
};

// "queue.c:12"
[[nodiscard]] std::string text_of(const FactPlace& place);

// What happened, without the agent and the site. Two violations with the same facts at the same
// site are the same bug.
struct ViolationFacts {
  ViolationCode code = ViolationCode::None;
  std::vector<std::string> subjects;  // names, in the order that the code defines
  std::vector<FactPlace> places;
  std::vector<std::int64_t> values;

  ViolationFacts() = default;
  // Most codes need no further facts.
  // NOLINTNEXTLINE(google-explicit-constructor)
  ViolationFacts(ViolationCode what, std::vector<std::string> about = {},
                 std::vector<FactPlace> where = {}, std::vector<std::int64_t> numbers = {})
      : code(what),
        subjects(std::move(about)),
        places(std::move(where)),
        values(std::move(numbers)) {}

  [[nodiscard]] bool is_none() const { return code == ViolationCode::None; }
  friend bool operator==(const ViolationFacts&, const ViolationFacts&) = default;
};

struct Violation {
  ViolationFacts facts;
  AgentId agent;
  StepIndex step;  // the step whose local code violated it
  SiteId site;

  [[nodiscard]] ViolationKind kind() const { return kind_of(facts.code); }
};

// The facts as a key: bytes that are equal iff the facts are.
void append_key(std::string& key, const ViolationFacts& facts);
[[nodiscard]] std::string key_of(const ViolationFacts& facts);

// A user's error described by a violation: the program fails before main, or is not deterministic.
// what() is the beginning of the sentence; report/words/violation_text.hpp has the rest.
class ViolationError : public UserError {
 public:
  ViolationError(const std::string& beginning, ViolationFacts facts)
      : UserError(beginning), facts_(std::move(facts)) {}
  [[nodiscard]] const ViolationFacts& facts() const { return facts_; }

 private:
  ViolationFacts facts_;
};

}  // namespace skein
