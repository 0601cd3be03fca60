// SPDX-License-Identifier: Apache-2.0
// Dates and their texts, written to where the program wants them (calendar.cpp) or to libc's own
// buffers (libc_state.cpp). The writes are reported as the program's.
#pragma once

#include <cstring>
#include <time.h>

#include "runtime/intercept/libc/reported.hpp"

namespace skein::runtime {

// `convert` is localtime_r or gmtime_r.
template <class Convert>
tm* break_down(const time_t* time, tm* result, const void* pc, Convert convert) {
  if (!is_running()) return convert(time, result);
  reported::read(time, sizeof(*time), pc);
  tm local{};
  if (convert(time, &local) == nullptr) return nullptr;
  reported::copy_out(result, &local, sizeof(local), pc);
  return result;
}

// `print` is ctime_r or asctime_r: they write 26 bytes, or none.
template <class Time, class Print>
char* print_date(const Time* time, char* to, const void* pc, Print print) {
  if (!is_running()) return print(time, to);
  reported::read(time, sizeof(*time), pc);
  char local[128];
  if (print(time, local) == nullptr) return nullptr;
  reported::copy_out(to, local, std::strlen(local) + 1, pc);
  return to;
}

}  // namespace skein::runtime
