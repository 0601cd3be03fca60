// SPDX-License-Identifier: Apache-2.0
// A schedule as a short string, for people to copy and for tools to replay.
//
// "0*3,1,2:1,0" means: agent 0 three times, agent 1, agent 2 taking choice 1, agent 0. Main is
// agent 0; choices are numbered from 0, and choice 0 is not written.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan.hpp"
#include "core/run.hpp"
#include "core/step.hpp"

namespace skein {

[[nodiscard]] std::string schedule_to_string(std::span<const Move> moves);

// The inverse. Throws a UserError that names the offending part.
[[nodiscard]] std::vector<Move> schedule_from_string(std::string_view text);

// A whole plan, to be reported with a bug of our own: "0*3,1; asleep 2; random, seed 7".
[[nodiscard]] std::string plan_to_string(const Plan& plan);

[[nodiscard]] std::vector<Move> moves_of(std::span<const Step> steps);

// The moves of a run, for a machine that has executed nothing else. A machine numbers agents in the
// order in which, over all its runs, their creators first reached their creation; here it is the
// order of this run alone. `pending` is what the agents wanted to do at the end of the run.
[[nodiscard]] std::vector<Move> portable_moves(std::span<const Step> steps,
                                               std::span<const Pending> pending);

}  // namespace skein
