// SPDX-License-Identifier: Apache-2.0
// Memory and string functions of libc that are used less (strings.cpp has the others).
#include <cstddef>
#include <cstring>
#include <strings.h>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/next_symbol.hpp"

namespace skein::runtime {

namespace {

// The number of characters up to the first difference other than case, or to the end.
std::size_t compared_without_case(const char* a, const char* b, std::size_t size) {
  std::size_t n = 0;
  while (n < size && a[n] != '\0' && strncasecmp(a + n, b + n, 1) == 0) ++n;
  return n < size ? n + 1 : size;
}

void read_both(const char* a, const char* b, std::size_t size, const void* pc) {
  reported::read(a, size, pc);
  reported::read(b, size, pc);
}

// The first `length` characters and the one that ends the search.
void read_span(const char* text, std::size_t length, const char* set, const void* pc) {
  reported::read(text, length + 1, pc);
  reported::read_text(set, pc);
}

namespace next {
NextSymbol<char*(int, char*, std::size_t)> strerror_r("strerror_r");
NextSymbol<int(int, char*, std::size_t)> xpg_strerror_r("__xpg_strerror_r");
}  // namespace next

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

char* __wrap_stpcpy(char* to, const char* from) {
  reported::copied_text(to, from, __builtin_return_address(0));
  return stpcpy(to, from);
}

char* __wrap_stpncpy(char* to, const char* from, std::size_t size) {
  reported::copied_padded(to, from, size, __builtin_return_address(0));
  return stpncpy(to, from, size);
}

void* __wrap_mempcpy(void* to, const void* from, std::size_t size) {
  reported::copied(to, from, size, __builtin_return_address(0));
  return mempcpy(to, from, size);
}

void* __wrap_memccpy(void* to, const void* from, int last, std::size_t size) {
  const void* end = std::memchr(from, last, size);
  const std::size_t copied = end == nullptr ? size : reported::bytes_between(from, end) + 1;
  reported::copied(to, from, copied, __builtin_return_address(0));
  return memccpy(to, from, last, size);
}

void* __wrap_memrchr(const void* in, int value, std::size_t size) {
  reported::read(in, size, __builtin_return_address(0));
  return const_cast<void*>(memrchr(in, value, size));
}

void* __wrap_rawmemchr(const void* in, int value) {
  const void* found = rawmemchr(in, value);
  reported::read(in, reported::bytes_between(in, found) + 1, __builtin_return_address(0));
  return const_cast<void*>(rawmemchr(in, value));
}

void* __wrap_memmem(const void* in, std::size_t size, const void* wanted, std::size_t length) {
  reported::read(in, size, __builtin_return_address(0));
  reported::read(wanted, length, __builtin_return_address(0));
  return memmem(in, size, wanted, length);
}

void __wrap_bzero(void* to, std::size_t size) {
  reported::written(to, size, __builtin_return_address(0));
  std::memset(to, 0, size);
}

void __wrap_explicit_bzero(void* to, std::size_t size) {
  reported::written(to, size, __builtin_return_address(0));
  explicit_bzero(to, size);
}

void __wrap_bcopy(const void* from, void* to, std::size_t size) {
  reported::copied(to, from, size, __builtin_return_address(0));
  std::memmove(to, from, size);
}

int __wrap_bcmp(const void* a, const void* b, std::size_t size) {
  reported::read(a, size, __builtin_return_address(0));
  reported::read(b, size, __builtin_return_address(0));
  return std::memcmp(a, b, size);
}

char* __wrap_index(const char* text, int wanted) {
  reported::searched<char>(text, std::strchr(text, wanted), __builtin_return_address(0));
  return const_cast<char*>(std::strchr(text, wanted));
}

char* __wrap_rindex(const char* text, int wanted) {
  reported::read_text(text, __builtin_return_address(0));
  return const_cast<char*>(std::strrchr(text, wanted));
}

char* __wrap_strchrnul(const char* text, int wanted) {
  reported::searched<char>(text, strchrnul(text, wanted), __builtin_return_address(0));
  return const_cast<char*>(strchrnul(text, wanted));
}

int __wrap_strcasecmp(const char* a, const char* b) {
  rt::read_both(a, b, rt::compared_without_case(a, b, ~std::size_t{0}),
                __builtin_return_address(0));
  return strcasecmp(a, b);
}

int __wrap_strncasecmp(const char* a, const char* b, std::size_t limit) {
  rt::read_both(a, b, rt::compared_without_case(a, b, limit), __builtin_return_address(0));
  return strncasecmp(a, b, limit);
}

int __wrap_strcoll(const char* a, const char* b) {
  reported::read_text(a, __builtin_return_address(0));
  reported::read_text(b, __builtin_return_address(0));
  return std::strcoll(a, b);
}

std::size_t __wrap_strxfrm(char* to, const char* from, std::size_t size) {
  reported::read_text(from, __builtin_return_address(0));
  const std::size_t length = std::strxfrm(nullptr, from, 0);
  reported::written(to, length < size ? length + 1 : size, __builtin_return_address(0));
  return std::strxfrm(to, from, size);
}

char* __wrap_strcasestr(const char* text, const char* wanted) {
  reported::read_text(text, __builtin_return_address(0));
  reported::read_text(wanted, __builtin_return_address(0));
  return const_cast<char*>(strcasestr(text, wanted));
}

std::size_t __wrap_strspn(const char* text, const char* set) {
  rt::read_span(text, std::strspn(text, set), set, __builtin_return_address(0));
  return std::strspn(text, set);
}

std::size_t __wrap_strcspn(const char* text, const char* set) {
  rt::read_span(text, std::strcspn(text, set), set, __builtin_return_address(0));
  return std::strcspn(text, set);
}

char* __wrap_strpbrk(const char* text, const char* set) {
  rt::read_span(text, std::strcspn(text, set), set, __builtin_return_address(0));
  return const_cast<char*>(std::strpbrk(text, set));
}

char* __wrap_strtok_r(char* text, const char* separators, char** rest) {
  const void* const pc = __builtin_return_address(0);
  if (text == nullptr) reported::read(rest, sizeof(*rest), pc);
  reported::token(text != nullptr ? text : *rest, separators, pc);
  reported::written(rest, sizeof(*rest), pc);
  return strtok_r(text, separators, rest);
}

// The inline variants of older headers.
char* __wrap___strtok_r(char* text, const char* separators, char** rest)
    __attribute__((alias("__wrap_strtok_r")));

char* __wrap_strsep(char** text, const char* separators) {
  const void* const pc = __builtin_return_address(0);
  if (rt::is_running()) {
    reported::read_text(separators, pc);
    reported::read(text, sizeof(*text), pc);
    if (*text != nullptr) {
      reported::separator(*text, separators, pc);
      reported::written(text, sizeof(*text), pc);
    }
  }
  return strsep(text, separators);
}

// The text is written to the buffer or, for known numbers, is a constant.
char* __wrap_strerror_r(int number, char* buffer, std::size_t size) {
  if (!rt::is_running()) return rt::next::strerror_r(number, buffer, size);
  char local[128] = {};
  const std::size_t room = size < sizeof(local) ? size : sizeof(local);
  char* text = rt::next::strerror_r(number, local, room);
  if (text != local) return text;
  if (room > 0) {
    reported::copy_out(buffer, local, std::strlen(local) + 1, __builtin_return_address(0));
  }
  return buffer;
}

int __wrap___xpg_strerror_r(int number, char* buffer, std::size_t size) {
  if (!rt::is_running()) return rt::next::xpg_strerror_r(number, buffer, size);
  char local[128] = {};
  const std::size_t room = size < sizeof(local) ? size : sizeof(local);
  const int result = rt::next::xpg_strerror_r(number, local, room);
  if (room > 0) {
    reported::copy_out(buffer, local, std::strlen(local) + 1, __builtin_return_address(0));
  }
  return result;
}

}  // extern "C"
