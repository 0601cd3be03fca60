// SPDX-License-Identifier: Apache-2.0
// From a finding to what is reported of it.
//
// A bug of a real program is believed once its schedule has shown it twice. The program is started
// twice for that: to explore, and for one *detailed run* of the witness in a new process, which
// shares nothing with the exploration but the program and the schedule. From this one run come the
// confirmation, the details (report/counterexample.hpp) and what the program printed.
//
// A better witness is looked for before, in the process of the exploration, which is over by then.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/plan.hpp"
#include "findings/finding.hpp"
#include "machine/native/executor.hpp"
#include "report/counterexample.hpp"
#include "session/program/open_program.hpp"

namespace skein::session {

// The plan that leads a machine that has executed nothing yet through the finding's witness.
[[nodiscard]] Plan plan_of_witness(const Finding& finding, const Bounds& bounds);

// Whether the run has the finding's steps, and maybe more after them, and shows the same bug.
[[nodiscard]] bool shows(const Run& run, const Finding& finding);

struct Repetition {
  std::optional<bool> is_repeated;
  std::string output;
};

// A finding as it is reported.
struct WitnessRecord {
  Counterexample counterexample;
  std::string output;  // what a real program printed, if that was asked for
};

struct WitnessRequest {
  Bounds bounds;
  bool wants_output = false;
  // Whether no more time is to be spent on looking for a better witness.
  std::function<bool()> is_over;
};

// Runs the witness once more in a new process, without details. is_repeated: whether the same steps
// and the same end come out; false also if the program cannot be run; empty if there was no time.
[[nodiscard]] Repetition repeat(const NativeOptions& options, const Finding& finding,
                                const WitnessRequest& request);

// Looks for a witness that is easier to read, and makes its detailed run; of a real program the
// counterexample's is_repeated says how that went. The machine's own exploration must be over.
[[nodiscard]] WitnessRecord record_witness(Program& program, const Finding& finding,
                                           const WitnessRequest& request);

}  // namespace skein::session
