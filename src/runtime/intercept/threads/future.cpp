// SPDX-License-Identifier: Apache-2.0
// Futures that become ready at the end of a thread (set_value_at_thread_exit,
// make_ready_at_thread_exit). The C++ library registers a callback, and the callback, compiled into
// the library, stores that the future is ready and gives up its reference: synchronisation that
// nothing announces. Ours does the same by steps. The layouts are part of the library's binary
// interface.
#include <climits>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/threads/awaited.hpp"
#include "runtime/memory/atomics.hpp"
#include "runtime/memory/shared_counts.hpp"

namespace skein::runtime {

namespace {

using Callback = void (*)(void*);

// std::__future_base::_State_baseV2
struct SharedState {
  void* functions;
  void* result;
  std::uint32_t status;
};

// std::_Sp_counted_base, with the place of _M_destroy among its virtual functions.
struct Counts {
  static constexpr std::size_t kDestroy = 3;
  void (**functions)(Counts*);
  std::int32_t owners;
  std::int32_t references;
};

// std::__future_base::_State_baseV2::_Make_ready
struct MakeReady {
  MakeReady* next;
  Callback callback;
  SharedState* state;
  Counts* counts;
};

constexpr std::uint32_t kReady = 1;
constexpr std::uint32_t kHasWaiters = 0x80000000U;

namespace next {
NextSymbol<void(MakeReady*)> set("_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv");
}  // namespace next

// Whether the state still has owners is looked at within the step: without owners no thread can
// observe whether the step stores anything, so the order with the last release need not be
// explored.
void store_ready(const MakeReady& it, const void* site) {
  std::uint32_t* const status = &it.state->status;
  visit_location(OpKind::AtomicRmw, status, site, kReady);
  if (it.counts->owners <= 0) return;
  const std::uint32_t old = *status;
  g.step->seen = state_of(old);
  *status = kReady;
  g.step->value = kReady;
  after_atomic(
      AtomicAccess{OpKind::AtomicRmw, status, sizeof(*status), __ATOMIC_RELEASE, old == kReady},
      site);
  awaited::note_set(status);
  if ((old & kHasWaiters) != 0) syscall(SYS_futex, status, FUTEX_WAKE, INT_MAX);
}

void release(Counts& counts, const void* site) {
  using shared_counts::Released;
  const auto destroy = [&] { counts.functions[Counts::kDestroy](&counts); };
  switch (shared_counts::release(&counts, &counts.references, site, __builtin_frame_address(0))) {
    case Released::AsStep:
      if (modify<Sub>(&counts.references, 1, __ATOMIC_ACQ_REL, site) == 1) destroy();
      break;
    case Released::One: break;
    case Released::Last:
      destroy();
      shared_counts::end_destruction();
      break;
  }
}

void make_ready(void* registered) {
  const void* const site = __builtin_return_address(0);
  auto* const it = static_cast<MakeReady*>(registered);
  if (Counts* const counts = it->counts; counts != nullptr) {
    store_ready(*it, site);
    release(*counts, site);
  }
  std::free(registered);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void __wrap__ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(rt::MakeReady* it) {
  rt::next::set(it);
  if (rt::is_off()) return;
  it->callback = &rt::make_ready;
}

}  // extern "C"
