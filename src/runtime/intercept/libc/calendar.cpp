// SPDX-License-Identifier: Apache-2.0
// Points in time in human form. (The clocks themselves are in virtual_time.cpp; localtime and
// others with a buffer of their own are in libc_state.cpp.)
#include <cstddef>
#include <cstring>
#include <time.h>

#include "runtime/intercept/libc/dates.hpp"
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/libc/scratch.hpp"

namespace skein::runtime {

namespace {

bool is_same(const tm& a, const tm& b) {
  return a.tm_sec == b.tm_sec && a.tm_min == b.tm_min && a.tm_hour == b.tm_hour &&
         a.tm_mday == b.tm_mday && a.tm_mon == b.tm_mon && a.tm_year == b.tm_year &&
         a.tm_wday == b.tm_wday && a.tm_yday == b.tm_yday && a.tm_isdst == b.tm_isdst &&
         a.tm_gmtoff == b.tm_gmtoff && a.tm_zone == b.tm_zone;
}

// mktime and timegm: they normalise their argument in place.
template <class Convert>
time_t put_together(tm* time, const void* pc, Convert convert) {
  if (!is_running()) return convert(time);
  reported::read(time, sizeof(*time), pc);
  tm local = *time;
  const time_t result = convert(&local);
  // If it fails it changes nothing.
  if (!is_same(local, *time) || result != -1) {
    reported::copy_out(time, &local, sizeof(local), pc);
  }
  return result;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

tm* __wrap_localtime_r(const time_t* time, tm* result) {
  return rt::break_down(time, result, __builtin_return_address(0), localtime_r);
}
tm* __wrap_gmtime_r(const time_t* time, tm* result) {
  return rt::break_down(time, result, __builtin_return_address(0), gmtime_r);
}
time_t __wrap_mktime(tm* time) {
  return rt::put_together(time, __builtin_return_address(0), mktime);
}
time_t __wrap_timegm(tm* time) {
  return rt::put_together(time, __builtin_return_address(0), timegm);
}
char* __wrap_ctime_r(const time_t* time, char* to) {
  return rt::print_date(time, to, __builtin_return_address(0), ctime_r);
}
char* __wrap_asctime_r(const tm* time, char* to) {
  // The program's choice. NOLINTNEXTLINE(bugprone-unsafe-functions)
  return rt::print_date(time, to, __builtin_return_address(0), asctime_r);
}

std::size_t __wrap_strftime(char* to, std::size_t size, const char* format, const tm* time) {
  const void* const pc = __builtin_return_address(0);
  if (!rt::is_running() || size == 0) return strftime(to, size, format, time);
  reported::read_text(format, pc);
  reported::read(time, sizeof(*time), pc);
  constexpr std::size_t kMost = 1U << 20U;
  const rt::Scratch scratch(size < kMost ? size : kMost);
  if (scratch.data() == nullptr) {
    reported::written(to, size, pc);
    return strftime(to, size, format, time);
  }
  const std::size_t room = size < kMost ? size : kMost;
  std::memset(scratch.data(), '\0', room);
  const std::size_t length = strftime(scratch.data(), room, format, time);
  // A text that did not fit is there in part, without a zero at the end.
  const bool has_end = length > 0 || *format == '\0';
  reported::copy_out(to, scratch.data(), strnlen(scratch.data(), room) + (has_end ? 1 : 0), pc);
  return length;
}

char* __wrap_strptime(const char* text, const char* format, tm* result) {
  const void* const pc = __builtin_return_address(0);
  if (!rt::is_running()) return strptime(text, format, result);
  reported::read_text(text, pc);
  reported::read_text(format, pc);
  tm local = *result;
  char* const end = strptime(text, format, &local);
  reported::copy_out(result, &local, sizeof(local), pc);
  return end;
}

}  // extern "C"
