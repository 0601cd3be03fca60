// SPDX-License-Identifier: Apache-2.0
// From a finding to its report.
//
// A bug of a real program counts once its schedule has shown it twice. So the program is started
// twice: to explore it, and for one *detailed run* of the witness in a new process, which shares
// only the program and the schedule with the exploration. This run provides the confirmation, the
// details (report/counterexample.hpp) and the program's output.
//
// The search for a better witness comes before, in the process of the exploration, which is over by
// then.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "findings/finding.hpp"
#include "machine/native/process/executor.hpp"
#include "report/counterexample.hpp"
#include "session/program/open_program.hpp"

namespace skein::session {

// The plan that leads a fresh machine through the finding's witness.
[[nodiscard]] Plan plan_of_witness(const Finding& finding, const Bounds& bounds);

// Whether the run has the finding's steps, possibly more after them, and shows the same bug.
[[nodiscard]] bool shows(const Run& run, const Finding& finding);

// The words that the exploring machine watched when the finding was seen: the first ones of
// `watched`, which has all that it watches now.
[[nodiscard]] std::vector<std::uint64_t> watched_when_seen(
    const Finding& finding, const std::vector<std::uint64_t>& watched);

struct Repetition {
  std::optional<bool> is_repeated;
  std::string output;
};

// A finding as it is reported.
struct WitnessRecord {
  Counterexample counterexample;
  std::string output;  // what a real program printed, if requested
};

struct WitnessRequest {
  Bounds bounds;
  bool wants_output = false;
  // Whether the time for finding a better witness is over.
  std::function<bool()> is_over;
};

// Runs the witness once more in a new process, without details. is_repeated: whether the same steps
// and the same end come out; false also if the program cannot run; empty if there was no time.
[[nodiscard]] Repetition repeat(const NativeOptions& options, const Finding& finding,
                                const WitnessRequest& request);

// The detailed run of the witness as it is, in a new process, while the exploration goes on. The
// options are those of the exploring machine, with all that it has learned. Empty if the bug did
// not show again.
[[nodiscard]] std::optional<Counterexample> first_details(const NativeOptions& options,
                                                          const Finding& finding,
                                                          const Bounds& bounds);

// Finds a witness that is easier to read, and makes its detailed run; for a real program the
// counterexample's is_repeated has the result. REQUIRES: the machine's exploration is over.
[[nodiscard]] WitnessRecord record_witness(Program& program, const Finding& finding,
                                           const WitnessRequest& request);

}  // namespace skein::session
