// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/threads/early_threads.hpp"

#include <cerrno>
#include <cstdint>
#include <signal.h>

#include "runtime/intercept/threads/thread_lifecycle.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/tls.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime::early_threads {

namespace {

struct EarlyThread {
  NewThread thread;
  AgentId id;
};
constexpr std::uint32_t kMost = 256;
EarlyThread threads[kMost];
std::uint32_t count = 0;

}  // namespace

int create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
           void* argument, const void* named, const void* site) {
  if (count == kMost) return EAGAIN;
  // The same name as in begin().
  const AgentId id = g.interner.agent(kMainAgent, count, reinterpret_cast<std::uint64_t>(named));
  if (tls.count() == 0) tls.start();
  if (id.value >= tls.count()) tls.grow(id.value + 1);
  EarlyThread& early = threads[count++];
  early = {NewThread::of(attributes, start, argument, named, site), id};
  *thread = reinterpret_cast<pthread_t>(tls[id.value].fs);
  return 0;
}

int detach(pthread_t thread, const void* site) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (tls[threads[i].id.value].fs != reinterpret_cast<const void*>(thread)) continue;
    threads[i].thread.is_detached = true;
    return 0;
  }
  violate(ViolationCode::DetachesNonThread, site);
}

void begin() {
  if (count > 0) g.channel->run.has_early_threads = true;
  for (std::uint32_t i = 0; i < count; ++i) {
    pthread_t thread{};
    create_thread(&thread, threads[i].thread);
  }
}

}  // namespace skein::runtime::early_threads
