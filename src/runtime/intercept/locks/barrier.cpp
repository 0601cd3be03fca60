// SPDX-License-Identifier: Apache-2.0
// Barriers: threads arrive, and pass when the last has arrived; the wait of one of them returns a
// special value. The pthread_barrier_t holds the state, in our own layout.
//
// Arrivals are blind (docs/equivalence.md): when all have arrived, the one with the smallest number
// opens the barrier, in a step that all passes follow and that chooses who gets the special value,
// which POSIX leaves open. Only threads that look at the result count: for a call whose result is
// not used, the compilers' plugins (machine/native/plugins) call skein_barrier_wait. All this needs
// rounds of always the same threads. If more threads arrive than the barrier has places, the
// exploration starts over with ordered arrivals: the last to arrive lets the others pass, and gets
// the special value.
#include "runtime/intercept/locks/barrier.hpp"

#include <cerrno>

#include "runtime/intercept/locks/lock_init.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_barrier_t*, const pthread_barrierattr_t*, unsigned)> pthread_barrier_init(
    "pthread_barrier_init");
NextSymbol<int(pthread_barrier_t*)> pthread_barrier_wait("pthread_barrier_wait");
NextSymbol<int(pthread_barrier_t*)> pthread_barrier_destroy("pthread_barrier_destroy");
}  // namespace next

// The agents that have arrived since the initialisation, by number. There is no room for more.
constexpr std::uint32_t kMaxUsers = 128;

struct Barrier {
  unsigned needed;
  unsigned arrived;
  std::uint64_t users[kMaxUsers / 64];
};
static_assert(sizeof(Barrier) <= sizeof(pthread_barrier_t));

Barrier& view(pthread_barrier_t* b) { return *reinterpret_cast<Barrier*>(b); }

// Whether the barrier may have more users than places, now that the agent uses it.
bool is_crowded(Barrier& barrier, AgentId agent) {
  if (agent.value >= kMaxUsers) return true;
  barrier.users[agent.value / 64] |= std::uint64_t{1} << (agent.value % 64);
  unsigned count = 0;
  for (const std::uint64_t word : barrier.users) {
    count += static_cast<unsigned>(__builtin_popcountll(word));
  }
  return count > barrier.needed;
}

template <class Visit>
void visit_live(const Visit& visit) {
  for (std::uint32_t i = 0; i < g.live_count; ++i) visit(g.agents[g.live[i]]);
}

bool is_woken(const Agent& a) { return a.is_woken; }
bool has_enabler(const Agent& a) { return !a.enabler.is_none(); }

// Every agent of the round that looks may get the special value; or none of them.
std::uint32_t count_round(const Agent& opener) {
  std::uint32_t looking = 0;
  std::uint32_t others = 0;
  visit_live([&](const Agent& a) {
    if (a.sleeps_on != opener.target || !a.is_woken) return;
    ++(a.looks ? looking : others);
  });
  return looking + (others > 0 ? 1 : 0);
}

// The last of the round has arrived. Returns the agent that opens the barrier.
Agent& end_round(const pthread_barrier_t* b) {
  Agent* opener = nullptr;
  visit_live([&](Agent& a) {
    if (a.sleeps_on != b || a.is_woken) return;
    a.is_woken = true;
    if (opener == nullptr || a.id < opener->id) opener = &a;
  });
  return *opener;
}

Request opening(ObjectId object, pthread_barrier_t* b, const void* site) {
  return Request{.kind = OpKind::BarrierOpen,
                 .first = object,
                 .site = site,
                 .target = b,
                 .count_choices = &count_round,
                 .enabler = current_step()};
}

// Lets the others of the round pass; `detail` says who gets the special value.
void open(const pthread_barrier_t* b, std::uint32_t choice) {
  visit_live([&](Agent& a) {
    if (a.sleeps_on != b || !a.is_woken) return;
    a.detail = a.looks && choice-- == 0 ? 1 : 0;
    if (&a != g.current) a.enabler = current_step();
  });
}

// The agent has arrived, and the order of arrivals does not count.
int pass_round(pthread_barrier_t* b, bool is_last, ObjectId object, const void* site) {
  Agent& me = *g.current;
  Request request{.kind = OpKind::BarrierPass,
                  .first = object,
                  .site = site,
                  .target = b,
                  .is_ready = &has_enabler};
  if (is_last) {
    Agent& opener = end_round(b);
    const Request last = opening(object, b, site);
    if (&opener == &me) {
      request = last;
    } else {
      opener.op.kind = last.kind;
      opener.is_ready = last.is_ready;
      opener.count_choices = last.count_choices;
      opener.enabler = last.enabler;
    }
  }
  const std::uint32_t choice = visit(request);
  if (me.op.kind == OpKind::BarrierOpen) open(b, choice);
  me.sleeps_on = nullptr;
  me.is_woken = false;
  return me.detail != 0 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

// The agent has arrived, and the order of arrivals counts.
int pass_ordered(pthread_barrier_t* b, bool is_last, ObjectId object, const void* site) {
  Agent& me = *g.current;
  StepIndex enabler;
  if (is_last) {
    enabler = current_step();
    visit_live([&](Agent& a) {
      if (a.sleeps_on != b || a.is_woken) return;
      a.is_woken = true;
      if (&a != &me) a.enabler = enabler;
    });
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

}  // namespace

int wait_at(pthread_barrier_t* b, ObjectId object, bool looks, const void* site) {
  const bool is_blind =
      is_running() && g.channel->settings.reduces_by_outcome && !watched::orders_arrivals;
  visit(
      Request{.kind = OpKind::BarrierArrive, .is_blind = is_blind, .first = object, .site = site});
  if (view(b).needed == 0) {
    violate(ViolationCode::BarrierNotInitialised, site);
  }
  Agent& me = *g.current;
  me.sleeps_on = b;
  me.is_woken = false;
  me.looks = looks;
  if (is_blind && is_crowded(view(b), me.id)) watched::order_arrivals();
  const bool is_last = ++view(b).arrived == view(b).needed;
  if (is_last) view(b).arrived = 0;
  return is_blind ? pass_round(b, is_last, object, site) : pass_ordered(b, is_last, object, site);
}

void begin_barrier(pthread_barrier_t* b, unsigned count) { view(b) = Barrier{count, 0, {}}; }

namespace {

int wait(pthread_barrier_t* b, bool looks, const void* site) {
  return wait_at(b, g.interner.object(channel::ObjectClass::Barrier, b), looks, site);
}

int init(pthread_barrier_t* b, unsigned count, const void* site) {
  visit_init_of_waited(g.interner.object(channel::ObjectClass::Barrier, b), b,
                       ViolationCode::InitialisesBusyBarrier, site);
  view(b) = Barrier{count, 0, {}};
  return 0;
}

// A step, so that its order with the last uses is explored.
int destroy(pthread_barrier_t* b, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall,
                .first = g.interner.object(channel::ObjectClass::Barrier, b),
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
  if (rt::is_off()) return rt::next::pthread_barrier_init(b, attributes, count);
  if (count == 0) return EINVAL;
  return rt::init(b, count, __builtin_return_address(0));
}

int pthread_barrier_wait(pthread_barrier_t* b) noexcept {
  return rt::is_off() ? rt::next::pthread_barrier_wait(b)
                      : rt::wait(b, true, __builtin_return_address(0));
}

// A call whose result the program does not use.
int skein_barrier_wait(pthread_barrier_t* b) noexcept {
  return rt::is_off() ? rt::next::pthread_barrier_wait(b)
                      : rt::wait(b, false, __builtin_return_address(0));
}

int pthread_barrier_destroy(pthread_barrier_t* b) noexcept {
  if (rt::is_off()) return rt::next::pthread_barrier_destroy(b);
  return rt::destroy(b, __builtin_return_address(0));
}

}  // extern "C"
