// SPDX-License-Identifier: Apache-2.0
// Reports the accesses of libc functions on the program's behalf: their reads and writes through
// pointers are plain accesses of the program, reported *before* they happen (accesses.hpp).
//
// If it is not known in advance what will be written, the real function writes to memory of ours
// (scratch.hpp, or a local variable), and the result is reported and then copied. A report may
// switch to other agents and may never return, so nothing is held meanwhile: no lock, no
// allocation.
#pragma once

#include <cstddef>
#include <cstring>
#include <cwchar>

#include "runtime/memory/accesses.hpp"

namespace skein::runtime::reported {

using accesses::read;
using accesses::written;

// Texts are of char or of wchar_t; lengths and counts are in characters.

inline std::size_t length_of(const char* text) { return std::strlen(text); }
inline std::size_t length_of(const wchar_t* text) { return std::wcslen(text); }
inline std::size_t length_of(const char* text, std::size_t limit) { return strnlen(text, limit); }
inline std::size_t length_of(const wchar_t* text, std::size_t limit) {
  return wcsnlen(text, limit);
}

// No text is longer, and its size in bytes still fits.
inline constexpr std::size_t kNoLimit = ~std::size_t{0} / 8;

// Including the zero at the end, if there is one within the limit.
template <class Char>
std::size_t length_within(const Char* text, std::size_t limit) {
  const std::size_t length = length_of(text, limit);
  return length < limit ? length + 1 : limit;
}

template <class Char>
void read_characters(const Char* text, std::size_t count, const void* pc) {
  read(text, count * sizeof(Char), pc);
}
template <class Char>
void wrote_characters(Char* text, std::size_t count, const void* pc) {
  written(text, count * sizeof(Char), pc);
}

// Including the zero at the end.
template <class Char>
void read_text(const Char* text, const void* pc) {
  if (is_running() && text != nullptr) read_characters(text, length_of(text) + 1, pc);
}

// Both texts up to the first difference, or the end.
template <class Char>
void compared(const Char* a, const Char* b, std::size_t limit, const void* pc) {
  std::size_t n = 0;
  while (n < limit && a[n] == b[n] && a[n] != Char{}) ++n;
  const std::size_t count = n < limit ? n + 1 : limit;
  read_characters(a, count, pc);
  read_characters(b, count, pc);
}

// The part of the text that a search saw which ended at `found`; null: all of it.
template <class Char>
void searched(const Char* text, const Char* found, const void* pc) {
  const auto length = found == nullptr ? length_of(text) : static_cast<std::size_t>(found - text);
  read_characters(text, length + 1, pc);
}

// Copies. The length of a text is taken after the read was reported: other agents may have run
// meanwhile.

inline void copied(void* to, const void* from, std::size_t size, const void* pc) {
  read(from, size, pc);
  written(to, size, pc);
}
template <class Char>
void copied_text(Char* to, const Char* from, const void* pc) {
  read_text(from, pc);
  wrote_characters(to, length_of(from) + 1, pc);
}
// strncpy and its relatives: the rest is filled with zeros.
template <class Char>
void copied_padded(Char* to, const Char* from, std::size_t count, const void* pc) {
  read_characters(from, length_within(from, count), pc);
  wrote_characters(to, count, pc);
}
template <class Char>
void appended(Char* to, const Char* from, std::size_t limit, const void* pc) {
  read_characters(from, length_within(from, limit), pc);
  read_text(to, pc);
  wrote_characters(to + length_of(to), length_of(from, limit) + 1, pc);
}

// From `begin` up to `end`.
inline std::size_t bytes_between(const void* begin, const void* end) {
  return static_cast<std::size_t>(static_cast<const char*>(end) - static_cast<const char*>(begin));
}

// Reports and then copies what the real function wrote to `from`.
inline void copy_out(void* to, const void* from, std::size_t size, const void* pc) {
  if (size == 0) return;
  written(to, size, pc);
  std::memcpy(to, from, size);
}

// strtok and its relatives: the separator that ends the token at `begin` becomes a zero.
inline void separator(char* begin, const char* separators, const void* pc) {
  char* const end = begin + std::strcspn(begin, separators);
  read(begin, bytes_between(begin, end) + 1, pc);
  if (*end != '\0') written(end, 1, pc);
}

// Reports a token with the separators skipped before it. Does nothing if there is no text.
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

// The real function fills a local object; the program gets it if the call succeeded (returned 0).
template <class T, class Call>
int fill(T* result, const void* pc, Call call) {
  if (!is_running() || result == nullptr) return call(result);
  T local{};
  const int status = call(&local);
  if (status == 0) copy_out(result, &local, sizeof(T), pc);
  return status;
}

}  // namespace skein::runtime::reported
