// SPDX-License-Identifier: Apache-2.0
// Functions of libc on wide strings, and conversions to and from them.
#include <cstddef>
#include <cstdlib>
#include <cwchar>
#include <stdarg.h>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/libc/scratch.hpp"

extern "C" {
int __vswprintf_chk(wchar_t* to, std::size_t size, int flag, std::size_t room,
                    const wchar_t* format, va_list arguments);
}

namespace skein::runtime {

namespace {

constexpr std::size_t kWide = sizeof(wchar_t);

// The number of characters written, by the length that a dry run returned. If a text cannot be
// converted the number is not known, and nothing is reported.
std::size_t converted(std::size_t length, std::size_t limit) {
  if (length == ~std::size_t{0}) return 0;
  return length < limit ? length + 1 : limit;
}

// Prints to memory of ours first: the length cannot be asked for. The part of a text that did fit
// is still written.
template <class Print>
int print_wide(wchar_t* to, std::size_t size, const void* pc, Print print) {
  if (!is_running() || size == 0) return print(to);
  const Scratch scratch(size * kWide);
  auto* local = reinterpret_cast<wchar_t*>(scratch.data());
  if (local == nullptr) {
    reported::wrote_characters(to, size, pc);
    return print(to);
  }
  std::wmemset(local, L'\0', size);
  const int count = print(local);
  const std::size_t length = count < 0 ? wcsnlen(local, size) : static_cast<std::size_t>(count);
  reported::copy_out(to, local, (length < size ? length + 1 : size) * kWide, pc);
  return count;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

wchar_t* __wrap_wmemcpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  reported::copied(to, from, count * rt::kWide, __builtin_return_address(0));
  return std::wmemcpy(to, from, count);
}
wchar_t* __wrap_wmemmove(wchar_t* to, const wchar_t* from, std::size_t count) {
  reported::copied(to, from, count * rt::kWide, __builtin_return_address(0));
  return std::wmemmove(to, from, count);
}
wchar_t* __wrap_wmemset(wchar_t* to, wchar_t value, std::size_t count) {
  reported::wrote_characters(to, count, __builtin_return_address(0));
  return std::wmemset(to, value, count);
}
int __wrap_wmemcmp(const wchar_t* a, const wchar_t* b, std::size_t count) {
  reported::read_characters(a, count, __builtin_return_address(0));
  reported::read_characters(b, count, __builtin_return_address(0));
  return std::wmemcmp(a, b, count);
}
std::size_t __wrap_wcslen(const wchar_t* text) {
  reported::read_text(text, __builtin_return_address(0));
  return std::wcslen(text);
}
wchar_t* __wrap_wcscpy(wchar_t* to, const wchar_t* from) {
  reported::copied_text(to, from, __builtin_return_address(0));
  return std::wcscpy(to, from);
}
wchar_t* __wrap_wcsncpy(wchar_t* to, const wchar_t* from, std::size_t count) {
  reported::copied_padded(to, from, count, __builtin_return_address(0));
  return std::wcsncpy(to, from, count);
}
wchar_t* __wrap_wcscat(wchar_t* to, const wchar_t* from) {
  reported::appended(to, from, reported::kNoLimit, __builtin_return_address(0));
  return std::wcscat(to, from);
}
int __wrap_wcscmp(const wchar_t* a, const wchar_t* b) {
  reported::compared(a, b, reported::kNoLimit, __builtin_return_address(0));
  return std::wcscmp(a, b);
}
int __wrap_wcsncmp(const wchar_t* a, const wchar_t* b, std::size_t limit) {
  reported::compared(a, b, limit, __builtin_return_address(0));
  return std::wcsncmp(a, b, limit);
}
wchar_t* __wrap_wcschr(const wchar_t* text, wchar_t wanted) {
  reported::searched<wchar_t>(text, std::wcschr(text, wanted), __builtin_return_address(0));
  return const_cast<wchar_t*>(std::wcschr(text, wanted));
}
wchar_t* __wrap_wcsrchr(const wchar_t* text, wchar_t wanted) {
  reported::read_text(text, __builtin_return_address(0));
  return const_cast<wchar_t*>(std::wcsrchr(text, wanted));
}
wchar_t* __wrap_wcsstr(const wchar_t* text, const wchar_t* wanted) {
  reported::read_text(text, __builtin_return_address(0));
  reported::read_text(wanted, __builtin_return_address(0));
  return const_cast<wchar_t*>(std::wcsstr(text, wanted));
}
wchar_t* __wrap_wcsdup(const wchar_t* text) {
  reported::read_text(text, __builtin_return_address(0));
  return wcsdup(text);
}

int __wrap_vswprintf(wchar_t* to, std::size_t size, const wchar_t* format, va_list arguments) {
  return rt::print_wide(to, size, __builtin_return_address(0), [&](wchar_t* where) {
    return std::vswprintf(where, size, format, arguments);
  });
}
int __wrap_swprintf(wchar_t* to, std::size_t size, const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = rt::print_wide(to, size, __builtin_return_address(0), [&](wchar_t* where) {
    return std::vswprintf(where, size, format, arguments);
  });
  va_end(arguments);
  return count;
}
int __wrap___vswprintf_chk(wchar_t* to, std::size_t size, int flag, std::size_t room,
                           const wchar_t* format, va_list arguments) {
  return rt::print_wide(to, size, __builtin_return_address(0), [&](wchar_t* where) {
    return __vswprintf_chk(where, size, flag, room, format, arguments);
  });
}
int __wrap___swprintf_chk(wchar_t* to, std::size_t size, int flag, std::size_t room,
                          const wchar_t* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int count = rt::print_wide(to, size, __builtin_return_address(0), [&](wchar_t* where) {
    return __vswprintf_chk(where, size, flag, room, format, arguments);
  });
  va_end(arguments);
  return count;
}

std::size_t __wrap_mbstowcs(wchar_t* to, const char* from, std::size_t count) {
  reported::read_text(from, __builtin_return_address(0));
  if (rt::is_running() && to != nullptr) {
    reported::wrote_characters(to, rt::converted(std::mbstowcs(nullptr, from, 0), count),
                               __builtin_return_address(0));
  }
  return std::mbstowcs(to, from, count);
}
std::size_t __wrap_wcstombs(char* to, const wchar_t* from, std::size_t size) {
  reported::read_text(from, __builtin_return_address(0));
  if (rt::is_running() && to != nullptr) {
    reported::written(to, rt::converted(std::wcstombs(nullptr, from, 0), size),
                      __builtin_return_address(0));
  }
  return std::wcstombs(to, from, size);
}
int __wrap_mbtowc(wchar_t* to, const char* from, std::size_t size) {
  if (from != nullptr) {
    reported::read(from, reported::length_within(from, size < MB_CUR_MAX ? size : MB_CUR_MAX),
                   __builtin_return_address(0));
    reported::written(to, sizeof(*to), __builtin_return_address(0));
  }
  return std::mbtowc(to, from, size);
}
std::size_t __wrap_mbrtowc(wchar_t* to, const char* from, std::size_t size, std::mbstate_t* state) {
  const void* const pc = __builtin_return_address(0);
  if (state != nullptr) reported::changed(state, pc);
  if (from != nullptr) {
    reported::read(from, reported::length_within(from, size < MB_CUR_MAX ? size : MB_CUR_MAX), pc);
    reported::written(to, sizeof(*to), pc);
  }
  return std::mbrtowc(to, from, size, state);
}
std::size_t __wrap_wcrtomb(char* to, wchar_t letter, std::mbstate_t* state) {
  if (state != nullptr) reported::changed(state, __builtin_return_address(0));
  if (!rt::is_running() || to == nullptr) return std::wcrtomb(to, letter, state);
  char local[64];
  const std::size_t size = std::wcrtomb(local, letter, state);
  if (size <= sizeof(local)) reported::copy_out(to, local, size, __builtin_return_address(0));
  return size;
}
int __wrap_wctomb(char* to, wchar_t letter) {
  if (!rt::is_running() || to == nullptr) return std::wctomb(to, letter);
  char local[64];
  const int size = std::wctomb(local, letter);
  if (size > 0) {
    reported::copy_out(to, local, static_cast<std::size_t>(size), __builtin_return_address(0));
  }
  return size;
}

}  // extern "C"
