// SPDX-License-Identifier: Apache-2.0
// THE TABLE of builtins: the functions that the machine itself executes, with everything known
// about them without executing them.
//
// All code that treats builtins differently reads it: which are visible (visibility.hpp), which
// objects they touch (footprint.hpp), which function executes them (effects/effects.hpp). It
// depends on no interpreter, so an abstract one can use it as well. A builtin without a row does
// not compile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/operation.hpp"
#include "machine/ir/program/program.hpp"

namespace skein::ir {

enum class Builtin : std::uint8_t {
  ThreadCreate,
  ThreadJoin,
  ThreadDetach,
  ThreadExit,
  MutexInit,
  MutexDestroy,
  MutexLock,
  MutexTryLock,
  MutexTimedLock,
  MutexUnlock,
  CondInit,
  CondDestroy,
  CondWait,
  CondTimedWait,
  CondSignal,
  CondBroadcast,
  RwInit,
  RwDestroy,
  RwReadLock,
  RwTryReadLock,
  RwTimedReadLock,
  RwWriteLock,
  RwTryWriteLock,
  RwTimedWriteLock,
  RwUnlock,
  BarrierInit,
  BarrierDestroy,
  BarrierWait,
  SemInit,
  SemDestroy,
  SemWait,
  SemTryWait,
  SemTimedWait,
  SemPost,
  SemGetValue,
  SpinInit,
  SpinDestroy,
  SpinLock,
  SpinTryLock,
  SpinUnlock,
  Once,
  Malloc,
  Calloc,
  AlignedAlloc,
  AlignedNew,
  Realloc,
  Free,
  Memcpy,
  Memset,
  Choose,
  NondetBool,
  NondetPointer,
  Nondet,
  Any,
  NondetReal,
  Yield,
  AtomicBegin,
  AtomicEnd,
  ThreadSelf,
  ThreadEqual,
  Ignore,
  Assume,
  AssertFail,
  SkeinFail,
  ReachError,
  Abort,
  Trap,
  Throw,  // the functions of libstdc++ that throw
  Exit,
  QuickExit,  // without the functions registered by atexit
  IsActive,
  Random,
  RandomSeed,
  Abs,
  Expect,
  // For the C library (library/machine.h).
  Print,
  FormatReal,
  ParseReal,
  Refuse,
  SetErrno,
  LookAtClock,
  PassTime,
  PassUntil,
  OnThreadExit,
  OnProgramExit,
  StackSave,
  StackRestore,
  VaStart,
  VaCopy,
  Math,
  RealClass,  // whether a number belongs to one of these classes
  MulAdd,
  PopCount,
  LeadingZeros,
  TrailingZeros,
  SwapBytes,
  UMin,
  UMax,
  SMin,
  SMax,
  SAddOverflow,
  UAddOverflow,
  SSubOverflow,
  USubOverflow,
  SMulOverflow,
  UMulOverflow,
  Unknown,  // none of these; has no row
};

inline constexpr std::size_t kBuiltinCount = static_cast<std::size_t>(Builtin::Unknown);

// When a call of the builtin is a step that other threads can see.
enum class Visible : std::uint8_t {
  Never,
  Always,
  IfShared,        // if it accesses memory that others can reach
  IfNotNull,       // if its first argument is not null
  AtThreadEnd,     // once the thread has finished its work at its end
  OutermostBegin,  // unless the atomic section is inside another one
  OutermostEnd,
};

// The objects it touches; this also determines which misuse of its arguments is checked.
enum class Footprint : std::uint8_t {
  None,
  Create,        // the life of the child, and the place of its handle
  Join,          // the life, and the place of the result
  Detach,        // the life
  Exit,          // the thread's own life, and its variables that others can reach
  Lock,          // the lock that the first argument points to
  TwoLocks,      // that lock, and the one of the second argument
  LockAndInt,    // that lock, and an int of the second argument
  NewBlock,      // all cells of a new block
  Realloc,       // all cells of the new block and of the old one
  Free,          // all cells of the block
  Copy,          // the cells of one piece, at source and destination
  SectionBegin,  // what the section accesses, or the lock of all sections
  SectionEnd,    // the lock of all sections
};

// The family of functions that execute it.
enum class EffectFamily : std::uint8_t {
  Local,  // no other thread can see it
  Thread,
  Exit,
  Block,
  Realloc,
  Copy,
  Mutex,
  RwLock,
  Cond,
  Barrier,
  Semaphore,
  Once,
  Choice,
  Section,
};
inline constexpr std::size_t kEffectFamilies = static_cast<std::size_t>(EffectFamily::Section) + 1;

struct BuiltinTraits {
  Builtin what = Builtin::Unknown;
  Visible visible = Visible::Never;
  std::uint8_t arity = 0;              // arguments that are read; calls may pass more
  OpKind first = OpKind::LibraryCall;  // the kind of its first step
  OpKind later = OpKind::LibraryCall;  // the kind of its other steps, if it takes several
  Footprint footprint = Footprint::None;
  EffectFamily effect = EffectFamily::Local;
  bool is_small_lock = false;  // on a lock of 4 bytes (small_locks.hpp)
  bool stops = false;          // the thread does not continue after it
};

namespace builtin_table {

using B = Builtin;
using V = Visible;
using K = OpKind;
using F = Footprint;
using E = EffectFamily;

// clang-format off
inline constexpr std::array<BuiltinTraits, kBuiltinCount> kRows{{
    {B::ThreadCreate, V::Always, 4, K::ThreadCreate, K::ThreadCreate, F::Create, E::Thread, false, false},
    {B::ThreadJoin, V::Always, 2, K::ThreadJoin, K::ThreadJoin, F::Join, E::Thread, false, false},
    {B::ThreadDetach, V::Always, 1, K::ThreadDetach, K::ThreadDetach, F::Detach, E::Thread, false, false},
    {B::ThreadExit, V::AtThreadEnd, 1, K::ThreadExit, K::ThreadExit, F::Exit, E::Exit, false, false},
    {B::MutexInit, V::Always, 2, K::LockInit, K::LockInit, F::Lock, E::Mutex, false, false},
    {B::MutexDestroy, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::Mutex, false, false},
    {B::MutexLock, V::Always, 1, K::MutexLock, K::MutexLock, F::Lock, E::Mutex, false, false},
    {B::MutexTryLock, V::Always, 1, K::MutexTryLock, K::MutexTryLock, F::Lock, E::Mutex, false, false},
    {B::MutexTimedLock, V::Always, 2, K::MutexTryLock, K::MutexTryLock, F::Lock, E::Mutex, false, false},
    {B::MutexUnlock, V::Always, 1, K::MutexUnlock, K::MutexUnlock, F::Lock, E::Mutex, false, false},
    {B::CondInit, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::Cond, false, false},
    {B::CondDestroy, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::Cond, false, false},
    {B::CondWait, V::Always, 2, K::CondWait, K::CondWake, F::TwoLocks, E::Cond, false, false},
    {B::CondTimedWait, V::Always, 3, K::CondWait, K::CondTimedWake, F::TwoLocks, E::Cond, false, false},
    {B::CondSignal, V::Always, 1, K::CondSignal, K::CondSignal, F::Lock, E::Cond, false, false},
    {B::CondBroadcast, V::Always, 1, K::CondBroadcast, K::CondBroadcast, F::Lock, E::Cond, false, false},
    {B::RwInit, V::Always, 1, K::LockInit, K::LockInit, F::Lock, E::RwLock, false, false},
    {B::RwDestroy, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::RwLock, false, false},
    {B::RwReadLock, V::Always, 1, K::RwReadLock, K::RwReadLock, F::Lock, E::RwLock, false, false},
    {B::RwTryReadLock, V::Always, 1, K::RwTryReadLock, K::RwTryReadLock, F::Lock, E::RwLock, false, false},
    {B::RwTimedReadLock, V::Always, 2, K::RwTryReadLock, K::RwTryReadLock, F::Lock, E::RwLock, false, false},
    {B::RwWriteLock, V::Always, 1, K::RwWriteLock, K::RwWriteLock, F::Lock, E::RwLock, false, false},
    {B::RwTryWriteLock, V::Always, 1, K::RwTryWriteLock, K::RwTryWriteLock, F::Lock, E::RwLock, false, false},
    {B::RwTimedWriteLock, V::Always, 2, K::RwTryWriteLock, K::RwTryWriteLock, F::Lock, E::RwLock, false, false},
    {B::RwUnlock, V::Always, 1, K::RwWriteUnlock, K::RwWriteUnlock, F::Lock, E::RwLock, false, false},
    {B::BarrierInit, V::Always, 3, K::LibraryCall, K::LibraryCall, F::Lock, E::Barrier, false, false},
    {B::BarrierDestroy, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::Barrier, false, false},
    {B::BarrierWait, V::Always, 1, K::BarrierArrive, K::BarrierPass, F::Lock, E::Barrier, false, false},
    {B::SemInit, V::Always, 3, K::LockInit, K::LockInit, F::Lock, E::Semaphore, false, false},
    {B::SemDestroy, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::Semaphore, false, false},
    {B::SemWait, V::Always, 1, K::SemWait, K::SemWait, F::Lock, E::Semaphore, false, false},
    {B::SemTryWait, V::Always, 1, K::SemTryWait, K::SemTryWait, F::Lock, E::Semaphore, false, false},
    {B::SemTimedWait, V::Always, 2, K::SemTryWait, K::SemTryWait, F::Lock, E::Semaphore, false, false},
    {B::SemPost, V::Always, 1, K::SemPost, K::SemPost, F::Lock, E::Semaphore, false, false},
    {B::SemGetValue, V::Always, 2, K::SemGetValue, K::SemGetValue, F::LockAndInt, E::Semaphore, false, false},
    {B::SpinInit, V::Always, 1, K::LockInit, K::LockInit, F::Lock, E::Mutex, true, false},
    {B::SpinDestroy, V::Always, 1, K::LibraryCall, K::LibraryCall, F::Lock, E::Mutex, true, false},
    {B::SpinLock, V::Always, 1, K::MutexLock, K::MutexLock, F::Lock, E::Mutex, true, false},
    {B::SpinTryLock, V::Always, 1, K::MutexTryLock, K::MutexTryLock, F::Lock, E::Mutex, true, false},
    {B::SpinUnlock, V::Always, 1, K::MutexUnlock, K::MutexUnlock, F::Lock, E::Mutex, true, false},
    {B::Once, V::Always, 2, K::OnceEnter, K::OnceLeave, F::Lock, E::Once, true, false},
    {B::Malloc, V::Always, 1, K::LibraryCall, K::LibraryCall, F::NewBlock, E::Block, false, false},
    {B::Calloc, V::Always, 2, K::LibraryCall, K::LibraryCall, F::NewBlock, E::Block, false, false},
    {B::AlignedAlloc, V::Always, 2, K::LibraryCall, K::LibraryCall, F::NewBlock, E::Block, false, false},
    {B::AlignedNew, V::Always, 2, K::LibraryCall, K::LibraryCall, F::NewBlock, E::Block, false, false},
    {B::Realloc, V::Always, 2, K::LibraryCall, K::LibraryCall, F::Realloc, E::Realloc, false, false},
    {B::Free, V::IfNotNull, 1, K::LibraryCall, K::LibraryCall, F::Free, E::Block, false, false},
    {B::Memcpy, V::IfShared, 3, K::PlainStore, K::PlainStore, F::Copy, E::Copy, false, false},
    {B::Memset, V::IfShared, 3, K::PlainStore, K::PlainStore, F::Copy, E::Copy, false, false},
    {B::Choose, V::Always, 1, K::Choose, K::Choose, F::None, E::Choice, false, false},
    {B::NondetBool, V::Always, 0, K::Choose, K::Choose, F::None, E::Choice, false, false},
    {B::NondetPointer, V::Always, 0, K::Choose, K::Choose, F::None, E::Choice, false, false},
    {B::Nondet, V::Always, 0, K::Choose, K::Choose, F::None, E::Choice, false, false},
    {B::Any, V::Always, 2, K::Choose, K::Choose, F::None, E::Choice, false, false},
    {B::NondetReal, V::Always, 0, K::Choose, K::Choose, F::None, E::Choice, false, false},
    {B::Yield, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::AtomicBegin, V::OutermostBegin, 0, K::MutexLock, K::MutexLock, F::SectionBegin, E::Section, false, false},
    {B::AtomicEnd, V::OutermostEnd, 0, K::MutexUnlock, K::MutexUnlock, F::SectionEnd, E::Section, false, false},
    {B::ThreadSelf, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::ThreadEqual, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Ignore, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Assume, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::AssertFail, V::Never, 4, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::SkeinFail, V::Never, 4, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::ReachError, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::Abort, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::Trap, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::Throw, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::Exit, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::QuickExit, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, true},
    {B::IsActive, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Random, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::RandomSeed, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Abs, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Expect, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Print, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::FormatReal, V::Never, 4, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::ParseReal, V::Never, 3, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Refuse, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SetErrno, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::LookAtClock, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::PassTime, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::PassUntil, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::OnThreadExit, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::OnProgramExit, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::StackSave, V::Never, 0, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::StackRestore, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::VaStart, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::VaCopy, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::Math, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::RealClass, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::MulAdd, V::Never, 3, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::PopCount, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::LeadingZeros, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::TrailingZeros, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SwapBytes, V::Never, 1, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::UMin, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::UMax, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SMin, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SMax, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SAddOverflow, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::UAddOverflow, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SSubOverflow, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::USubOverflow, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::SMulOverflow, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
    {B::UMulOverflow, V::Never, 2, K::LibraryCall, K::LibraryCall, F::None, E::Local, false, false},
}};
// clang-format on

constexpr bool is_complete() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].what != static_cast<Builtin>(i)) return false;
  }
  return true;
}
static_assert(is_complete(), "each builtin has its row, in the order of the enumeration");

}  // namespace builtin_table

constexpr const BuiltinTraits& traits(Builtin what) {
  return builtin_table::kRows[static_cast<std::size_t>(what)];
}

constexpr bool is_builtin(const Instruction& in) { return in.code == Code::Builtin; }
constexpr bool is_builtin(const Instruction& in, Builtin what) {
  return in.code == Code::Builtin && in.sub == static_cast<std::uint8_t>(what);
}
// REQUIRES is_builtin(in).
constexpr Builtin builtin_of(const Instruction& in) { return static_cast<Builtin>(in.sub); }

}  // namespace skein::ir
