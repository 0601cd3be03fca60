// SPDX-License-Identifier: Apache-2.0
// Threads: create, join, detach. A thread is named by its creator and the number of threads the
// creator created before; its pthread_t is that of the real thread whose stack and TLS it borrows.
#include "runtime/intercept/threads/thread_lifecycle.hpp"

#include <cerrno>
#include <pthread.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/signals/signals.hpp"
#include "runtime/intercept/threads/early_threads.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/tls.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)> pthread_create(
    "pthread_create");
NextSymbol<int(pthread_t, void**)> pthread_join("pthread_join");
NextSymbol<int(pthread_t, void**)> pthread_tryjoin_np("pthread_tryjoin_np");
NextSymbol<int(pthread_t, void**, const timespec*)> pthread_timedjoin_np("pthread_timedjoin_np");
NextSymbol<int(pthread_t)> pthread_detach("pthread_detach");
NextSymbol<int(pthread_t)> pthread_cancel("pthread_cancel");
}  // namespace next

bool is_target_finished(const Agent& a) {
  const auto& other = *static_cast<const Agent*>(a.target);
  return other.life == Agent::Life::Finished && !other.has_ended_process;
}

bool asks_for_detached(const pthread_attr_t* attributes) {
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr) pthread_attr_getdetachstate(attributes, &state);
  return state == PTHREAD_CREATE_DETACHED;
}

Agent& find_thread(pthread_t thread, ViolationCode misuse, const void* site) {
  const std::uint32_t index = tls.find(reinterpret_cast<const void*>(thread));
  const bool is_known =
      index < tls.count() && g.agents[index].life != Agent::Life::Absent && is_running();
  if (!is_known) violate(misuse, site);
  return g.agents[index];
}

}  // namespace

int join_thread(pthread_t thread, void** result, const void* site) {
  Agent& other = find_thread(thread, ViolationCode::JoinsNonThread, site);
  if (&other == g.current) violate(ViolationCode::JoinsItself, site);
  visit(Request{.kind = OpKind::ThreadJoin,
                .first = g.interner.life(other.id),
                .site = site,
                .target = &other,
                .is_ready = &is_target_finished,
                .enabled_by = &other.exit_step});
  // State that other agents may have changed is read in the step, never before it: only then does
  // the order of the two steps follow the dependence table.
  if (other.is_joined) violate(ViolationCode::JoinsTwice, site);
  if (other.is_detached) violate(ViolationCode::JoinsDetached, site);
  other.is_joined = true;
  if (g.current->clock_ns < other.clock_ns) g.current->clock_ns = other.clock_ns;
  accesses::put(result, other.result, site);
  return 0;
}

// Detaching twice is harmless: the table calls two detaches independent, so they must commute.
int detach_thread(pthread_t thread, const void* site) {
  if (g.mode == Mode::Early) return early_threads::detach(thread, site);
  Agent& other = find_thread(thread, ViolationCode::DetachesNonThread, site);
  visit(Request{.kind = OpKind::ThreadDetach, .first = g.interner.life(other.id), .site = site});
  if (other.is_joined) violate(ViolationCode::DetachesJoined, site);
  other.is_detached = true;
  return 0;
}

NewThread NewThread::of(const pthread_attr_t* attributes, void* (*start)(void*), void* argument,
                        const void* named, const void* site) {
  NewThread result{start, argument, named, site, asks_for_detached(attributes), false, {}};
  result.has_mask =
      attributes != nullptr && pthread_attr_getsigmask_np(attributes, &result.mask) == 0;
  return result;
}

int create_thread(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                  void* argument, const void* named, const void* site) {
  if (g.mode == Mode::Early) {
    return early_threads::create(thread, attributes, start, argument, named, site);
  }
  if (!is_running()) refuse("pthread_create after the last thread", site);
  return create_thread(thread, NewThread::of(attributes, start, argument, named, site));
}

int create_thread(pthread_t* thread, const NewThread& wanted) {
  // The function lies in a library that the run loaded and that was not examined yet.
  if (module_of(reinterpret_cast<const void*>(wanted.start)) == nullptr) note_late_modules();
  Agent& me = *g.current;
  const AgentId id =
      g.interner.agent(me.id, me.children, reinterpret_cast<std::uint64_t>(wanted.named));
  if (id.value >= tls.count()) {
    // The pool has too few threads: the executor makes more and runs the plan again.
    g.wanted_agents = id.value + 1;
    end_run(End::Cut);
  }
  ++me.children;
  visit(Request{.kind = OpKind::ThreadCreate, .first = g.interner.life(id), .site = wanted.site});
  Agent& child = add_agent(id, current_step());
  child.start = wanted.start;
  child.start_argument = wanted.argument;
  child.site = g.interner.site(wanted.site);
  child.clock_ns = me.clock_ns;
  signals::inherit(me.id, id);
  if (wanted.has_mask) signals::set_first_mask(id, wanted.mask);
  child.is_detached = wanted.is_detached;
  *thread = reinterpret_cast<pthread_t>(tls[id.value].fs);
  return 0;
}

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  rt::attach();  // a library's constructor may come before ours
  if (rt::is_off()) return rt::next::pthread_create(thread, attributes, start, argument);
  return rt::create_thread(thread, attributes, start, argument,
                           reinterpret_cast<const void*>(start), __builtin_return_address(0));
}

int pthread_join(pthread_t thread, void** result) {
  if (rt::is_off()) return rt::next::pthread_join(thread, result);
  return rt::join_thread(thread, result, __builtin_return_address(0));
}

int pthread_detach(pthread_t thread) noexcept {
  if (rt::is_off()) return rt::next::pthread_detach(thread);
  return rt::detach_thread(thread, __builtin_return_address(0));
}

int pthread_cancel(pthread_t thread) {
  if (rt::is_off()) return rt::next::pthread_cancel(thread);
  rt::refuse("pthread_cancel", __builtin_return_address(0));
}

int pthread_tryjoin_np(pthread_t thread, void** result) noexcept {
  if (rt::is_off()) return rt::next::pthread_tryjoin_np(thread, result);
  rt::refuse("pthread_tryjoin_np", __builtin_return_address(0));
}

int pthread_timedjoin_np(pthread_t thread, void** result, const timespec* until) {
  if (rt::is_off()) return rt::next::pthread_timedjoin_np(thread, result, until);
  rt::refuse("pthread_timedjoin_np", __builtin_return_address(0));
}

}  // extern "C"
