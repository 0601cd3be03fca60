// SPDX-License-Identifier: Apache-2.0
// The end of the process under test.
//
// When main returns or somebody calls exit, that agent runs the exit handlers and the finalisers
// (finalisers.hpp) and then takes its ThreadExit. The other agents are not stopped there but go on
// as far as they can: the real process could have died later, so whatever they still do could also
// have happened before its end, and no violation is lost. But nobody can join an agent that ended
// the process, and those that cannot go on are no deadlock: the run is Completed.
#pragma once

namespace skein::runtime {

// Registers our own handler to run after all others. Call before libc registers any.
void prepare_exit();

// The current agent ends the process with `code`.
[[noreturn]] void end_process(int code);

// All agents have finished and nobody ended the process: the last one does, in mode Solo.
[[noreturn]] void end_process_alone();

}  // namespace skein::runtime
