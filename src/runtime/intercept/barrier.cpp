// SPDX-License-Identifier: Apache-2.0
// Barriers: threads arrive, and pass when the last has arrived; the last one's wait returns a
// special value. The pthread_barrier_t holds the state, in our own layout.
#include "runtime/intercept/barrier.hpp"

#include <cerrno>

#include "runtime/intercept/lock_init.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

NextSymbol<int(pthread_barrier_t*, const pthread_barrierattr_t*, unsigned)> real_init(
    "pthread_barrier_init");
NextSymbol<int(pthread_barrier_t*)> real_wait("pthread_barrier_wait");
NextSymbol<int(pthread_barrier_t*)> real_destroy("pthread_barrier_destroy");

struct Barrier {
  unsigned needed;
  unsigned arrived;
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier& view(pthread_barrier_t* b) { return *reinterpret_cast<Barrier*>(b); }

bool is_woken(const Agent& a) { return a.is_woken; }

}  // namespace

int wait_at(pthread_barrier_t* b, ObjectId object, const void* site) {
  visit(Request{.kind = OpKind::BarrierArrive, .first = object, .site = site});
  if (view(b).needed == 0) {
    violate(ViolationCode::BarrierNotInitialised, site);
  }
  Agent& me = *g.current;
  me.sleeps_on = b;
  me.is_woken = false;
  StepIndex enabler;
  const bool is_last = ++view(b).arrived == view(b).needed;
  if (is_last) {
    view(b).arrived = 0;
    enabler = current_step();
    me.is_woken = true;
    for (std::uint32_t i = 0; i < g.live_count; ++i) {
      Agent& a = g.agents[g.live[i]];
      if (a.sleeps_on != b || a.is_woken) continue;
      a.is_woken = true;
      a.enabler = enabler;
    }
  }
  visit(Request{.kind = OpKind::BarrierPass,
                .first = object,
                .site = site,
                .is_ready = &is_woken,
                .enabler = enabler});
  me.sleeps_on = nullptr;
  me.is_woken = false;
  return is_last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

void begin_barrier(pthread_barrier_t* b, unsigned count) { view(b) = Barrier{count, 0}; }

namespace {

int wait(pthread_barrier_t* b, const void* site) {
  return wait_at(b, g.names.object(channel::ObjectClass::Barrier, b), site);
}

int init(pthread_barrier_t* b, unsigned count, const void* site) {
  visit_init_of_waited(g.names.object(channel::ObjectClass::Barrier, b), b,
                       ViolationCode::InitialisesBusyBarrier, site);
  view(b) = Barrier{count, 0};
  return 0;
}

// A step, so that its order with the last uses is explored.
int destroy(pthread_barrier_t* b, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall,
                .first = g.names.object(channel::ObjectClass::Barrier, b),
                .site = site});
  if (view(b).arrived != 0) {
    violate(ViolationCode::DestroysBusyBarrier, site);
  }
  view(b).needed = 0;
  return 0;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_barrier_init(pthread_barrier_t* b, const pthread_barrierattr_t* attributes,
                         unsigned count) noexcept {
  if (rt::is_off()) return rt::real_init(b, attributes, count);
  if (count == 0) return EINVAL;
  return rt::init(b, count, __builtin_return_address(0));
}

int pthread_barrier_wait(pthread_barrier_t* b) noexcept {
  return rt::is_off() ? rt::real_wait(b) : rt::wait(b, __builtin_return_address(0));
}

int pthread_barrier_destroy(pthread_barrier_t* b) noexcept {
  if (rt::is_off()) return rt::real_destroy(b);
  return rt::destroy(b, __builtin_return_address(0));
}

}  // extern "C"
