// SPDX-License-Identifier: Apache-2.0
#include "runtime/boot/fork_server.hpp"

#include <cerrno>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "runtime/boot/exchange.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/observe/output.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

long child = 0;
std::uint32_t* wanted_by_child = nullptr;  // memory that parent and child share

}  // namespace

void die_like(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    struct Default {
      void* handler;
      unsigned long flags;
      void* restorer;
      unsigned long mask;
    } action{};  // the kernel's layout
    syscalls::call(SYS_rt_sigaction, signal, syscalls::as_long(&action), 0, 8);
    syscalls::call(SYS_kill, syscalls::call(SYS_getpid), signal);
    syscalls::exit_process(128 + signal);
  }
  syscalls::exit_process(WEXITSTATUS(status) == 0 ? 4 : WEXITSTATUS(status));
}

bool pass_to_child(int signal) {
  if (child <= 0) return false;
  syscalls::call(SYS_kill, child, signal);
  return true;
}

std::uint32_t run_in_child() {
  constexpr int kDone = 42;
  if (wanted_by_child == nullptr) {
    void* page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) give_up("no memory for the fork server");
    wanted_by_child = static_cast<std::uint32_t*>(page);
  }
  *wanted_by_child = 0;
  const long server = syscalls::call(SYS_getpid);
  child = syscalls::call(SYS_fork);
  if (child < 0) give_up("cannot fork");
  if (child == 0) {
    syscalls::call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (syscalls::call(SYS_getppid) != server) syscalls::exit_process(4);
    run_plan();
    *wanted_by_child = g.wanted_agents;
    show_rest_of_output();
    syscalls::exit_process(kDone);
  }
  int status = 0;
  while (syscalls::call(SYS_wait4, child, syscalls::as_long(&status), 0, 0) == -EINTR) {
  }
  child = 0;
  if (!WIFEXITED(status) || WEXITSTATUS(status) != kDone) die_like(status);
  note_begun();
  return *wanted_by_child;
}

}  // namespace skein::runtime
