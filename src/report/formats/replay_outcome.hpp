// SPDX-License-Identifier: Apache-2.0
// How a replay ended, as data, and the verdict with its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/step.hpp"
#include "core/violation.hpp"
#include "report/report.hpp"

namespace skein {

struct ReplayOutcome {
  enum class End : std::uint8_t {
    Interrupted,
    LeftTrace,
    SameBug,   // as the trace's
    OtherBug,  // than the trace's
    Bugs,      // of a schedule without a trace
    NoBug,     // the same
    LostBug,   // all steps of the trace, but not its bug
    ValgrindErrors,
    ValgrindLeft,  // the schedule
    ValgrindNothing,
  };
  // Why a run may not be that of the trace.
  enum class Cause : std::uint8_t { OtherProgram, OtherBuild, Outside };

  // What the run did in place of the step that was expected.
  struct Met {
    enum class Kind : std::uint8_t {
      Step,
      Bound,       // the run was cut there
      NotEnabled,  // the agent waits
      Choices,     // other numbers of values to choose from
      NoAgent,     // that could go on
    };
    Kind kind = Kind::NoAgent;
    AgentId number;
    std::string agent;  // its name
    std::string operation;
    FactPlace place;  // line 0: not known
    std::uint32_t choice = 0;
    std::uint32_t choices = 1;
  };

  End end = End::Interrupted;
  Cause cause = Cause::OtherProgram;
  std::size_t steps = 0;  // of the run
  std::size_t moves = 0;  // of the schedule
  std::size_t bugs = 0;
  std::string stopped;   // Interrupted: what was
  std::string headline;  // OtherBug: the trace's
  // LeftTrace: where, what the trace says of the step (empty: there is only the move), and what was
  // there instead.
  std::size_t left_at = 0;
  std::string expected;
  Move move;
  Met met;
};

[[nodiscard]] GivenVerdict verdict_of(const ReplayOutcome& outcome);

}  // namespace skein
