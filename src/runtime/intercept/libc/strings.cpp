// SPDX-License-Identifier: Apache-2.0
// The memory and string functions of libc that programs use most. The linker redirects the calls of
// programs that `skein cc` linked to these (names.hpp), so that what libc reads and writes for them
// counts as their own plain accesses. (libc itself and other libraries still call the real ones.)
//
// Results are computed after the reads were reported: other agents may have run meanwhile.
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "runtime/intercept/libc/reported.hpp"

namespace reported = skein::runtime::reported;

extern "C" {

void* __wrap_memcpy(void* to, const void* from, std::size_t size) {
  reported::copied(to, from, size, __builtin_return_address(0));
  return std::memcpy(to, from, size);
}

void* __wrap_memmove(void* to, const void* from, std::size_t size) {
  reported::copied(to, from, size, __builtin_return_address(0));
  return std::memmove(to, from, size);
}

void* __wrap_memset(void* to, int value, std::size_t size) {
  reported::written(to, size, __builtin_return_address(0));
  return std::memset(to, value, size);
}

int __wrap_memcmp(const void* a, const void* b, std::size_t size) {
  reported::read(a, size, __builtin_return_address(0));
  reported::read(b, size, __builtin_return_address(0));
  return std::memcmp(a, b, size);
}

void* __wrap_memchr(const void* in, int value, std::size_t size) {
  const void* found = std::memchr(in, value, size);
  const std::size_t seen = found == nullptr ? size : reported::bytes_between(in, found) + 1;
  reported::read(in, seen, __builtin_return_address(0));
  return const_cast<void*>(std::memchr(in, value, size));
}

std::size_t __wrap_strlen(const char* text) {
  reported::read_text(text, __builtin_return_address(0));
  return std::strlen(text);
}

std::size_t __wrap_strnlen(const char* text, std::size_t size) {
  reported::read(text, reported::length_within(text, size), __builtin_return_address(0));
  return strnlen(text, size);
}

char* __wrap_strcpy(char* to, const char* from) {
  reported::copied_text(to, from, __builtin_return_address(0));
  return std::strcpy(to, from);
}

char* __wrap_strncpy(char* to, const char* from, std::size_t size) {
  reported::copied_padded(to, from, size, __builtin_return_address(0));
  return std::strncpy(to, from, size);
}

char* __wrap_strcat(char* to, const char* from) {
  reported::appended(to, from, reported::kNoLimit, __builtin_return_address(0));
  return std::strcat(to, from);
}

char* __wrap_strncat(char* to, const char* from, std::size_t size) {
  reported::appended(to, from, size, __builtin_return_address(0));
  return std::strncat(to, from, size);
}

int __wrap_strcmp(const char* a, const char* b) {
  reported::compared(a, b, reported::kNoLimit, __builtin_return_address(0));
  return std::strcmp(a, b);
}

int __wrap_strncmp(const char* a, const char* b, std::size_t limit) {
  reported::compared(a, b, limit, __builtin_return_address(0));
  return std::strncmp(a, b, limit);
}

char* __wrap_strchr(const char* text, int wanted) {
  reported::searched<char>(text, std::strchr(text, wanted), __builtin_return_address(0));
  return const_cast<char*>(std::strchr(text, wanted));
}

char* __wrap_strrchr(const char* text, int wanted) {
  reported::read_text(text, __builtin_return_address(0));
  return const_cast<char*>(std::strrchr(text, wanted));
}

char* __wrap_strstr(const char* text, const char* wanted) {
  reported::read_text(text, __builtin_return_address(0));
  reported::read_text(wanted, __builtin_return_address(0));
  return const_cast<char*>(std::strstr(text, wanted));
}

char* __wrap_strdup(const char* text) {
  reported::read_text(text, __builtin_return_address(0));
  return strdup(text);
}

char* __wrap_strndup(const char* text, std::size_t size) {
  reported::read(text, reported::length_within(text, size), __builtin_return_address(0));
  return strndup(text, size);
}

}  // extern "C"
