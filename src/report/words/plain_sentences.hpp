// SPDX-License-Identifier: Apache-2.0
// The sentences that need no names or numbers, one per code; empty if violation_text.cpp makes the
// sentence. A table, so the compiler reports a missing code.
#pragma once

#include <string_view>

#include "core/violation.hpp"

namespace skein {

constexpr std::string_view plain_sentence(ViolationCode code) {
  switch (code) {
    case ViolationCode::VerifierAssertFailed: return "__VERIFIER_assert failed";
    case ViolationCode::VerifierErrorCalled: return "__VERIFIER_error called";
    case ViolationCode::ReachErrorCalled: return "reach_error called";
    case ViolationCode::ReachErrorIsReached: return "reach_error() is reached";
    case ViolationCode::AbortCalled: return "abort called";
    case ViolationCode::ExecutesTrap: return "an illegal instruction: __builtin_trap";
    case ViolationCode::StackOverflow: return "stack overflow";
    case ViolationCode::OverwritesChannel:
      return "the program overwrote memory that it shares with skein";
    case ViolationCode::DivisionByZero: return "division by zero";
    case ViolationCode::IntegerDivisionByZero: return "integer division by zero";
    case ViolationCode::ArithmeticException: return "arithmetic exception";
    case ViolationCode::DivisionOverflows: return "a division overflows";
    case ViolationCode::SignedOverflow: return "a signed operation overflows";
    case ViolationCode::FreesUnallocated: return "free of memory that was not allocated";
    case ViolationCode::ReadsUnwritten: return "reads memory that was never written";
    case ViolationCode::FreesNoBlock: return "frees what was not allocated";
    case ViolationCode::FreesMiddleOfBlock: return "frees a pointer into the middle of a block";
    case ViolationCode::FreesFreed: return "frees memory that has been freed";
    case ViolationCode::ReallocatesNoBlock: return "reallocates what was not allocated";
    case ViolationCode::ReallocatesMiddleOfBlock:
      return "reallocates a pointer into the middle of a block";
    case ViolationCode::ReallocatesFreed: return "reallocates memory that has been freed";
    case ViolationCode::ThreadOfNoFunction:
      return "creates a thread of what is not a function of the program";
    case ViolationCode::LockIsNoLock: return "uses a lock that is not a lock";
    case ViolationCode::LockIsPadding: return "uses padding as a lock";
    case ViolationCode::OnceOfNoFunction: return "pthread_once of what is not a function";
    case ViolationCode::ArrayTooLarge:
      return "an array of variable length is larger than 1 MiB, or negative";
    case ViolationCode::CallsNull: return "calls a null pointer";
    case ViolationCode::CallsNoFunction: return "calls what is not a function";
    case ViolationCode::TooManyCalls: return "the stack overflows: 10000 calls deep";
    case ViolationCode::StepWithoutEnd: return "computes without end in one step";
    case ViolationCode::JoinsItself: return "joins itself";
    case ViolationCode::JoinsTwice: return "joins a thread twice";
    case ViolationCode::JoinsDetached: return "joins a detached thread";
    case ViolationCode::JoinsNonThread: return "joins what is not a thread";
    case ViolationCode::DetachesNonThread: return "detaches what is not a thread";
    case ViolationCode::DetachesJoined: return "detaches a joined thread";
    case ViolationCode::JoinsGone: return "joins a thread that is gone";
    case ViolationCode::DetachesGone: return "detaches a thread that is gone";
    case ViolationCode::DetachesTwice: return "detaches a thread twice";
    case ViolationCode::EndsSectionOutside:
      return "ends an atomic section without having begun one";
    case ViolationCode::DestroyedMutex: return "use of a destroyed mutex";
    case ViolationCode::DestroyedSemaphore: return "use of a destroyed semaphore";
    case ViolationCode::DestroyedCondition: return "use of a destroyed condition variable";
    case ViolationCode::DestroyedRwLock: return "use of a destroyed readers-writer lock";
    case ViolationCode::DestroyedHandler: return "use of a destroyed handler";
    case ViolationCode::SemaphoreNotInitialised:
      return "use of a semaphore that is not initialised";
    case ViolationCode::BarrierNotInitialised:
      return "waits on a barrier that was not initialised, or is destroyed";
    case ViolationCode::UsesNoHandler: return "uses what is not a handler";
    case ViolationCode::LocksHeldMutex: return "locks a mutex that it already holds";
    case ViolationCode::UnlocksFreeMutex: return "unlocks a mutex that no thread holds";
    case ViolationCode::UnlocksOthersMutex: return "unlocks a mutex that another thread holds";
    case ViolationCode::WaitsWithFreeMutex: return "waits with a mutex that no thread holds";
    case ViolationCode::WaitsWithOthersMutex: return "waits with a mutex that another thread holds";
    case ViolationCode::WaitsWithNestedMutex:
      return "waits with a mutex that it has locked more than once";
    case ViolationCode::InitialisesHeldMutex:
      return "initialises a mutex that another thread holds";
    case ViolationCode::DestroysHeldMutex: return "destroys a mutex that is held";
    case ViolationCode::LocksHeldSpinLock: return "locks a spin lock that it already holds";
    case ViolationCode::UnlocksOthersSpinLock: return "unlocks a spin lock that it does not hold";
    case ViolationCode::ReadLocksOwnWriteLock: return "locks for reading what it holds for writing";
    case ViolationCode::WriteLocksOwnWriteLock: return "locks for writing what it already holds";
    case ViolationCode::WriteLocksOwnReadLock: return "locks for writing what it holds for reading";
    case ViolationCode::UnlocksOthersRwLock:
      return "unlocks a readers-writer lock that it does not hold";
    case ViolationCode::DestroysHeldRwLock: return "destroys a readers-writer lock that is held";
    case ViolationCode::InitialisesBusyBarrier:
      return "initialises a barrier at which threads wait";
    case ViolationCode::DestroysBusyBarrier: return "destroys a barrier at which threads wait";
    case ViolationCode::InitialisesBusyCondition:
      return "initialises a condition variable for which a thread waits";
    case ViolationCode::DestroysBusyCondition:
      return "destroys a condition variable on which threads wait";
    case ViolationCode::OnceInsideItself:
      return "waits for an initialisation that it is itself inside of";
    case ViolationCode::StaticInsideItself:
      return "comes back to a static variable that it is initialising";
    case ViolationCode::ReallocatesLock: return "reallocates a block with a lock in it";
    case ViolationCode::LockInFreedMemory: return "uses a lock in memory that has been freed";
    case ViolationCode::LockOfOtherKind:
      return "uses a lock that is another kind of object or not initialised";
    case ViolationCode::InitialisesInFreedMemory:
      return "initialises a lock in memory that has been freed";
    case ViolationCode::InitialisesOtherKind: return "initialises a lock in another kind of object";
    case ViolationCode::UsesDestroyedMutex: return "uses a mutex that has been destroyed";
    case ViolationCode::DestroysLockedMutex: return "destroys a mutex that is locked";
    case ViolationCode::UnlocksUnlockedMutex: return "unlocks a mutex that is not locked";
    case ViolationCode::UnlocksMutexOfOther:
      return "unlocks a mutex that another thread has locked";
    case ViolationCode::LocksLockedMutex: return "locks a mutex that it has locked already";
    case ViolationCode::DestroysUsedLock: return "destroys a lock that is in use";
    case ViolationCode::ReadLocksWriteLocked: return "locks for reading what it locked for writing";
    case ViolationCode::WriteLocksLocked: return "locks for writing what it has locked already";
    case ViolationCode::UnlocksNotLocked: return "unlocks a lock that it has not locked";
    case ViolationCode::ConditionInFreedMemory:
      return "initialises a condition variable in freed memory";
    case ViolationCode::DestroysAwaitedCondition:
      return "destroys a condition variable others wait for";
    case ViolationCode::WaitsWithoutMutex: return "waits without having locked the mutex";
    case ViolationCode::WaitsLockedTwice: return "waits with a mutex locked more than once";
    case ViolationCode::BarrierIsNotInitialised:
      return "waits at a barrier that is not initialised";
    case ViolationCode::SemaphoreIsNotInitialised:
      return "uses a semaphore that is not initialised";
    case ViolationCode::OnceCallsItself:
      return "pthread_once is called by the function that it calls";
    case ViolationCode::MutexIsNotHeld: return "the agent does not hold the mutex";
    case ViolationCode::MutexIsHeld: return "the agent holds the mutex already";
    case ViolationCode::MutexIsHeldTwice: return "the agent holds the mutex more than once";
    case ViolationCode::LockIsHeldForWriting: return "the agent holds the lock for writing";
    case ViolationCode::LockIsNotHeldForReading:
      return "the agent does not hold the lock for reading";
    case ViolationCode::LockIsHeld: return "the agent holds the lock already";
    case ViolationCode::LockIsHeldForReading: return "the agent holds the lock for reading";
    case ViolationCode::LockIsNotHeldForWriting:
      return "the agent does not hold the lock for writing";
    case ViolationCode::OnceIsUnderWay: return "the agent is inside the block of this once";
    case ViolationCode::ThreadIsJoined: return "the thread has been joined already";
    case ViolationCode::ThreadIsDetached: return "the thread is detached";
    case ViolationCode::ThreadIsItself: return "a thread cannot join itself";
    case ViolationCode::TooLongWithoutStep:
      return "no visible operation for too long: endless loop?";
    case ViolationCode::ChoiceOfNothing:
      return "skein_choose(0), or skein_any(lo, hi) with lo above hi: there is no value";
    case ViolationCode::WaitsAlone: return "waits although no other thread exists";
    case ViolationCode::EndlessLoop:
      return "endless loop: a million instructions without a visible step";
    case ViolationCode::TooManyWakeups: return "too many ways to choose whom to wake";
    case ViolationCode::ReachesUnreachable: return "reaches code that cannot be reached";
    case ViolationCode::None:
    case ViolationCode::AssertionFailed:
    case ViolationCode::ConditionIsFalse:
    case ViolationCode::LibraryPrecondition:
    case ViolationCode::ThrowsException:
    case ViolationCode::SignalAtAddress:
    case ViolationCode::RaisesSignal:
    case ViolationCode::KilledBySignal:
    case ViolationCode::ProcessEnded:
    case ViolationCode::IndexOutOfRange:
    case ViolationCode::DoubleFree:
    case ViolationCode::UseAfterFree:
    case ViolationCode::OutOfBounds:
    case ViolationCode::NeverAllocated:
    case ViolationCode::Leak:
    case ViolationCode::NullPointer:
    case ViolationCode::WildPointer:
    case ViolationCode::OutsideOfVariable:
    case ViolationCode::OutsideOfHeapBlock:
    case ViolationCode::OutsideOfLocal:
    case ViolationCode::LocalOfReturned:
    case ViolationCode::FunctionPointer:
    case ViolationCode::FreedMemory:
    case ViolationCode::WritesConstant:
    case ViolationCode::DataRace:
    case ViolationCode::DataRaceInHeap:
    case ViolationCode::Livelock:
    case ViolationCode::ComputesWithoutEnd:
    case ViolationCode::AccessesLockInside:
    case ViolationCode::HandleOfNoThread:
    case ViolationCode::ExitStatus:
    case ViolationCode::ImpossibleChoice:
    case ViolationCode::StepDiffers:
    case ViolationCode::PlanDiffers: return "";
  }
  return "";
}

}  // namespace skein
