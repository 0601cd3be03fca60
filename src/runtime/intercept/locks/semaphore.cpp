// SPDX-License-Identifier: Apache-2.0
// Semaphores. Only the value matters; it stays in the first word of the sem_t, as in libc.
#include <cerrno>
#include <climits>
#include <semaphore.h>
#include <stdarg.h>
#include <sys/types.h>

#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/locks/lock_init.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/virtual_time.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(sem_t*, int, unsigned)> sem_init("sem_init");
NextSymbol<int(sem_t*)> sem_wait("sem_wait");
NextSymbol<int(sem_t*)> sem_trywait("sem_trywait");
NextSymbol<int(sem_t*, const timespec*)> sem_timedwait("sem_timedwait");
NextSymbol<int(sem_t*, clockid_t, const timespec*)> sem_clockwait("sem_clockwait");
NextSymbol<int(sem_t*)> sem_post("sem_post");
NextSymbol<int(sem_t*, int*)> sem_getvalue("sem_getvalue");
NextSymbol<int(sem_t*)> sem_destroy("sem_destroy");
NextSymbol<sem_t*(const char*, int, mode_t, unsigned)> sem_open("sem_open");
}  // namespace next

unsigned& value_of(sem_t* s) { return *reinterpret_cast<unsigned*>(s); }

ObjectId object_of(const sem_t* s) { return g.interner.object(channel::ObjectClass::Sem, s); }

// The marks of init and destroy in the last word, which libc does not use.
constexpr unsigned kInitialised = 0x11fe5e1fU;
constexpr unsigned kDestroyed = 0xdead5e1fU;

unsigned& last_word(sem_t* s) {
  return *reinterpret_cast<unsigned*>(reinterpret_cast<char*>(s) + sizeof(*s) - sizeof(unsigned));
}

// Checked inside the step: the schedule decides whether another agent has initialised or destroyed
// it.
void check_usable(sem_t* s, const void* site) {
  if (last_word(s) == kDestroyed) {
    violate(ViolationCode::DestroyedSemaphore, site);
  }
  if (last_word(s) != kInitialised) {
    violate(ViolationCode::SemaphoreNotInitialised, site);
  }
}

// A wait on memory that is not a semaphore does not wait: it is misuse at once. (Natively it may
// sleep, and the initialisation would not wake it.)
bool is_open(sem_t* s) { return value_of(s) > 0 || last_word(s) != kInitialised; }
bool is_target_closed(const Agent& a) { return !is_open(static_cast<sem_t*>(a.target)); }
bool can_take(const Agent& a) { return is_open(static_cast<sem_t*>(a.target)); }

int init(sem_t* s, unsigned value, const void* site) {
  visit_init(
      object_of(s), [&] { return is_open(s); }, value > 0, site);
  value_of(s) = value;
  last_word(s) = kInitialised;
  return 0;
}

int wait(sem_t* s, const void* site) {
  sections::note_use(s);
  visit(Request{.kind = OpKind::SemWait,
                .first = object_of(s),
                .site = site,
                .target = s,
                .is_ready = &can_take});
  check_usable(s, site);
  --value_of(s);
  set_gate(true, value_of(s) > 0);
  g.step->value = value_of(s);
  sections::after_wait(s, site);
  return 0;
}

int try_wait(sem_t* s, int failure, const void* site) {
  sections::note_use(s);
  const sections::AtomicTurn turn(s, 1, site);
  visit(Request{.kind = OpKind::SemTryWait,
                .first = object_of(s),
                .site = site,
                .target = s,
                .is_idle = &is_target_closed});
  check_usable(s, site);
  const bool was_open = value_of(s) > 0;
  if (was_open) --value_of(s);
  set_gate(was_open, value_of(s) > 0);
  g.step->value = value_of(s);
  if (was_open) {
    races::on_acquired();
    return 0;
  }
  errno = failure;
  return -1;
}

int timed_wait(sem_t* s, const timespec* until, const void* site) {
  const int result = try_wait(s, ETIMEDOUT, site);
  if (result != 0) advance_clock(*until);
  return result;
}

int post(sem_t* s, const void* site) {
  sections::note_use(s);
  const sections::AtomicTurn turn(s, 1, site);
  const bool is_blind =
      is_running() && g.channel->settings.reduces_by_outcome && !watched::orders_posts;
  visit(
      Request{.kind = OpKind::SemPost, .is_blind = is_blind, .first = object_of(s), .site = site});
  check_usable(s, site);
  if (value_of(s) == SEM_VALUE_MAX) {
    // Which of several posts fails depends on their order.
    if (is_blind) watched::order_posts();
    set_gate(true, true);
    errno = EOVERFLOW;
    return -1;
  }
  set_gate(value_of(s) > 0, true);
  ++value_of(s);
  g.step->value = value_of(s);
  return 0;
}

// A step, so that its order with the last uses is explored.
int destroy(sem_t* s, const void* site) {
  visit(Request{.kind = OpKind::LibraryCall, .first = object_of(s), .site = site});
  set_gate(is_open(s), true);
  check_usable(s, site);
  last_word(s) = kDestroyed;
  return 0;
}

int get_value(sem_t* s, int* value, const void* site) {
  visit(Request{.kind = OpKind::SemGetValue, .first = object_of(s), .site = site});
  check_usable(s, site);
  set_gate(value_of(s) > 0, value_of(s) > 0);
  g.step->value = static_cast<int>(value_of(s));
  accesses::put(value, static_cast<int>(value_of(s)), site);
  return 0;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int sem_init(sem_t* s, int is_shared, unsigned value) noexcept {
  if (rt::is_off()) {
    const int result = rt::next::sem_init(s, is_shared, value);
    if (result == 0) rt::last_word(s) = rt::kInitialised;
    return result;
  }
  if (value > SEM_VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  return rt::init(s, value, __builtin_return_address(0));
}

int sem_destroy(sem_t* s) noexcept {
  return rt::is_off() ? rt::next::sem_destroy(s) : rt::destroy(s, __builtin_return_address(0));
}

// Shared with other processes, which we do not see.
sem_t* sem_open(const char* name, int flags, ...) noexcept {
  va_list list;
  va_start(list, flags);
  const auto mode = va_arg(list, mode_t);
  const auto value = va_arg(list, unsigned);
  va_end(list);
  if (rt::is_off()) return rt::next::sem_open(name, flags, mode, value);
  rt::refuse("sem_open (a named semaphore; use sem_init)", __builtin_return_address(0));
}

int sem_wait(sem_t* s) {
  if (rt::is_off()) return rt::next::sem_wait(s);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::wait(s, __builtin_return_address(0)));
}

int sem_trywait(sem_t* s) noexcept {
  if (rt::is_off()) return rt::next::sem_trywait(s);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::try_wait(s, EAGAIN, __builtin_return_address(0)));
}

int sem_timedwait(sem_t* s, const timespec* until) {
  return rt::is_off() ? rt::next::sem_timedwait(s, until)
                      : rt::timed_wait(s, until, __builtin_return_address(0));
}

int sem_clockwait(sem_t* s, clockid_t clock, const timespec* until) {
  return rt::is_off() ? rt::next::sem_clockwait(s, clock, until)
                      : rt::timed_wait(s, until, __builtin_return_address(0));
}

int sem_post(sem_t* s) noexcept {
  if (rt::is_off()) return rt::next::sem_post(s);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::post(s, __builtin_return_address(0)));
}

int sem_getvalue(sem_t* s, int* value) noexcept {
  if (rt::is_off()) return rt::next::sem_getvalue(s, value);
  rt::spins::mark_caller();
  return rt::spins::unmark(rt::get_value(s, value, __builtin_return_address(0)));
}

}  // extern "C"
