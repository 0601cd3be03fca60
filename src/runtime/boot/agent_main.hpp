// SPDX-License-Identifier: Apache-2.0
// The code on an agent's stack: its start function, then the end of a thread as libc does it.
#pragma once

namespace skein::runtime {

// The program's main function and its arguments, for agent 0; set before the first run.
struct ProgramMain {
  int (*main)(int, char**, char**) = nullptr;
  int argc = 0;
  char** argv = nullptr;
  char** environment = nullptr;
};
extern ProgramMain program_main;

// The agent's life from its ThreadStart on. Never returns.
void agent_main(void* agent);

}  // namespace skein::runtime
