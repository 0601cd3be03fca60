// SPDX-License-Identifier: Apache-2.0
// The report that is written when there is no time for a better one.
//
// While it works, a command keeps ready what it would report if it stopped now: the verdict, the
// bugs found so far, the requested files. If time is over and the command does not end by itself
// (time_limit.hpp), a timer's signal handler writes this report and ends the process. So the
// promise of --max-seconds and of Ctrl-C does not depend on every loop, ours or a library's,
// looking at the clock.
//
// All state is global, since a signal handler can reach nothing else; single-threaded.
#pragma once

#include <string>
#include <vector>

namespace skein::session {

// The text for one descriptor. A file's contents are replaced.
struct EmergencyText {
  int descriptor = -1;
  bool is_file = false;
  std::string text;
};

struct EmergencyReport {
  std::vector<EmergencyText> texts;
  int status = 0;
};

// Sets the reports for an interrupt and for the time limit. Replaces the previous ones.
void keep_emergency_report(EmergencyReport if_interrupted, EmergencyReport if_over);

// Starts the timer; a later call replaces an earlier one. A signal that asks the command to end
// also starts it (session/os/interrupts.hpp).
void arm_emergency_report(double seconds);

// Call when the command ends by itself.
void disarm_emergency_report();

}  // namespace skein::session
