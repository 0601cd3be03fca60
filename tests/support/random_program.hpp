// SPDX-License-Identifier: Apache-2.0
// Random small programs, over all operations, for the property tests.
//
// A program is structured data: bodies of statements. It renders to the text of a model file, so
// what fails can be read and kept, and it can be shrunk: smaller() gives the programs with one
// thread, statement or nesting less. Sizes are chosen such that an exhaustive search is mostly
// feasible; themes (few kinds of operations a program) make the statements meet each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace skein::test {

enum class Act : std::uint8_t {
  // Atomics and plain variables: object, value.
  Store,
  Load,
  FetchAdd,
  Count,  // adds or subtracts, and does not look at the result
  Exchange,
  Cas,
  PlainStore,
  PlainLoad,
  Copy,
  // Branches and loops: object, value, body, otherwise.
  IfEqual,
  IfChosen,
  Repeat,
  StoreChoice,
  // Mutexes: a critical section, half of one, a try.
  Critical,
  Lock,
  Unlock,
  TryLock,
  RecursiveLock,
  RecursiveCritical,
  RecursiveTry,
  // Readers-writer locks.
  ReadSection,
  WriteSection,
  ReadLock,
  ReadUnlock,
  WriteLock,
  WriteUnlock,
  TryRead,
  TryWrite,
  // Condition variables.
  Wait,
  TimedWait,
  WaitUntil,
  Signal,
  Broadcast,
  BarrierWait,
  SemWait,
  SemPost,
  SemInit,
  SemTryWait,
  SemValue,
  Once,
  FutexWait,
  FutexTimedWait,
  FutexWake,
  // Agents: object is the number of a thread or message body.
  Create,
  Join,
  Detach,
  Post,
  PostFifo,
  Assert,
  Assume,
  LibraryCall,
  Fence,
  Yield,
  Count_,
};

inline constexpr std::size_t kActs = static_cast<std::size_t>(Act::Count_);

struct Statement {
  Act act = Act::Yield;
  std::uint32_t object = 0;
  std::int32_t value = 0;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
};

using Block = std::vector<Statement>;

struct RandomProgram {
  std::vector<Block> threads;   // 0 is main; the others run only if created
  std::vector<Block> messages;  // run only if posted
  std::uint32_t sem_value = 0;
  std::uint32_t barrier_size = 2;

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::size_t statements() const;
};

// The program that a seed stands for. `size` 0: small enough for exhaustive search, mostly; 1:
// larger.
[[nodiscard]] RandomProgram random_program(std::uint64_t seed, int size = 0);

// All programs that are one step smaller.
[[nodiscard]] std::vector<RandomProgram> smaller(const RandomProgram& program);

// For people, and for RapidCheck.
std::ostream& operator<<(std::ostream& out, const RandomProgram& program);

}  // namespace skein::test
