// SPDX-License-Identifier: Apache-2.0
#include "runtime/boot/exchange.hpp"

#include <cerrno>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// The next request: the last one answered, plus one. Kept here because the program may overwrite
// the channel, and our answer must be to the plan that we were given.
[[gnu::section("skein_kept")]] std::uint32_t next_request = 0;

void sleep_until_request() {
  channel::Channel& c = *g.channel;
  c.executor_sleeps.store(1, std::memory_order_seq_cst);
  while (c.request.load(std::memory_order_seq_cst) != next_request) {
    char byte = 0;
    const long result =
        syscalls::call(SYS_read, c.settings.doorbell_in, syscalls::as_long(&byte), 1);
    // At the end of the pipe the explorer is gone. An error means that the program closed the pipe
    // and nothing can wake us.
    if (result <= 0 && result != -EINTR) syscalls::exit_process(4);
  }
  c.executor_sleeps.store(0, std::memory_order_relaxed);
}

// Waits for a plan or, if that comes first, until `steps` or more steps of its beginning are known.
Wanted await(std::uint32_t steps) {
  const channel::Channel& c = *g.channel;
  for (std::uint32_t i = c.spin_rounds.load(std::memory_order_relaxed); i > 0; --i) {
    if (c.request.load(std::memory_order_acquire) == next_request) return Wanted::Run;
    if (c.ahead.load(std::memory_order_acquire) == next_request &&
        c.ahead_steps.load(std::memory_order_relaxed) >= steps) {
      return Wanted::Beginning;
    }
    syscalls::relax();
  }
  sleep_until_request();
  return Wanted::Run;
}

}  // namespace

Wanted await_request() { return await(1); }

Wanted await_plan(std::uint32_t known) { return await(known + 1); }

Wanted await_beginning(std::uint32_t steps) { return await(steps); }

std::uint32_t next_request_number() { return next_request; }

void set_next_request(std::uint32_t number) { next_request = number; }

void await_plan() {
  constexpr std::uint32_t kMoreThanEver = 0xffffffffU;
  await(kMoreThanEver);
}

void note_begun() { g.channel->begun.store(next_request, std::memory_order_relaxed); }

void answer() {
  channel::Channel& c = *g.channel;
  c.reply.store(++next_request, std::memory_order_seq_cst);
  if (c.explorer_sleeps.load(std::memory_order_seq_cst) != 0) {
    const char byte = 0;
    syscalls::call(SYS_write, c.settings.doorbell_out, syscalls::as_long(&byte), 1);
  }
}

}  // namespace skein::runtime
