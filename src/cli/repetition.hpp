// SPDX-License-Identifier: Apache-2.0
// A bug of a real program is believed once its schedule has shown it twice: the witness is executed
// again in a new process, which shares nothing with the exploration but the program and the
// schedule. That run is also the one that is told to people (report/account.hpp).
#pragma once

#include <functional>
#include <optional>

#include "cli/open_program.hpp"
#include "core/plan.hpp"
#include "findings/finding.hpp"
#include "machine/native/executor.hpp"
#include "report/account.hpp"

namespace skein::cli {

// The plan that leads a machine that has executed nothing yet through the finding's witness.
[[nodiscard]] Plan plan_of_witness(const Finding& finding, const Bounds& bounds);

// Whether the run has the finding's steps, and maybe more after them, and shows the same bug.
[[nodiscard]] bool shows(const Run& run, const Finding& finding);

// Whether the same steps and the same end come out. False also if the program cannot be run; empty
// if there was no time for it.
[[nodiscard]] std::optional<bool> happens_again(const NativeOptions& options,
                                                const Finding& finding, const Bounds& bounds);

// Looks for a witness that is easier to read, executes it once more and tells it; of a real program
// is_repeated says how that went. `is_over`: whether no more time is to be spent on looking.
[[nodiscard]] Account tell_witness(Program& program, const Finding& finding, const Bounds& bounds,
                                   const std::function<bool()>& is_over);

}  // namespace skein::cli
