// SPDX-License-Identifier: Apache-2.0
// libatomic: atomic operations that the compiler leaves to a library, because the processor may not
// have them (16 bytes) or has none (3, 6, 12 bytes). libatomic executes them by instructions that
// are not instrumented, some of them plain moves. Here they are steps like all other atomics.
// Operations on more than 16 bytes, and those that cross a unit of 16, libatomic guards by mutexes,
// which are seen.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/atomics.hpp"
#include "runtime/memory/wide_loads.hpp"

namespace skein::runtime {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t kUnit = 16;

namespace next {
NextSymbol<void(std::size_t, const void*, void*, int)> load("__atomic_load");
NextSymbol<void(std::size_t, void*, const void*, int)> store("__atomic_store");
NextSymbol<void(std::size_t, void*, const void*, void*, int)> exchange("__atomic_exchange");
NextSymbol<bool(std::size_t, void*, void*, const void*, int, int)> compare_exchange_any(
    "__atomic_compare_exchange");
}  // namespace next

bool is_ours(const void* object, std::size_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  return !is_off() && size > 0 && address / kUnit == (address + size - 1) / kUnit;
}

std::uint64_t hash_of(const void* bytes, std::size_t size) {
  std::uint64_t sum = size;
  for (std::size_t i = 0; i < size; ++i) {
    sum = sum * 0x9e3779b97f4a7c15ULL + static_cast<const unsigned char*>(bytes)[i] + 1;
  }
  return sum;
}

// The step is on the whole unit, so that objects of odd sizes in it need no names of their own; its
// accesses are those of the object.
template <class Execute>
void step(OpKind kind, const void* object, std::size_t size, int order, std::uint64_t argument,
          const void* site, Execute execute) {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  const auto bytes = static_cast<std::uint32_t>(size);
  const sections::AtomicTurn turn(object, bytes, site);
  visit(Request{
      .kind = kind,
      .first = g.interner.location(reinterpret_cast<const void*>(address & ~(kUnit - 1)), kUnit),
      .site = site,
      .argument = argument});
  unsigned char before[kUnit];
  std::memcpy(before, object, size);
  const OpKind done = execute();
  std::uint64_t first = 0;
  std::memcpy(&first, object, size < sizeof(first) ? size : sizeof(first));
  g.step->value = static_cast<std::int64_t>(first);
  after_atomic(AtomicAccess{done, object, bytes, order, std::memcmp(before, object, size) == 0},
               site);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
using rt::Wide;
using skein::OpKind;

// The compiler has built-in functions of these names.
extern "C" {

void libatomic_load(std::size_t size, const void* object, void* result,
                    int order) __asm__("__atomic_load");
void libatomic_store(std::size_t size, void* object, const void* value,
                     int order) __asm__("__atomic_store");
void libatomic_exchange(std::size_t size, void* object, const void* value, void* result,
                        int order) __asm__("__atomic_exchange");
bool libatomic_compare_exchange(std::size_t size, void* object, void* expected, const void* desired,
                                int order, int failure_order) __asm__("__atomic_compare_exchange");
Wide libatomic_load_16(const volatile Wide* a, int order) __asm__("__atomic_load_16");
void libatomic_store_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_store_16");
Wide libatomic_exchange_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_exchange_16");
bool libatomic_compare_exchange_16(volatile Wide* a, Wide* e, Wide v, int order,
                                   int failure) __asm__("__atomic_compare_exchange_16");
Wide libatomic_fetch_add_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_fetch_add_16");
Wide libatomic_fetch_sub_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_fetch_sub_16");
Wide libatomic_fetch_and_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_fetch_and_16");
Wide libatomic_fetch_or_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_fetch_or_16");
Wide libatomic_fetch_xor_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_fetch_xor_16");
Wide libatomic_fetch_nand_16(volatile Wide* a, Wide v, int order) __asm__("__atomic_fetch_nand_16");

void libatomic_load(std::size_t size, const void* object, void* result, int order) {
  if (!rt::is_ours(object, size)) return rt::next::load(size, object, result, order);
  const void* const site = __builtin_return_address(0);
  rt::spins::mark_caller();
  unsigned char value[rt::kUnit];
  rt::step(OpKind::AtomicLoad, object, size, order, 0, site, [&] {
    std::memcpy(value, object, size);
    return OpKind::AtomicLoad;
  });
  rt::accesses::written(result, size, site);
  std::memcpy(result, value, size);
}

void libatomic_store(std::size_t size, void* object, const void* value, int order) {
  if (!rt::is_ours(object, size)) return rt::next::store(size, object, value, order);
  const void* const site = __builtin_return_address(0);
  rt::spins::mark_caller();
  rt::accesses::read(value, size, site);
  rt::step(OpKind::AtomicStore, object, size, order, rt::hash_of(value, size), site, [&] {
    std::memcpy(object, value, size);
    return OpKind::AtomicStore;
  });
}

void libatomic_exchange(std::size_t size, void* object, const void* value, void* result,
                        int order) {
  if (!rt::is_ours(object, size)) return rt::next::exchange(size, object, value, result, order);
  const void* const site = __builtin_return_address(0);
  rt::spins::mark_caller();
  rt::accesses::read(value, size, site);
  unsigned char old[rt::kUnit];
  rt::step(OpKind::AtomicRmw, object, size, order, rt::hash_of(value, size), site, [&] {
    std::memcpy(old, object, size);
    std::memcpy(object, value, size);
    return OpKind::AtomicRmw;
  });
  rt::accesses::written(result, size, site);
  std::memcpy(result, old, size);
}

bool libatomic_compare_exchange(std::size_t size, void* object, void* expected, const void* desired,
                                int order, int failure_order) {
  if (!rt::is_ours(object, size)) {
    return rt::next::compare_exchange_any(size, object, expected, desired, order, failure_order);
  }
  const void* const site = __builtin_return_address(0);
  rt::spins::mark_caller();
  rt::accesses::read(expected, size, site);
  rt::accesses::read(desired, size, site);
  unsigned char seen[rt::kUnit];
  bool is_equal = false;
  const std::uint64_t argument = rt::hash_of(expected, size) ^ (rt::hash_of(desired, size) << 1U);
  rt::step(OpKind::AtomicRmw, object, size, order, argument, site, [&] {
    std::memcpy(seen, object, size);
    is_equal = std::memcmp(seen, expected, size) == 0;
    if (is_equal) std::memcpy(object, desired, size);
    return is_equal ? OpKind::AtomicRmw : OpKind::AtomicLoad;
  });
  if (is_equal) return true;
  rt::accesses::written(expected, size, site);
  std::memcpy(expected, seen, size);
  return false;
}

Wide libatomic_load_16(const volatile Wide* a, int order) {
  if (!rt::is_off() && rt::take_announced_load(a)) return *a;
  return rt::load(a, order, __builtin_return_address(0));
}
void libatomic_store_16(volatile Wide* a, Wide v, int order) {
  rt::store(a, v, order, __builtin_return_address(0));
}
Wide libatomic_exchange_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Exchange>(a, v, order, __builtin_return_address(0));
}
bool libatomic_compare_exchange_16(volatile Wide* a, Wide* e, Wide v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0)) != 0;
}
Wide libatomic_fetch_add_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Add>(a, v, order, __builtin_return_address(0));
}
Wide libatomic_fetch_sub_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Sub>(a, v, order, __builtin_return_address(0));
}
Wide libatomic_fetch_and_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::And>(a, v, order, __builtin_return_address(0));
}
Wide libatomic_fetch_or_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Or>(a, v, order, __builtin_return_address(0));
}
Wide libatomic_fetch_xor_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Xor>(a, v, order, __builtin_return_address(0));
}
Wide libatomic_fetch_nand_16(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Nand>(a, v, order, __builtin_return_address(0));
}

}  // extern "C"
