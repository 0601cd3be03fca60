// SPDX-License-Identifier: Apache-2.0
// Atomic operations of programs compiled by `skein cc`: the calls that gcc and clang emit for them
// under -fsanitize=thread. Each is a visible operation, executed one at a time and so sequentially
// consistent, whatever its memory order. Fences then have no effect.
#include <cstdint>

#include "runtime/memory/atomics.hpp"
#include "runtime/memory/wide_loads.hpp"

namespace rt = skein::runtime;

__extension__ using Wide = unsigned __int128;

extern "C" {

std::uint8_t __tsan_atomic8_load(const volatile std::uint8_t* a, int order) {
  return rt::load(a, order, __builtin_return_address(0));
}
void __tsan_atomic8_store(volatile std::uint8_t* a, std::uint8_t v, int order) {
  rt::store(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_exchange(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::Exchange>(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_fetch_add(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_fetch_sub(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_fetch_and(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::And>(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_fetch_or(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::Or>(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_fetch_xor(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::Xor>(a, v, order, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_fetch_nand(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify<rt::Nand>(a, v, order, __builtin_return_address(0));
}
int __tsan_atomic8_compare_exchange_strong(volatile std::uint8_t* a, std::uint8_t* e,
                                           std::uint8_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
int __tsan_atomic8_compare_exchange_weak(volatile std::uint8_t* a, std::uint8_t* e, std::uint8_t v,
                                         int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
std::uint8_t __tsan_atomic8_compare_exchange_val(volatile std::uint8_t* a, std::uint8_t e,
                                                 std::uint8_t v, int order, int failure) {
  rt::compare_exchange(a, e, v, order, failure, __builtin_return_address(0));
  return e;
}

std::uint16_t __tsan_atomic16_load(const volatile std::uint16_t* a, int order) {
  return rt::load(a, order, __builtin_return_address(0));
}
void __tsan_atomic16_store(volatile std::uint16_t* a, std::uint16_t v, int order) {
  rt::store(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_exchange(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::Exchange>(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_fetch_add(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_fetch_sub(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_fetch_and(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::And>(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_fetch_or(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::Or>(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_fetch_xor(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::Xor>(a, v, order, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_fetch_nand(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify<rt::Nand>(a, v, order, __builtin_return_address(0));
}
int __tsan_atomic16_compare_exchange_strong(volatile std::uint16_t* a, std::uint16_t* e,
                                            std::uint16_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
int __tsan_atomic16_compare_exchange_weak(volatile std::uint16_t* a, std::uint16_t* e,
                                          std::uint16_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
std::uint16_t __tsan_atomic16_compare_exchange_val(volatile std::uint16_t* a, std::uint16_t e,
                                                   std::uint16_t v, int order, int failure) {
  rt::compare_exchange(a, e, v, order, failure, __builtin_return_address(0));
  return e;
}

std::uint32_t __tsan_atomic32_load(const volatile std::uint32_t* a, int order) {
  return rt::load(a, order, __builtin_return_address(0));
}
void __tsan_atomic32_store(volatile std::uint32_t* a, std::uint32_t v, int order) {
  rt::store(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_exchange(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::Exchange>(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_fetch_add(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_fetch_sub(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_fetch_and(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::And>(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_fetch_or(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::Or>(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_fetch_xor(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::Xor>(a, v, order, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_fetch_nand(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify<rt::Nand>(a, v, order, __builtin_return_address(0));
}
int __tsan_atomic32_compare_exchange_strong(volatile std::uint32_t* a, std::uint32_t* e,
                                            std::uint32_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
int __tsan_atomic32_compare_exchange_weak(volatile std::uint32_t* a, std::uint32_t* e,
                                          std::uint32_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
std::uint32_t __tsan_atomic32_compare_exchange_val(volatile std::uint32_t* a, std::uint32_t e,
                                                   std::uint32_t v, int order, int failure) {
  rt::compare_exchange(a, e, v, order, failure, __builtin_return_address(0));
  return e;
}

std::uint64_t __tsan_atomic64_load(const volatile std::uint64_t* a, int order) {
  return rt::load(a, order, __builtin_return_address(0));
}
void __tsan_atomic64_store(volatile std::uint64_t* a, std::uint64_t v, int order) {
  rt::store(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_exchange(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::Exchange>(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_fetch_add(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_fetch_sub(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_fetch_and(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::And>(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_fetch_or(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::Or>(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_fetch_xor(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::Xor>(a, v, order, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_fetch_nand(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify<rt::Nand>(a, v, order, __builtin_return_address(0));
}
int __tsan_atomic64_compare_exchange_strong(volatile std::uint64_t* a, std::uint64_t* e,
                                            std::uint64_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
int __tsan_atomic64_compare_exchange_weak(volatile std::uint64_t* a, std::uint64_t* e,
                                          std::uint64_t v, int order, int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
std::uint64_t __tsan_atomic64_compare_exchange_val(volatile std::uint64_t* a, std::uint64_t e,
                                                   std::uint64_t v, int order, int failure) {
  rt::compare_exchange(a, e, v, order, failure, __builtin_return_address(0));
  return e;
}

Wide __tsan_atomic128_load(const volatile Wide* a, int order) {
  const Wide value = rt::load(a, order, __builtin_return_address(0));
  rt::announce_load(a);
  return value;
}
void __tsan_atomic128_store(volatile Wide* a, Wide v, int order) {
  rt::store(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_exchange(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Exchange>(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_fetch_add(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Add>(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_fetch_sub(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Sub>(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_fetch_and(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::And>(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_fetch_or(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Or>(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_fetch_xor(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Xor>(a, v, order, __builtin_return_address(0));
}
Wide __tsan_atomic128_fetch_nand(volatile Wide* a, Wide v, int order) {
  return rt::modify<rt::Nand>(a, v, order, __builtin_return_address(0));
}
int __tsan_atomic128_compare_exchange_strong(volatile Wide* a, Wide* e, Wide v, int order,
                                             int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
int __tsan_atomic128_compare_exchange_weak(volatile Wide* a, Wide* e, Wide v, int order,
                                           int failure) {
  return rt::compare_exchange_at(a, e, v, order, failure, __builtin_return_address(0));
}
Wide __tsan_atomic128_compare_exchange_val(volatile Wide* a, Wide e, Wide v, int order,
                                           int failure) {
  rt::compare_exchange(a, e, v, order, failure, __builtin_return_address(0));
  return e;
}

void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  rt::races::on_fence(order);
}
void __tsan_atomic_signal_fence(int) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

// Additions whose result is not used: the compilers' plugins make them of the calls above
// (src/machine/native/plugins).
std::uint8_t skein_atomic8_add(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify_blindly<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint8_t skein_atomic8_sub(volatile std::uint8_t* a, std::uint8_t v, int order) {
  return rt::modify_blindly<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint16_t skein_atomic16_add(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify_blindly<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint16_t skein_atomic16_sub(volatile std::uint16_t* a, std::uint16_t v, int order) {
  return rt::modify_blindly<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint32_t skein_atomic32_add(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify_blindly<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint32_t skein_atomic32_sub(volatile std::uint32_t* a, std::uint32_t v, int order) {
  return rt::modify_blindly<rt::Sub>(a, v, order, __builtin_return_address(0));
}
std::uint64_t skein_atomic64_add(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify_blindly<rt::Add>(a, v, order, __builtin_return_address(0));
}
std::uint64_t skein_atomic64_sub(volatile std::uint64_t* a, std::uint64_t v, int order) {
  return rt::modify_blindly<rt::Sub>(a, v, order, __builtin_return_address(0));
}

}  // extern "C"
