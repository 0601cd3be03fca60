// SPDX-License-Identifier: Apache-2.0
// What the user is told besides findings, as data: gaps, reservations, warnings and notes.
//
// Sessions say what they saw by a code with its names and numbers; report/words/remark_text.hpp
// alone words it. The lists of a Report say how much a remark matters: the same one may be a gap,
// or, if the user trusts what was not seen, a reservation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/violation.hpp"

namespace skein {

enum class RemarkCode : std::uint8_t {
  // What was not followed, or not to its end.
  NothingPasses,            // an assumption ended every run
  NothingPassesOrEnds,      // and so did local loops, which `prove` leaves out
  NothingPassesSoFar,       // values: states looked at
  StillCompiling,           // when it was stopped
  RaceOrdersUnexplored,     // of racing accesses
  TooManyRacingWords,       // values: the limit
  SectionOrdersUnexplored,  // of atomic sections, and accesses outside of them
  FindingsNotRepeated,      // values: their number
  TooManyRestarts,          // values: the limit, a RestartReason
  ContradictedOnce,         // a run contradicted another, but not a second time
  ContradictedByUnseen,
  ContradictedByRace,
  ContradictedPerhapsByRace,
  OnlyRandomInputs,  // subjects: why there is no solver
  SolverStopped,
  PrefixUnfinished,

  // What was not seen.
  UnseenAtomics,           // subjects: libraries, each followed by the function; empty: not known
  TrustedAtomics,          // the same, but the user trusts these
  FindingsMayBePrevented,  // values: their number
  LibraryLoadedLate,       // subjects: the library
  LibraryWordsUnwatched,
  InstructionsUnwatched,
  TooManyInstructions,

  // What was not looked for.
  NoRaces,
  NoRacesInBinary,       // not built by skein cc
  NoRacesInLibraries,    // subjects: the libraries
  NoPlugin,              // of the compiler
  RacesInShareOfMemory,  // values: the share, in units of 1e-9
  OnlyRacesAtOnce,
  WeakRacesBeyondCutoffs,
  NoLivelocks,
  LivelockSearchEnded,  // values: looks
  StatementsAreSteps,
  HashesForStates,
  StaleNames,  // values: how many at a time

  // What the verdict holds under.
  SequentialConsistency,
  NoSpuriousWakeups,
  NoSignals,
  ThreadsBeforeMain,  // created by constructors
  HandledFaults,      // the program has handlers for them
  SignalsOnce,        // subjects: the signals, as given
  OpenMpThreads,      // values: the number
  InputRanges,        // subjects: the ranges, "-1,0..9"
  ArgumentsAtMost,    // values: the number
  EnvironmentAtMost,

  // Exit statuses other than 0. values: the status; of executions also their number, of how many
  EveryExitStatus,
  ExitStatusOfExecutions,
  SomeExitStatus,
  PossibleExitStatus,
  SomeExitFailure,  // the status is not known
  PossibleExitFailure,

  // Strange things that are not bugs.
  EndsWithMutexHeld,    // subjects: the agent, the mutex
  FindingNotCounted,    // violation
  FindingSeenOnceOnly,  // violation; none: a deadlock

  // Notes, which come before the report and are no part of it.
  NotBuiltBySkein,  // subjects: the program
  OtherBuild,       // than the trace's. subjects: the build id of the trace, and that of now
};
inline constexpr std::size_t kRemarkCodes = static_cast<std::size_t>(RemarkCode::OtherBuild) + 1;

// The code's name in the JSON report: that of the enumerator.
[[nodiscard]] std::string_view name(RemarkCode code);

struct Remark {
  RemarkCode code = RemarkCode::NothingPasses;
  std::vector<std::string> subjects;  // names, in the order that the code defines
  std::vector<std::int64_t> values;
  ViolationFacts violation;  // of a finding that is not counted; else none

  // Most codes need no further facts.
  // NOLINTNEXTLINE(google-explicit-constructor)
  Remark(RemarkCode what, std::vector<std::string> about = {},
         std::vector<std::int64_t> numbers = {}, ViolationFacts about_violation = {})
      : code(what),
        subjects(std::move(about)),
        values(std::move(numbers)),
        violation(std::move(about_violation)) {}
  Remark(RemarkCode what, std::int64_t number) : Remark(what, {}, {number}) {}

  friend bool operator==(const Remark&, const Remark&) = default;
};

}  // namespace skein
