// SPDX-License-Identifier: Apache-2.0
#include "runtime/observe/executor_costs.hpp"

#include <time.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/stack_switch.hpp"
#include "runtime/sched/tls.hpp"

namespace skein::runtime {

namespace {

void* base = nullptr;
void* other = nullptr;

// CPU time of this thread, by system call: the program's clocks are virtual.
double now_ns() {
  timespec time{};
  syscalls::call(SYS_clock_gettime, CLOCK_THREAD_CPUTIME_ID, syscalls::as_long(&time));
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

template <class Work>
double cost_of(std::uint32_t rounds, const Work& work) {
  const double begin = now_ns();
  for (std::uint32_t i = 0; i < rounds; ++i) work();
  return (now_ns() - begin) / rounds;
}

void come_back(void*) {
  while (true) switch_context(&other, base, tls[0].fs);
}

// A round trip is two switches, each with another FS base.
double measure_switch(std::uint32_t rounds) {
  if (tls.count() < 2) return 0;
  other = make_context(tls[1].stack_top, &come_back, nullptr);
  return cost_of(rounds, [] { switch_context(&base, other, tls[1].fs); }) / 2;
}

}  // namespace

void measure_costs(std::uint32_t rounds, void (*reset)()) {
  channel::ExecutorCosts& costs = g.channel->executor_costs;
  const double both = cost_of(rounds, [&] {
    reset();
    run_plan();
  });
  costs.reset_ns = cost_of(rounds, [&] { reset(); });
  costs.run_ns = both - costs.reset_ns;
  costs.switch_ns = measure_switch(rounds);
}

}  // namespace skein::runtime
