// SPDX-License-Identifier: Apache-2.0
// The printf family. We first ask how long the text will be; libc then prints it again where it
// belongs.
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <stdarg.h>

#include "runtime/intercept/libc/print_format.hpp"
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/state/shared_state.hpp"

extern "C" {
int __vsprintf_chk(char* to, int flag, std::size_t room, const char* format, va_list arguments);
int __vsnprintf_chk(char* to, std::size_t size, int flag, std::size_t room, const char* format,
                    va_list arguments);
int __vprintf_chk(int flag, const char* format, va_list arguments);
int __vfprintf_chk(FILE* file, int flag, const char* format, va_list arguments);
int __vdprintf_chk(int number, int flag, const char* format, va_list arguments);
int __vasprintf_chk(char** result, int flag, const char* format, va_list arguments);
}

namespace skein::runtime {

namespace {

constexpr std::size_t kUnlimited = ~std::size_t{0};

// Reports the reads of the arguments and the write of the text.
void report_print_to(char* to, std::size_t size, const char* format, va_list arguments,
                     const void* pc) {
  if (!is_running()) return;
  report_print_arguments(format, arguments, pc);
  if (size == 0) return;
  const int error = errno;  // %m prints it
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  errno = error;
  // It fails if a wide text cannot be converted; what was printed before that is not known.
  const std::size_t wanted = length < 0 ? 1 : static_cast<std::size_t>(length) + 1;
  reported::written(to, wanted < size ? wanted : size, pc);
}

// The text is in a new block, which no other agent knows.
template <class Print>
int print_to_new(char** result, const char* format, va_list arguments, const void* pc,
                 Print print) {
  if (!is_running()) return print(result);
  report_print_arguments(format, arguments, pc);
  char untouched = '\0';
  char* text = &untouched;
  const int length = print(&text);
  if (text != &untouched) accesses::put(result, text, pc);
  return length;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int __wrap_vsnprintf(char* to, std::size_t size, const char* format, va_list arguments) {
  rt::report_print_to(to, size, format, arguments, __builtin_return_address(0));
  return std::vsnprintf(to, size, format, arguments);
}

int __wrap_snprintf(char* to, std::size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_to(to, size, format, arguments, __builtin_return_address(0));
  const int length = std::vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap_vsprintf(char* to, const char* format, va_list arguments) {
  rt::report_print_to(to, rt::kUnlimited, format, arguments, __builtin_return_address(0));
  return std::vsprintf(to, format, arguments);
}

int __wrap_sprintf(char* to, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_to(to, rt::kUnlimited, format, arguments, __builtin_return_address(0));
  const int length = std::vsprintf(to, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap_vasprintf(char** result, const char* format, va_list arguments) {
  return rt::print_to_new(result, format, arguments, __builtin_return_address(0),
                          [&](char** text) { return vasprintf(text, format, arguments); });
}

int __wrap_asprintf(char** result, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length =
      rt::print_to_new(result, format, arguments, __builtin_return_address(0),
                       [&](char** text) { return vasprintf(text, format, arguments); });
  va_end(arguments);
  return length;
}

int __wrap_vfprintf(FILE* file, const char* format, va_list arguments) {
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return std::vfprintf(file, format, arguments);
}

int __wrap_fprintf(FILE* file, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  const int length = std::vfprintf(file, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap_vprintf(const char* format, va_list arguments) {
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(stdout, __builtin_return_address(0));
  return std::vprintf(format, arguments);
}

int __wrap_printf(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(stdout, __builtin_return_address(0));
  const int length = std::vprintf(format, arguments);
  va_end(arguments);
  return length;
}

int __wrap_vdprintf(int number, const char* format, va_list arguments) {
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(number, __builtin_return_address(0));
  return vdprintf(number, format, arguments);
}

int __wrap_dprintf(int number, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(number, __builtin_return_address(0));
  const int length = vdprintf(number, format, arguments);
  va_end(arguments);
  return length;
}

// The checked variants (-D_FORTIFY_SOURCE).

int __wrap___vsnprintf_chk(char* to, std::size_t size, int flag, std::size_t room,
                           const char* format, va_list arguments) {
  rt::report_print_to(to, size, format, arguments, __builtin_return_address(0));
  return __vsnprintf_chk(to, size, flag, room, format, arguments);
}

int __wrap___snprintf_chk(char* to, std::size_t size, int flag, std::size_t room,
                          const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_to(to, size, format, arguments, __builtin_return_address(0));
  const int length = __vsnprintf_chk(to, size, flag, room, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap___vsprintf_chk(char* to, int flag, std::size_t room, const char* format,
                          va_list arguments) {
  rt::report_print_to(to, rt::kUnlimited, format, arguments, __builtin_return_address(0));
  return __vsprintf_chk(to, flag, room, format, arguments);
}

int __wrap___sprintf_chk(char* to, int flag, std::size_t room, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_to(to, rt::kUnlimited, format, arguments, __builtin_return_address(0));
  const int length = __vsprintf_chk(to, flag, room, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap___vasprintf_chk(char** result, int flag, const char* format, va_list arguments) {
  return rt::print_to_new(result, format, arguments, __builtin_return_address(0), [&](char** text) {
    return __vasprintf_chk(text, flag, format, arguments);
  });
}

int __wrap___asprintf_chk(char** result, int flag, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length =
      rt::print_to_new(result, format, arguments, __builtin_return_address(0),
                       [&](char** text) { return __vasprintf_chk(text, flag, format, arguments); });
  va_end(arguments);
  return length;
}

int __wrap___vfprintf_chk(FILE* file, int flag, const char* format, va_list arguments) {
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  return __vfprintf_chk(file, flag, format, arguments);
}

int __wrap___fprintf_chk(FILE* file, int flag, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(file, __builtin_return_address(0));
  const int length = __vfprintf_chk(file, flag, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap___vprintf_chk(int flag, const char* format, va_list arguments) {
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(stdout, __builtin_return_address(0));
  return __vprintf_chk(flag, format, arguments);
}

int __wrap___printf_chk(int flag, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(stdout, __builtin_return_address(0));
  const int length = __vprintf_chk(flag, format, arguments);
  va_end(arguments);
  return length;
}

int __wrap___dprintf_chk(int number, int flag, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  rt::report_print_arguments(format, arguments, __builtin_return_address(0));
  rt::shared_state::write_file(number, __builtin_return_address(0));
  const int length = __vdprintf_chk(number, flag, format, arguments);
  va_end(arguments);
  return length;
}

}  // extern "C"
