// SPDX-License-Identifier: Apache-2.0
// The end of the process under test.
//
// When main returns or an agent calls exit, that agent runs the exit handlers and the finalisers
// (finalisers.hpp) and then takes its ThreadExit. The other agents are not stopped there but
// continue as far as they can: the real process could have died later, so their further steps could
// also have happened before its end, and no violation is lost. But no agent can join the one that
// ended the process, and agents that cannot continue are not a deadlock: the run is Completed.
#pragma once

namespace skein::runtime {

// Registers our own handler to run after all others. Call before libc registers any.
void prepare_exit();

// The current agent ends the process with `code`.
[[noreturn]] void end_process(int code);

// All agents have finished and none has ended the process: the last one does, in mode Solo.
[[noreturn]] void end_process_solo();

}  // namespace skein::runtime
