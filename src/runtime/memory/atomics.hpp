// SPDX-License-Identifier: Apache-2.0
// An atomic operation as a step: wait for the turn, then execute it. Agents take turns on one
// kernel thread, so inside skein plain accesses are enough; outside, real atomics are needed.
#pragma once

#include <cstdint>

#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/after_atomic.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

struct Exchange {
  template <class T>
  static T apply(T, T operand) {
    return operand;
  }
};
struct Add {
  template <class T>
  static T apply(T old, T operand) {
    return static_cast<T>(old + operand);
  }
};
struct Sub {
  template <class T>
  static T apply(T old, T operand) {
    return static_cast<T>(old - operand);
  }
};
struct And {
  template <class T>
  static T apply(T old, T operand) {
    return static_cast<T>(old & operand);
  }
};
struct Or {
  template <class T>
  static T apply(T old, T operand) {
    return static_cast<T>(old | operand);
  }
};
struct Xor {
  template <class T>
  static T apply(T old, T operand) {
    return static_cast<T>(old ^ operand);
  }
};
struct Nand {
  template <class T>
  static T apply(T old, T operand) {
    return static_cast<T>(~(old & operand));
  }
};

// Compare-and-exchange for programs that run outside skein, on real threads. Every other atomic
// operation is a loop around it there. (cmpxchg16b for the widest.)
template <class T>
bool real_compare_exchange(volatile T* address, T& expected, T desired) {
  const T seen = __sync_val_compare_and_swap(address, expected, desired);
  const bool is_equal = seen == expected;
  expected = seen;
  return is_equal;
}

template <class Operator, class T>
T real_modify(volatile T* address, T operand) {
  T seen = 0;
  while (!real_compare_exchange(address, seen, Operator::apply(seen, operand))) {
  }
  return seen;
}

// The operation's arguments, with the state of its agent, determine its effect. The registers that
// held them may hold other values by the time the state is compared.
template <class T>
std::uint64_t argument_of(T first, T second) {
  std::uint64_t sum = 0;
  for (const T value : {first, second}) {
    sum = sum * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(value);
    if constexpr (sizeof(T) > 8) {
      sum = sum * 0x9e3779b97f4a7c15ULL + static_cast<std::uint64_t>(value >> 64U);
    }
  }
  return sum;
}

// Step::seen of a location (core/outcome.hpp). Wider values do not fit.
template <class T>
std::int64_t state_of(T value) {
  std::uint64_t state = 0;
  if constexpr (sizeof(T) <= sizeof(state)) {
    state = static_cast<std::uint64_t>(value) << (64 - 8 * sizeof(T));
  }
  return static_cast<std::int64_t>(state);
}

// Whether the comparison of a compare-and-exchange fails.
template <class T>
bool would_fail(const Agent& a) {
  return state_of(*static_cast<const T*>(a.target)) != static_cast<std::int64_t>(a.detail);
}

// Steps may tell the outcome of a comparison if all that changes the location is a step that says
// what it has seen: races are looked for, and no location of another size overlaps.
inline bool tells_comparisons(ObjectId location, std::uint32_t size) {
  const channel::Settings& settings = g.channel->settings;
  return size <= 8 && settings.races == channel::RaceMode::Explore && settings.race_share >= 1 &&
         g.interner.is_exact(location, size);
}

// `order` is the memory order that the program asks for. The operation is sequentially consistent
// nevertheless; the order says what the program may rely on (race_detector.hpp).
template <class T>
void visit_location(OpKind kind, const volatile T* address, const void* site,
                    std::uint64_t argument = 0) {
  visit(Request{.kind = kind,
                .first = g.interner.location(address, sizeof(T)),
                .site = site,
                .argument = argument});
}

template <class T>
[[gnu::always_inline]] inline T load(const volatile T* address, int order, const void* site) {
  if (is_off()) [[unlikely]] {
    if constexpr (sizeof(T) <= 8) return __atomic_load_n(address, __ATOMIC_SEQ_CST);
    return real_modify<Add>(const_cast<volatile T*>(address), T{0});
  }
  spins::mark_caller();
  const sections::AtomicTurn turn(address, sizeof(T), site);
  visit_location(OpKind::AtomicLoad, address, site);
  const T value = *address;
  g.step->value = static_cast<std::int64_t>(value);
  after_atomic(AtomicAccess{OpKind::AtomicLoad, address, sizeof(T), order, true}, site);
  return value;
}

template <class T>
[[gnu::always_inline]] inline void store(volatile T* address, T value, int order,
                                         const void* site) {
  if (is_off()) [[unlikely]] {
    if constexpr (sizeof(T) <= 8) {
      __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
    } else {
      real_modify<Exchange>(address, value);
    }
    return;
  }
  spins::mark_caller();
  const sections::AtomicTurn turn(address, sizeof(T), site);
  visit_location(OpKind::AtomicStore, address, site, argument_of(value, T{0}));
  g.step->value = static_cast<std::int64_t>(value);
  g.step->seen = state_of<T>(*address);
  const bool is_same = *address == value;
  *address = value;
  after_atomic(AtomicAccess{OpKind::AtomicStore, address, sizeof(T), order, is_same}, site);
}

template <class Operator, class T>
[[gnu::always_inline]] inline T modify(volatile T* address, T operand, int order,
                                       const void* site) {
  if (is_off()) [[unlikely]]
    return real_modify<Operator>(address, operand);
  spins::mark_caller();
  const sections::AtomicTurn turn(address, sizeof(T), site);
  visit_location(OpKind::AtomicRmw, address, site, argument_of(operand, T{0}));
  const T old = *address;
  const T now = Operator::apply(old, operand);
  *address = now;
  g.step->seen = state_of(old);
  g.step->value = static_cast<std::int64_t>(now);
  after_atomic(AtomicAccess{OpKind::AtomicRmw, address, sizeof(T), order, now == old}, site);
  return old;
}

// An addition whose result is not used is blind (core/operation.hpp), unless a location of another
// size overlaps: then its carry may be lost. Adding nothing changes nothing, which is left to be
// seen as such (spin_loops.hpp). Returns 0: the result is not used.
template <class Operator, class T>
[[gnu::always_inline]] inline T modify_blindly(volatile T* address, T operand, int order,
                                               const void* site) {
  const T difference = Operator::apply(T{0}, operand);
  if (is_off()) [[unlikely]] {
    real_modify<Add>(address, difference);
    return 0;
  }
  spins::mark_caller();
  const sections::AtomicTurn turn(address, sizeof(T), site);
  const ObjectId location = g.interner.location(address, sizeof(T));
  visit(Request{.kind = OpKind::AtomicRmw,
                .is_blind = difference != 0 && blind_additions::are_blind(location, sizeof(T)),
                .first = location,
                .site = site,
                .detail = static_cast<std::uint64_t>(state_of(difference)),
                .argument = argument_of(difference, T{0})});
  const T old = *address;
  const T now = Add::apply(old, difference);
  *address = now;
  g.step->seen = state_of(old);
  g.step->value = static_cast<std::int64_t>(now);
  after_atomic(AtomicAccess{OpKind::AtomicRmw, address, sizeof(T), order, now == old}, site);
  return 0;
}

// A compare-and-exchange that fails is a load with a separate memory order.
template <class T>
[[gnu::always_inline]] inline bool compare_exchange(volatile T* address, T& expected, T desired,
                                                    int order, int failure_order,
                                                    const void* site) {
  if (is_off()) [[unlikely]]
    return real_compare_exchange(address, expected, desired);
  spins::mark_caller();
  const sections::AtomicTurn turn(address, sizeof(T), site);
  const ObjectId location = g.interner.location(address, sizeof(T));
  visit(Request{.kind = OpKind::AtomicRmw,
                .first = location,
                .site = site,
                .target = const_cast<T*>(address),
                .detail = static_cast<std::uint64_t>(state_of(expected)),
                .argument = argument_of(desired, expected),
                .is_idle = tells_comparisons(location, sizeof(T)) ? &would_fail<T> : nullptr});
  const T seen = *address;
  g.step->seen = state_of(seen);
  const bool is_equal = seen == expected;
  if (is_equal) *address = desired;
  g.step->value = static_cast<std::int64_t>(is_equal ? desired : seen);
  after_atomic(AtomicAccess{is_equal ? OpKind::AtomicRmw : OpKind::AtomicLoad, address, sizeof(T),
                            is_equal ? order : failure_order, !is_equal || seen == desired},
               site);
  if (!is_equal) expected = seen;
  return is_equal;
}

// gcc leaves it to us to read and write what `expected` points to. That is a plain access of the
// program: it may be a shared member or global, and a write to it is progress.
template <class T>
[[gnu::always_inline]] inline int compare_exchange_at(volatile T* address, T* expected, T desired,
                                                      int order, int failure_order,
                                                      const void* site) {
  accesses::read(expected, sizeof(T), site);
  T seen = *expected;
  if (compare_exchange(address, seen, desired, order, failure_order, site)) return 1;
  accesses::written(expected, sizeof(T), site);
  *expected = seen;
  return 0;
}

}  // namespace skein::runtime
