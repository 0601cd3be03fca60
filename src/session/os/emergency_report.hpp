// SPDX-License-Identifier: Apache-2.0
// The report that is given when there is no time for a better one.
//
// While it works, a command keeps ready what it would have to say if it stopped now: the verdict,
// the bugs found so far, the files that were asked for. If the time is over and the command does
// not come to its end by itself (time_limit.hpp), a timer's signal handler writes this out and ends
// the process. So the promise of --max-seconds and of Ctrl-C does not depend on every loop of
// ours, or of a library's, looking at the clock.
//
// All the state is global, since a signal handler can reach nothing else; one thread only.
#pragma once

#include <string>
#include <vector>

namespace skein::session {

// What goes to one descriptor. A file's contents are replaced.
struct EmergencyText {
  int descriptor = -1;
  bool is_file = false;
  std::string text;
};

struct EmergencyReport {
  std::vector<EmergencyText> texts;
  int status = 0;
};

// What to say if a signal, or the limit of time, ends the work. Replaces what was said before.
void keep_emergency_report(EmergencyReport if_interrupted, EmergencyReport if_over);

// Starts the timer; a later call replaces an earlier one. A signal that asks for the end starts it
// too (session/os/interrupts.hpp).
void arm_emergency_report(double seconds);

// The command has come to its end by itself.
void disarm_emergency_report();

}  // namespace skein::session
