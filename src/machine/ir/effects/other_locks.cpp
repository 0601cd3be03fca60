// SPDX-License-Identifier: Apache-2.0
// Barriers, semaphores, and once.
#include <cerrno>

#include "machine/ir/effects/effects.hpp"
#include "machine/ir/memory/sorted_list.hpp"

namespace skein::ir {

namespace {

// Two steps: the thread arrives; it passes. The last one to arrive gets another result.
void wait_at_barrier(const Effect& e, Cell barrier) {
  if (barrier.a == 0) return e.fault(ViolationCode::BarrierIsNotInitialised);
  if (e.frame().phase == 0) {
    insert_sorted(barrier.waiting, e.thread.agent.value);
    const bool is_last = barrier.waiting.size() == barrier.a;
    if (is_last) {
      for (const std::uint32_t agent : barrier.waiting) insert_sorted(barrier.woken, agent);
      barrier.waiting.clear();
    }
    e.outcome.value = is_last ? 1 : 0;
    e.frame().phase = is_last ? 2 : 1;
    return e.put(0, barrier);
  }
  erase_value(barrier.woken, e.thread.agent.value);
  e.put(0, barrier);
  e.finish(e.frame().phase == 2 ? static_cast<std::uint64_t>(-1) : 0);
}

// Whether the memory of the lock exists.
bool can_initialise(const Effect& e) {
  if (!e.values[0].is_absent()) return true;
  e.fault(ViolationCode::InitialisesInFreedMemory);
  return false;
}

constexpr std::uint32_t kLargestSemaphore = 0x7fffffff;  // SEM_VALUE_MAX

// As functions of semaphores fail: by errno.
void fail_by_errno(const Effect& e, int error) {
  e.context.builtins.set_errno(e.thread, static_cast<std::uint32_t>(error));
  e.finish(static_cast<std::uint64_t>(-1));
}

void take_semaphore(const Effect& e, Cell semaphore) {
  const Builtin what = e.what();
  if (what != Builtin::SemWait && semaphore.bits == 0) {
    e.outcome.ordering.has_failed = true;
    const bool is_timed = what == Builtin::SemTimedWait;
    if (is_timed) e.context.clocks.time_out(e.thread, e.in);
    return fail_by_errno(e, is_timed ? ETIMEDOUT : EAGAIN);
  }
  --semaphore.bits;
  e.outcome.value = 1;
  e.put(0, semaphore);
  e.finish(0);
}

}  // namespace

void execute_barrier(const Effect& e) {
  Cell barrier;
  switch (e.what()) {
    case Builtin::BarrierInit: {
      if (!can_initialise(e)) return;
      const auto count = static_cast<std::uint32_t>(e.argument(2));
      if (count == 0) return e.finish(EINVAL);
      barrier.kind = ValueKind::Barrier;
      barrier.a = count;
      e.put(0, barrier);
      return e.finish(0);
    }
    case Builtin::BarrierDestroy: return e.finish(0);
    default:
      if (e.take_lock(0, ValueKind::Barrier, barrier)) wait_at_barrier(e, barrier);
      return;
  }
}

std::uint32_t barrier_choices(const PendingOperation& op) {
  if (op.what() != Builtin::BarrierWait || op.phase() == 0) return 1;
  const auto barrier = op.lock(0, ValueKind::Barrier);
  return !barrier || contains(barrier->woken, op.thread.agent.value) ? 1 : 0;
}

void execute_semaphore(const Effect& e) {
  Cell semaphore;
  if (e.what() == Builtin::SemInit) {
    if (!can_initialise(e)) return;
    if (static_cast<std::uint32_t>(e.argument(2)) > kLargestSemaphore)
      return fail_by_errno(e, EINVAL);
    semaphore.kind = ValueKind::Semaphore;
    semaphore.a = 1;  // 0: not initialised
    semaphore.bits = static_cast<std::uint32_t>(e.argument(2));
    e.put(0, semaphore);
    return e.finish(0);
  }
  if (e.what() == Builtin::SemDestroy) return e.finish(0);
  if (!e.take_lock(0, ValueKind::Semaphore, semaphore)) return;
  if (semaphore.a == 0) return e.fault(ViolationCode::SemaphoreIsNotInitialised);
  switch (e.what()) {
    case Builtin::SemPost:
      if (semaphore.bits == kLargestSemaphore) return fail_by_errno(e, EOVERFLOW);
      ++semaphore.bits;
      e.outcome.value = static_cast<std::int64_t>(semaphore.bits);
      e.put(0, semaphore);
      return e.finish(0);
    case Builtin::SemGetValue:
      e.outcome.value = static_cast<std::int64_t>(semaphore.bits);
      e.store(1, e.argument(1), semaphore.bits, 4);
      if (!e.outcome.fault) e.finish(0);
      return;
    default: return take_semaphore(e, semaphore);
  }
}

std::uint32_t semaphore_choices(const PendingOperation& op) {
  if (op.what() != Builtin::SemWait) return 1;
  const auto semaphore = op.lock(0, ValueKind::Semaphore);
  return !semaphore || semaphore->a == 0 || semaphore->bits > 0 ? 1 : 0;
}

// Two steps for the initialising thread, with the function it calls between them.
void execute_once(const Effect& e) {
  Thread& t = e.thread;
  const Program& program = e.context.program;
  Cell once;
  if (!e.take_lock(0, ValueKind::Once, once)) return;
  if (e.frame().phase == 0 && once.a == kOnceNew) {
    once.a = kOnceBusy;
    once.b = e.me();
    e.put_lock(once);
    e.outcome.value = 1;
    e.frame().phase = 1;
    const BlockId start = block_of(e.argument(1));
    if (!program.has_function(start) || !program.function(function_of(start)).is_defined) {
      return e.fault(ViolationCode::OnceOfNoFunction);
    }
    return e.context.control.call(t, function_of(start), {});
  }
  if (e.frame().phase == 0 && once.a == kOnceBusy) {
    return e.fault(ViolationCode::OnceCallsItself);
  }
  if (e.frame().phase == 2) {
    once.a = kOnceDone;
    once.b = 0;
    e.put_lock(once);
  }
  e.finish(0);
}

// A call from the initialising function would wait for itself: it faults instead of waiting.
std::uint32_t once_choices(const PendingOperation& op) {
  const auto once = op.lock(0, ValueKind::Once);
  const bool must_wait =
      op.phase() == 0 && once && once->a == kOnceBusy && once->b != op.thread.agent.value + 1;
  return must_wait ? 0 : 1;
}

}  // namespace skein::ir
