// SPDX-License-Identifier: Apache-2.0
// Texts to numbers: strtol and its relatives, with the place where the number ends.
#include <cctype>
#include <cerrno>
#include <cinttypes>
#include <cstddef>
#include <cstdlib>
#include <cwchar>
#include <cwctype>

#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/next_symbol.hpp"

namespace skein::runtime {

namespace {

std::size_t blanks_of(const char* text) {
  std::size_t n = 0;
  while (std::isspace(static_cast<unsigned char>(text[n])) != 0) ++n;
  return n;
}
std::size_t blanks_of(const wchar_t* text) {
  std::size_t n = 0;
  while (std::iswspace(static_cast<std::wint_t>(text[n])) != 0) ++n;
  return n;
}

// `function` converts the text. It is called twice: first to learn how far it reads, then again
// when these reads have been reported.
template <class Letter, class Convert>
auto convert(const Letter* text, Letter** end, const void* pc, Convert function) {
  if (!is_running()) return function(text, end);
  const int error = errno;
  Letter* found = nullptr;
  function(text, &found);
  const auto length = static_cast<std::size_t>(found - text);
  const std::size_t seen = length == 0 ? blanks_of(text) : length;
  reported::read(text, (seen + 1) * sizeof(Letter), pc);
  errno = error;
  const auto value = function(text, &found);
  if (end != nullptr) {
    const int new_error = errno;
    accesses::put(end, found, pc);
    errno = new_error;
  }
  return value;
}

template <class Value, class Letter, class Function>
Value convert_integer(Function& function, const Letter* text, Letter** end, int base,
                      const void* pc) {
  return convert(text, end, pc,
                 [&](const Letter* t, Letter** e) -> Value { return function(t, e, base); });
}

// The variants of C23, which not every libc has.
namespace next {
NextSymbol<long(const char*, char**, int)> c23_strtol("__isoc23_strtol");
NextSymbol<long long(const char*, char**, int)> c23_strtoll("__isoc23_strtoll");
NextSymbol<unsigned long(const char*, char**, int)> c23_strtoul("__isoc23_strtoul");
NextSymbol<unsigned long long(const char*, char**, int)> c23_strtoull("__isoc23_strtoull");
NextSymbol<std::intmax_t(const char*, char**, int)> c23_strtoimax("__isoc23_strtoimax");
NextSymbol<std::uintmax_t(const char*, char**, int)> c23_strtoumax("__isoc23_strtoumax");
}  // namespace next

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

long __wrap_strtol(const char* text, char** end, int base) {
  return rt::convert_integer<long>(std::strtol, text, end, base, __builtin_return_address(0));
}
long long __wrap_strtoll(const char* text, char** end, int base) {
  return rt::convert_integer<long long>(std::strtoll, text, end, base, __builtin_return_address(0));
}
unsigned long __wrap_strtoul(const char* text, char** end, int base) {
  return rt::convert_integer<unsigned long>(std::strtoul, text, end, base,
                                            __builtin_return_address(0));
}
unsigned long long __wrap_strtoull(const char* text, char** end, int base) {
  return rt::convert_integer<unsigned long long>(std::strtoull, text, end, base,
                                                 __builtin_return_address(0));
}
std::intmax_t __wrap_strtoimax(const char* text, char** end, int base) {
  return rt::convert_integer<std::intmax_t>(strtoimax, text, end, base,
                                            __builtin_return_address(0));
}
std::uintmax_t __wrap_strtoumax(const char* text, char** end, int base) {
  return rt::convert_integer<std::uintmax_t>(strtoumax, text, end, base,
                                             __builtin_return_address(0));
}
long __wrap___isoc23_strtol(const char* text, char** end, int base) {
  return rt::convert_integer<long>(rt::next::c23_strtol, text, end, base,
                                   __builtin_return_address(0));
}
long long __wrap___isoc23_strtoll(const char* text, char** end, int base) {
  return rt::convert_integer<long long>(rt::next::c23_strtoll, text, end, base,
                                        __builtin_return_address(0));
}
unsigned long __wrap___isoc23_strtoul(const char* text, char** end, int base) {
  return rt::convert_integer<unsigned long>(rt::next::c23_strtoul, text, end, base,
                                            __builtin_return_address(0));
}
unsigned long long __wrap___isoc23_strtoull(const char* text, char** end, int base) {
  return rt::convert_integer<unsigned long long>(rt::next::c23_strtoull, text, end, base,
                                                 __builtin_return_address(0));
}
std::intmax_t __wrap___isoc23_strtoimax(const char* text, char** end, int base) {
  return rt::convert_integer<std::intmax_t>(rt::next::c23_strtoimax, text, end, base,
                                            __builtin_return_address(0));
}
std::uintmax_t __wrap___isoc23_strtoumax(const char* text, char** end, int base) {
  return rt::convert_integer<std::uintmax_t>(rt::next::c23_strtoumax, text, end, base,
                                             __builtin_return_address(0));
}

double __wrap_strtod(const char* text, char** end) {
  return rt::convert(text, end, __builtin_return_address(0),
                     [](const char* t, char** e) { return std::strtod(t, e); });
}
float __wrap_strtof(const char* text, char** end) {
  return rt::convert(text, end, __builtin_return_address(0),
                     [](const char* t, char** e) { return std::strtof(t, e); });
}
long double __wrap_strtold(const char* text, char** end) {
  return rt::convert(text, end, __builtin_return_address(0),
                     [](const char* t, char** e) { return std::strtold(t, e); });
}
long __wrap_wcstol(const wchar_t* text, wchar_t** end, int base) {
  return rt::convert_integer<long>(std::wcstol, text, end, base, __builtin_return_address(0));
}
double __wrap_wcstod(const wchar_t* text, wchar_t** end) {
  return rt::convert(text, end, __builtin_return_address(0),
                     [](const wchar_t* t, wchar_t** e) { return std::wcstod(t, e); });
}

// Without the place where the number ends.
int __wrap_atoi(const char* text) {
  return static_cast<int>(rt::convert_integer<long>(std::strtol, text, static_cast<char**>(nullptr),
                                                    10, __builtin_return_address(0)));
}
long __wrap_atol(const char* text) {
  return rt::convert_integer<long>(std::strtol, text, static_cast<char**>(nullptr), 10,
                                   __builtin_return_address(0));
}
long long __wrap_atoll(const char* text) {
  return rt::convert_integer<long long>(std::strtoll, text, static_cast<char**>(nullptr), 10,
                                        __builtin_return_address(0));
}
double __wrap_atof(const char* text) {
  return rt::convert(text, static_cast<char**>(nullptr), __builtin_return_address(0),
                     [](const char* t, char** e) { return std::strtod(t, e); });
}

}  // extern "C"
