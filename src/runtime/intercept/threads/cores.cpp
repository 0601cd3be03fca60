// SPDX-License-Identifier: Apache-2.0
// The processor's cores as the program sees them: always all of them. The explorer pins the
// executor to one core and releases it again (machine/native/process/wait_policy.hpp); a program
// that starts as many threads as there are cores must not notice. The program's own requests have
// no effect: its threads are fibers of one kernel thread.
#include <cerrno>
#include <cstring>
#include <pthread.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pid_t, std::size_t, cpu_set_t*)> sched_getaffinity("sched_getaffinity");
NextSymbol<int(pid_t, std::size_t, const cpu_set_t*)> sched_setaffinity("sched_setaffinity");
NextSymbol<int(pthread_t, std::size_t, cpu_set_t*)> pthread_getaffinity_np(
    "pthread_getaffinity_np");
NextSymbol<int(pthread_t, std::size_t, const cpu_set_t*)> pthread_setaffinity_np(
    "pthread_setaffinity_np");
NextSymbol<int()> get_nprocs("get_nprocs");
NextSymbol<int()> get_nprocs_conf("get_nprocs_conf");
NextSymbol<long(int)> sysconf("sysconf");
NextSymbol<int()> sched_getcpu("sched_getcpu");
}  // namespace next

int count_cores() {
  static int count = 0;
  if (count == 0) {
    const PrivateHeapScope scope;
    count = next::get_nprocs_conf();
    if (count < 1) count = 1;
  }
  return count;
}

// Returns 0 or an error number.
int show_all(std::size_t size, cpu_set_t* set) {
  const auto count = static_cast<std::size_t>(count_cores());
  if (size * 8 < count) return EINVAL;
  std::memset(set, 0, size);
  for (std::size_t i = 0; i < count; ++i) CPU_SET_S(i, size, set);
  return 0;
}

// A library's constructor may ask before ours has run, and must get the same answer.
bool is_real() {
  attach();
  return is_off();
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int sched_getaffinity(pid_t process, std::size_t size, cpu_set_t* set) noexcept {
  if (rt::is_real()) return rt::next::sched_getaffinity(process, size, set);
  const int error = rt::show_all(size, set);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int sched_setaffinity(pid_t process, std::size_t size, const cpu_set_t* set) noexcept {
  return rt::is_off() ? rt::next::sched_setaffinity(process, size, set) : 0;
}

int pthread_getaffinity_np(pthread_t thread, std::size_t size, cpu_set_t* set) noexcept {
  return rt::is_real() ? rt::next::pthread_getaffinity_np(thread, size, set)
                       : rt::show_all(size, set);
}

int pthread_setaffinity_np(pthread_t thread, std::size_t size, const cpu_set_t* set) noexcept {
  return rt::is_off() ? rt::next::pthread_setaffinity_np(thread, size, set) : 0;
}

int get_nprocs() noexcept { return rt::is_real() ? rt::next::get_nprocs() : rt::count_cores(); }

long sysconf(int name) noexcept {
  if (name != _SC_NPROCESSORS_ONLN || rt::is_real()) return rt::next::sysconf(name);
  return rt::count_cores();
}

int sched_getcpu() noexcept { return rt::is_off() ? rt::next::sched_getcpu() : 0; }

}  // extern "C"
