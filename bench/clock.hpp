// SPDX-License-Identifier: Apache-2.0
// CPU time: other load disturbs it less than wall time.
#pragma once

#include <time.h>

namespace skein::bench {

// Of this process.
inline double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace skein::bench
