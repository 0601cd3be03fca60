// SPDX-License-Identifier: Apache-2.0
// The numbers of the process, its parent and its threads. A run may be continued in another process
// (runtime/snapshot), and must not notice: the numbers are those of the executor.
#include <unistd.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// Asked for once, before there is any other process.
pid_t process = 0;
pid_t parent = 0;

__attribute__((constructor(101))) void note_identity() {
  process = static_cast<pid_t>(syscalls::call(SYS_getpid));
  parent = static_cast<pid_t>(syscalls::call(SYS_getppid));
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace syscalls = skein::syscalls;

extern "C" {

pid_t getpid() noexcept {
  if (rt::is_off() || rt::process == 0) return static_cast<pid_t>(syscalls::call(SYS_getpid));
  return rt::process;
}

pid_t getppid() noexcept {
  if (rt::is_off() || rt::process == 0) return static_cast<pid_t>(syscalls::call(SYS_getppid));
  return rt::parent;
}

pid_t gettid() noexcept {
  if (rt::is_off() || rt::g.current == nullptr || rt::process == 0) {
    return static_cast<pid_t>(syscalls::call(SYS_gettid));
  }
  return rt::process + static_cast<pid_t>(rt::g.current->id.value);
}

}  // extern "C"
