// SPDX-License-Identifier: Apache-2.0
#include "report/words/remark_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/enumerator_names.hpp"
#include "core/restart_reason.hpp"
#include "report/words/text.hpp"
#include "report/words/violation_text.hpp"

namespace skein {

namespace {

using enum RemarkCode;

std::string subject_at(const Remark& remark, std::size_t i) {
  return i < remark.subjects.size() ? remark.subjects[i] : std::string();
}

std::int64_t value_at(const Remark& remark, std::size_t i) {
  return i < remark.values.size() ? remark.values[i] : 0;
}

// "1,603": numbers of things.
std::string count_at(const Remark& remark, std::size_t i) {
  return with_commas(static_cast<std::uint64_t>(value_at(remark, i)));
}

std::string counted_at(const Remark& remark, std::size_t i, std::string_view one) {
  return counted(static_cast<std::uint64_t>(value_at(remark, i)), one);
}

// The first few, and the number of the others.
std::string list_text(const std::vector<std::string>& list) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(list.size(), kMost); ++i) {
    text += (i == 0 ? "" : ", ") + printable(list[i]);
  }
  if (list.size() > kMost) text += fmt::format(" and {} more", list.size() - kMost);
  return text;
}

// Of libraries, each followed by the function: "push in libq.so".
std::string functions_text(const Remark& remark) {
  std::vector<std::string> places;
  for (std::size_t i = 0; i < remark.subjects.size(); i += 2) {
    const std::string function = subject_at(remark, i + 1);
    places.push_back((function.empty() ? "" : function + " in ") + remark.subjects[i]);
  }
  return list_text(places);
}

std::string libraries_text(const Remark& remark) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < remark.subjects.size(); i += 2) names.insert(remark.subjects[i]);
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ",") + printable(name);
  return text;
}

const char* restart_text(RestartReason reason) {
  switch (reason) {
    case RestartReason::OverlappingAtomics:
      return "atomic locations of different sizes that overlap";
    case RestartReason::RacyWord: return "words that race";
    case RestartReason::SharedState: return "files and libc state that threads share";
    case RestartReason::SectionWord:
      return "words that atomic sections share with accesses outside of them";
    case RestartReason::DeadValues: return "values that are never read";
    case RestartReason::DeeperStack: return "loops that wait further down the stack";
    case RestartReason::FirstHandler: return "handlers";
    case RestartReason::LocksAsWritten: return "attempts to lock what std::lock locks";
    case RestartReason::OrderedArrivals: return "barriers with more users than places";
    case RestartReason::OrderedPosts: return "semaphores that overflow";
    case RestartReason::OrderedAdditions: return "plain writes to atomic locations";
    case RestartReason::LockSections: return "sections of locks that have something in common";
    case RestartReason::ReferenceCounts: return "reference counts that can be observed";
    case RestartReason::ForeignWord: return "words that libraries change atomically";
    case RestartReason::ForeignLoop: return "loops in which libraries wait";
    case RestartReason::None: break;
  }
  return "nothing";
}

std::string violation_or_deadlock(const ViolationFacts& facts) {
  if (facts.is_none()) return "deadlock";
  return std::string(name(kind_of(facts.code))) + ": " + violation_text(facts);
}

// The words of a code that has nothing else to say; empty if it has.
std::string_view plain_remark(RemarkCode code) {
  switch (code) {
    case NothingPasses: return "no execution gets past its assumptions, so nothing was checked";
    case NothingPassesOrEnds:
      return "no execution gets past its assumptions and out of its loops, so nothing was checked";
    case StillCompiling: return "the program was still being compiled";
    case RaceOrdersUnexplored: return "the orders of racing accesses were not explored";
    case SectionOrdersUnexplored:
      return "the orders of atomic sections and accesses outside of them were not explored";
    case ContradictedOnce:
      return "the exploration stopped where a run contradicted another, which did not happen "
             "again: what the program does depends on something other than its schedule and input "
             "(time, files, process numbers, ...)";
    case ContradictedByUnseen:
      return "the exploration stopped where a run contradicted another: what a thread does depends "
             "on operations that were not seen";
    case ContradictedByRace:
      return "the exploration stopped where a run contradicted another: what a thread does depends "
             "on the outcome of a data race (try --races=explore)";
    case ContradictedPerhapsByRace:
      return "the exploration stopped where a run contradicted another: what a thread does may "
             "depend on the outcome of a data race (try --races=explore)";
    case SolverStopped: return "inputs were only drawn at random: the solver had to stop";
    case PrefixUnfinished: return "the construction ended here";
    case LibraryWordsUnwatched:
      return "libraries synchronise by words whose plain accesses could not be watched";
    case InstructionsUnwatched: return "some instructions could not be watched";
    case TooManyInstructions:
      return "there are too many atomic instructions to watch in what is loaded";
    case NoRaces: return "data races were not looked for";
    case NoRacesInBinary: return "not built by skein cc, so data races were not looked for";
    case NoPlugin:
      return "its compiler has no plugin of skein's, so some plain accesses were not seen";
    case OnlyRacesAtOnce:
      return "of races, only those of accesses that are possible at once were looked for";
    case WeakRacesBeyondCutoffs:
      return "data races that only weak memory orders allow may lie beyond cut-offs";
    case NoLivelocks: return "livelocks were not looked for";
    case StatementsAreSteps:
      return "what happens between the accesses of one statement was not looked at";
    case HashesForStates: return "states with equal hashes were taken for equal";
    case SequentialConsistency: return "under sequential consistency";
    case NoSpuriousWakeups: return "without spurious wake-ups";
    case ThreadsBeforeMain: return "with threads of constructors that begin when main is called";
    case HandledFaults: return "without the faults that the program handles itself";
    case NoSignals: return "without signals from outside";
    case EnvironmentAtMost: return "for environment variables of at most 15 characters";
    case SomeExitFailure: return "some executions ended with an exit status other than 0";
    case PossibleExitFailure:
      return "some executions may have ended with an exit status other than 0";
    default: return {};
  }
}

std::string exit_text(const Remark& remark) {
  const std::string status = fmt::format(" with exit status {}", value_at(remark, 0));
  switch (remark.code) {
    case EveryExitStatus: return "every execution ended" + status;
    case ExitStatusOfExecutions:
      return count_at(remark, 1) + " of " + counted_at(remark, 2, "execution") + " ended" + status;
    case SomeExitStatus: return "some executions ended" + status;
    default: return "some executions may have ended" + status;
  }
}

std::string made_remark(const Remark& remark) {
  switch (remark.code) {
    case NothingPassesSoFar:
      return "in " + counted_at(remark, 0, "state") +
             " there was no execution that gets past its assumptions";
    case TooManyRacingWords:
      return "more than " + count_at(remark, 0) + " words race: not all their orders were explored";
    case FindingsNotRepeated:
      return counted_at(remark, 0, "bug") +
             " did not show again in the same schedule, so that the program may not be "
             "deterministic or may leave behind what skein cannot put back (try --reset=fork)";
    case TooManyRestarts:
      return fmt::format(
          "the exploration began again {} times, which is the limit, and would have to once more: "
          "it met {}",
          value_at(remark, 0), restart_text(static_cast<RestartReason>(value_at(remark, 1))));
    case OnlyRandomInputs: return "inputs were only drawn at random: " + subject_at(remark, 0);
    case UnseenAtomics:
      return fmt::format(
          "threads executed atomic operations that skein did not see: {} (build it with skein cc, "
          "or --trust-unseen={})",
          functions_text(remark), libraries_text(remark));
    case TrustedAtomics:
      return "trusting atomic operations that were not seen: " + functions_text(remark);
    case FindingsMayBePrevented:
      return counted_at(remark, 0, "finding") +
             " (see the warnings) may be prevented by what was not seen";
    case LibraryLoadedLate:
      return printable(subject_at(remark, 0)) + " was loaded in a run and not looked at";
    case NoRacesInLibraries:
      return "data races inside of " + list_text(remark.subjects) +
             " were not looked for (not built by skein cc)";
    case RacesInShareOfMemory:
      return fmt::format("data races were looked for in {:.3g}% of the memory",
                         static_cast<double>(value_at(remark, 0)) / 1e7);
    case LivelockSearchEnded:
      return "the search for livelocks was given up after " + counted_at(remark, 0, "look");
    case StaleNames:
      return fmt::format(
          "others keep pointers to freed blocks, {} at a time or more: a use of one may go "
          "unnoticed after a later allocation",
          value_at(remark, 0));
    case SignalsOnce: return "with " + subject_at(remark, 0) + " from outside once each at most";
    case OpenMpThreads: return fmt::format("with up to {} OpenMP threads", value_at(remark, 0));
    case InputRanges: return "for inputs in " + subject_at(remark, 0);
    // As include/skein/unknown_*.c say.
    case ArgumentsAtMost:
      return "for at most " + counted_at(remark, 0, "argument") + " of at most 8 characters";
    case EndsWithMutexHeld:
      return subject_at(remark, 0) + " ended while it held the mutex " + subject_at(remark, 1);
    case FindingNotCounted:
      return "not counted as a bug, since what skein did not see may prevent it: " +
             violation_text(remark.violation);
    case FindingSeenOnceOnly:
      return "seen once, but not again in the same schedule: " +
             violation_or_deadlock(remark.violation);
    case NotBuiltBySkein:
      return "'" + printable(subject_at(remark, 0)) +
             "' was not built by skein cc: its calls of libraries and its atomic instructions are "
             "seen, its other accesses to memory are not";
    case OtherBuild:
      return fmt::format(
          "the trace was made with another build of the program: build id {}, now {}",
          printable(subject_at(remark, 0)), subject_at(remark, 1));
    default: return exit_text(remark);
  }
}

constexpr const auto& kNames = kEnumeratorNames<RemarkCode, kRemarkCodes>;
static_assert(kNames[static_cast<std::size_t>(OtherBuild)] == "OtherBuild");

}  // namespace

std::string_view name(RemarkCode code) { return kNames.at(static_cast<std::size_t>(code)); }

std::string remark_text(const Remark& remark) {
  const std::string_view plain = plain_remark(remark.code);
  return plain.empty() ? made_remark(remark) : std::string(plain);
}

std::string remarks_text(const std::vector<Remark>& remarks) {
  std::string text;
  for (const Remark& remark : remarks) text += "; " + remark_text(remark);
  return text;
}

}  // namespace skein
