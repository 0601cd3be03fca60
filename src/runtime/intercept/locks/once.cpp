// SPDX-License-Identifier: Apache-2.0
// Once-only initialisation: pthread_once (and so std::call_once and C11's call_once), and the
// guards of C++ function-local statics.
//
// A guard is an object of one byte at the guard's address. The compiler's inline check of the guard
// reads that same byte, so in programs compiled by `skein cc` the check and the end of the
// initialisation depend on each other. In other programs the check is invisible.
#include <cstdint>
#include <pthread.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(pthread_once_t*, void (*)())> pthread_once("pthread_once");
NextSymbol<int(std::uint64_t*)> guard_acquire("__cxa_guard_acquire");
NextSymbol<void(std::uint64_t*)> guard_release("__cxa_guard_release");
NextSymbol<void(std::uint64_t*)> guard_abort("__cxa_guard_abort");
}  // namespace next

constexpr int kRunning = 1;
constexpr int kDone = 2;  // libc's value

// While an initialiser runs, the bits above the lowest two identify its agent.
bool is_running_now(int control) { return (control & 3) == kRunning; }
int running_by(const Agent& a) { return kRunning + 4 * (static_cast<int>(a.id.value) + 1); }

bool is_done(const Agent& a) { return *static_cast<const int*>(a.target) == kDone; }
bool is_not_running(const Agent& a) { return !is_running_now(*static_cast<const int*>(a.target)); }

void leave(pthread_once_t* control, ObjectId object, int state, const void* site) {
  visit(Request{.kind = OpKind::OnceLeave, .first = object, .site = site});
  *control = state;
  set_gate(false, true);
}

// Leaves the once however the initialiser ends; after an exception the next agent tries.
class Leaver {
 public:
  Leaver(pthread_once_t* control, ObjectId object, const void* site)
      : control_(control), object_(object), site_(site) {}
  Leaver(const Leaver&) = delete;
  Leaver& operator=(const Leaver&) = delete;
  ~Leaver() { leave(control_, object_, is_done_ ? kDone : 0, site_); }
  void set_done() { is_done_ = true; }

 private:
  pthread_once_t* control_;
  ObjectId object_;
  const void* site_;
  bool is_done_ = false;
};

int once(pthread_once_t* control, void (*initialise)(), const void* site) {
  if (is_support_code(site)) {
    if (*control != kDone) initialise();
    *control = kDone;
    return 0;
  }
  if (*control == running_by(*g.current)) {
    violate(ViolationCode::OnceInsideItself, site);
  }
  const ObjectId object = g.interner.object(channel::ObjectClass::Once, control);
  visit(Request{.kind = OpKind::OnceEnter,
                .first = object,
                .site = site,
                .target = control,
                .is_ready = &is_not_running,
                .is_idle = &is_done});
  const bool is_first = *control != kDone;
  g.step->seen = is_first ? 0 : 1;
  set_gate(true, !is_first);
  g.step->value = is_first ? 1 : 0;
  if (!is_first) return 0;
  *control = running_by(*g.current);
  Leaver leaver(control, object, site);
  initialise();
  leaver.set_done();
  return 0;
}

// The bytes of a guard as the C++ ABI defines them: done, and being initialised.
struct Guard {
  std::uint8_t is_done;
  std::uint8_t is_running;
  std::uint16_t unused;
  std::uint32_t runner;  // agent number + 1; the ABI leaves these bytes to the library
};

Guard& view(std::uint64_t* guard) { return *reinterpret_cast<Guard*>(guard); }

bool is_guard_free(const Agent& a) {
  return view(static_cast<std::uint64_t*>(a.target)).is_running == 0;
}
bool is_guard_done(const Agent& a) {
  return view(static_cast<std::uint64_t*>(a.target)).is_done != 0;
}

int guard_acquire(std::uint64_t* guard, const void* site) {
  if (view(guard).is_running != 0 && view(guard).runner == g.current->id.value + 1) {
    violate(ViolationCode::StaticInsideItself, site);
  }
  const ObjectId object = g.interner.location(guard, 1);
  visit(Request{.kind = OpKind::OnceEnter,
                .first = object,
                .site = site,
                .target = guard,
                .is_ready = &is_guard_free,
                .is_idle = g.interner.is_exact(object, 1) ? &is_guard_done : nullptr});
  const bool is_first = view(guard).is_done == 0;
  g.step->seen = is_first ? 0 : 1;
  set_gate(true, !is_first);
  if (is_first) {
    view(guard).is_running = 1;
    view(guard).runner = g.current->id.value + 1;
  }
  return is_first ? 1 : 0;
}

void guard_leave(std::uint64_t* guard, bool is_done, const void* site) {
  visit(Request{.kind = OpKind::OnceLeave, .first = g.interner.location(guard, 1), .site = site});
  view(guard).is_running = 0;
  view(guard).runner = 0;
  view(guard).is_done = is_done ? 1 : 0;
  set_gate(false, true);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pthread_once(pthread_once_t* control, void (*initialise)()) {
  return rt::is_off() ? rt::next::pthread_once(control, initialise)
                      : rt::once(control, initialise, __builtin_return_address(0));
}

int __cxa_guard_acquire(std::uint64_t* guard) {
  return rt::is_off() ? rt::next::guard_acquire(guard)
                      : rt::guard_acquire(guard, __builtin_return_address(0));
}

void __cxa_guard_release(std::uint64_t* guard) {
  if (rt::is_off()) return rt::next::guard_release(guard);
  rt::guard_leave(guard, true, __builtin_return_address(0));
}

void __cxa_guard_abort(std::uint64_t* guard) {
  if (rt::is_off()) return rt::next::guard_abort(guard);
  rt::guard_leave(guard, false, __builtin_return_address(0));
}

}  // extern "C"
