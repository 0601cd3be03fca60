// A bug of a real program is believed once its schedule has shown it twice: the witness is executed
// again in a new process, which shares nothing with the exploration but the program and the
// schedule.
#pragma once

#include "findings/finding.hpp"
#include "machine/native/executor.hpp"
#include "model/plan.hpp"

namespace skein::cli {

// The plan that leads a machine that has executed nothing yet through the finding's witness.
[[nodiscard]] Plan plan_of_witness(const Finding& finding, const Bounds& bounds);

// Whether the same steps and the same end come out. False also if the program cannot be run.
[[nodiscard]] bool happens_again(const NativeOptions& options, const Finding& finding,
                                 const Bounds& bounds);

}  // namespace skein::cli
