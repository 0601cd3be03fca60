// What running costs without explorer and channel, measured where it happens: for bench/native.
#pragma once

namespace skein::runtime {

// Runs the channel's plan plan.measured_runs times, with `reset` before each, and notes in the
// channel what a run, a reset and a switch from one agent to another cost. To be called after a
// run of that plan; leaves everything as after a run.
void measure_costs(void (*reset)());

}  // namespace skein::runtime
