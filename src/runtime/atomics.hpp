// An atomic operation as a step: wait for the turn, then do it. Agents take turns on one kernel
// thread, so plain accesses are enough inside skein; outside the real thing is needed.
#pragma once

#include <cstdint>

#include "runtime/schedule.hpp"

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

// Compare and exchange for programs that run outside skein, on real threads; every other atomic
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

template <class T>
void visit_location(OpKind kind, const volatile T* address, const void* site) {
  visit(Request{.kind = kind, .first = g.names.location(address, sizeof(T)), .site = site});
}

template <class T>
T load(const volatile T* address, const void* site) {
  if (is_off()) [[unlikely]] {
    if constexpr (sizeof(T) <= 8) return __atomic_load_n(address, __ATOMIC_SEQ_CST);
    return real_modify<Add>(const_cast<volatile T*>(address), T{0});
  }
  visit_location(OpKind::AtomicLoad, address, site);
  const T value = *address;
  g.step->value = static_cast<std::int64_t>(value);
  return value;
}

template <class T>
void store(volatile T* address, T value, const void* site) {
  if (is_off()) [[unlikely]] {
    if constexpr (sizeof(T) <= 8) {
      __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
    } else {
      real_modify<Exchange>(address, value);
    }
    return;
  }
  visit_location(OpKind::AtomicStore, address, site);
  g.step->value = static_cast<std::int64_t>(value);
  *address = value;
}

template <class Operator, class T>
T modify(volatile T* address, T operand, const void* site) {
  if (is_off()) [[unlikely]]
    return real_modify<Operator>(address, operand);
  visit_location(OpKind::AtomicRmw, address, site);
  const T old = *address;
  *address = Operator::apply(old, operand);
  g.step->value = static_cast<std::int64_t>(*address);
  return old;
}

template <class T>
bool compare_exchange(volatile T* address, T& expected, T desired, const void* site) {
  if (is_off()) [[unlikely]]
    return real_compare_exchange(address, expected, desired);
  visit_location(OpKind::AtomicRmw, address, site);
  const T seen = *address;
  const bool is_equal = seen == expected;
  if (is_equal) *address = desired;
  g.step->value = static_cast<std::int64_t>(is_equal ? desired : seen);
  expected = seen;
  return is_equal;
}

}  // namespace skein::runtime
