// SPDX-License-Identifier: Apache-2.0
#include "report/formats/replay_outcome.hpp"

#include <fmt/format.h>

#include "report/words/text.hpp"

namespace skein {

namespace {

using ReplayEnd = ReplayOutcome::End;

std::string cause_text(ReplayOutcome::Cause cause) {
  switch (cause) {
    case ReplayOutcome::Cause::OtherProgram:
      return "the schedule is of another program, or of other arguments or options";
    case ReplayOutcome::Cause::OtherBuild:
      return "the program was built anew since the trace was made";
    case ReplayOutcome::Cause::Outside: break;
  }
  return "the program is the same: it depends on something outside of skein's control (files, "
         "environment, time)";
}

std::string expected_text(const ReplayOutcome& outcome) {
  if (!outcome.expected.empty()) return printable(outcome.expected);
  const Move& move = outcome.move;
  return fmt::format("agent {}{}", move.agent.value,
                     move.choice == 0 ? "" : fmt::format(", choice {}", move.choice));
}

std::string met_text(const ReplayOutcome::Met& met) {
  using Kind = ReplayOutcome::Met::Kind;
  std::string step = met.agent + ": " + met.operation;
  if (met.place.line != 0) step += " at " + text_of(met.place);
  step = printable(step);
  switch (met.kind) {
    case Kind::Step:
      if (met.choices == 1) return step;
      return step + fmt::format(" (choice {} of {})", met.choice, met.choices);
    case Kind::Bound: return "the end of the run, cut by a bound";
    case Kind::NotEnabled: return step + ", which cannot be executed now";
    case Kind::Choices:
      return step + fmt::format(", which has {} to choose from", counted(met.choices, "value"));
    case Kind::NoAgent: break;
  }
  return fmt::format("no agent {} that could go on", met.number.value);
}

}  // namespace

GivenVerdict verdict_of(const ReplayOutcome& outcome) {
  const std::string steps = counted(outcome.steps, "step");
  switch (outcome.end) {
    case ReplayEnd::Interrupted: break;
    case ReplayEnd::LeftTrace:
      return {Verdict::Incomplete,
              fmt::format("replay: left the trace at step {} of {}: expected {}; met {}; {}.",
                          outcome.left_at + 1, outcome.moves, expected_text(outcome),
                          met_text(outcome.met), cause_text(outcome.cause))};
    case ReplayEnd::SameBug: return {Verdict::Bug, "replay: the same bug after " + steps + "."};
    case ReplayEnd::OtherBug:
      return {Verdict::Bug,
              "replay: another bug than the trace's, which was: " + printable(outcome.headline)};
    case ReplayEnd::Bugs:
      return {Verdict::Bug, "replay: " + counted(outcome.bugs, "bug") + " in " + steps + "."};
    case ReplayEnd::NoBug: return {Verdict::Incomplete, "replay: " + steps + ", and no bug."};
    case ReplayEnd::LostBug:
      return {Verdict::Incomplete,
              fmt::format("replay: all {} of the trace, and no bug: {}.",
                          counted(outcome.moves, "step"), cause_text(outcome.cause))};
    case ReplayEnd::ValgrindErrors:
      return {Verdict::Bug, "replay: valgrind found errors in this schedule, see above."};
    case ReplayEnd::ValgrindLeft:
      return {Verdict::Incomplete, "replay: under valgrind the program left the schedule."};
    case ReplayEnd::ValgrindNothing:
      return {Verdict::Bug,
              "replay: valgrind followed the schedule and found nothing wrong with memory."};
  }
  return {Verdict::Incomplete, "replay: " + outcome.stopped + ", by an interrupt."};
}

}  // namespace skein
