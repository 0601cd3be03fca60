// SPDX-License-Identifier: Apache-2.0
// How functions of libc that the program calls are told of: what they read and write through
// pointers are plain accesses of the program, told *before* they happen (accesses.hpp).
//
// Where nobody can know beforehand what will be written, the real function writes to memory of ours
// (scratch.hpp, or a local), and what came out is told and then copied. Telling may hand over to
// other agents and may never return, so nothing is held meanwhile: no lock, no allocation.
#pragma once

#include <cstddef>
#include <cstring>
#include <cwchar>

#include "runtime/memory/accesses.hpp"

namespace skein::runtime::told {

using accesses::read;
using accesses::written;

// The zero at the end included.
inline void read_text(const char* text, const void* pc) {
  if (is_running() && text != nullptr) read(text, std::strlen(text) + 1, pc);
}
inline void read_wide_text(const wchar_t* text, const void* pc) {
  if (is_running() && text != nullptr) read(text, (std::wcslen(text) + 1) * sizeof(wchar_t), pc);
}

// The zero at the end included, if there is one within the size.
inline std::size_t length_within(const char* text, std::size_t size) {
  const std::size_t length = strnlen(text, size);
  return length < size ? length + 1 : size;
}

inline std::size_t wide_length_within(const wchar_t* text, std::size_t size) {
  const std::size_t length = wcsnlen(text, size);
  return length < size ? length + 1 : size;
}

// From `begin` up to `end`.
inline std::size_t bytes_between(const void* begin, const void* end) {
  return static_cast<std::size_t>(static_cast<const char*>(end) - static_cast<const char*>(begin));
}

// Tells and then copies what the real function wrote to `from`.
inline void copy_out(void* to, const void* from, std::size_t size, const void* pc) {
  if (size == 0) return;
  written(to, size, pc);
  std::memcpy(to, from, size);
}

// strtok and its kin: the separator that ends the token at `begin` becomes a zero.
inline void separator(char* begin, const char* separators, const void* pc) {
  char* const end = begin + std::strcspn(begin, separators);
  read(begin, bytes_between(begin, end) + 1, pc);
  if (*end != '\0') written(end, 1, pc);
}

// The same with what is skipped before the token. Nothing if there is no text.
inline void token(char* text, const char* separators, const void* pc) {
  if (!is_running()) return;
  read_text(separators, pc);
  if (text == nullptr) return;
  const std::size_t skipped = std::strspn(text, separators);
  read(text, skipped + 1, pc);
  separator(text + skipped, separators, pc);
}

// An object that is changed in place.
template <class T>
void changed(T* object, const void* pc) {
  read(object, sizeof(T), pc);
  written(object, sizeof(T), pc);
}

// The real function fills a local one; the program gets it if the call succeeded (returned 0).
template <class T, class Call>
int fill(T* result, const void* pc, Call call) {
  if (!is_running() || result == nullptr) return call(result);
  T local{};
  const int status = call(&local);
  if (status == 0) copy_out(result, &local, sizeof(T), pc);
  return status;
}

}  // namespace skein::runtime::told
