// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/output.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

constexpr std::size_t kBufferSize = 1U << 16U;
char out_buffer[kBufferSize];

}  // namespace

// The buffer is ours from the start, so the agent that prints first allocates nothing.
void prepare_output() {
  setvbuf(stdout, out_buffer, _IOFBF, sizeof(out_buffer));
  if (g.channel->settings.shows_output) return;
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) give_up("cannot open /dev/null");
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
}

// Not with fflush: the agent that failed may have been inside stdio and hold its locks.
void show_rest_of_output() {
  if (!g.channel->plan.shows_output && !g.channel->settings.shows_output) return;
  const char* begin = stdout->_IO_write_base;
  const char* end = stdout->_IO_write_ptr;
  if (begin < out_buffer || end > out_buffer + kBufferSize || begin >= end) return;
  syscalls::call(SYS_write, STDOUT_FILENO, syscalls::as_long(begin), end - begin);
}

}  // namespace skein::runtime
