// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/copy.hpp"

#include <immintrin.h>

namespace skein::runtime {

namespace {

bool has_wide_copies = false;

void copy_rest(char* to, const char* from, std::size_t size) {
  for (; size > 0; --size) {
    *to++ = *from++;
    asm volatile("" ::: "memory");  // keeps the compiler from calling memcpy
  }
}

void copy_narrow(char* to, const char* from, std::size_t size) {
  for (; size >= 64; to += 64, from += 64, size -= 64) {
    const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
    const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 16));
    const __m128i c = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 32));
    const __m128i d = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 48));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), a);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 16), b);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 32), c);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + 48), d);
    asm volatile("" ::: "memory");
  }
  copy_rest(to, from, size);
}

[[gnu::target("avx2")]] void copy_wide(char* to, const char* from, std::size_t size) {
  for (; size >= 64; to += 64, from += 64, size -= 64) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 32), b);
    asm volatile("" ::: "memory");
  }
  copy_rest(to, from, size);
}

}  // namespace

void detect_wide_copies() {
  __builtin_cpu_init();
  has_wide_copies = __builtin_cpu_supports("avx2") != 0;
}

void copy_bytes(char* to, const char* from, std::size_t size) {
  if (has_wide_copies) [[likely]] {
    copy_wide(to, from, size);
  } else {
    copy_narrow(to, from, size);
  }
}

}  // namespace skein::runtime
