// SPDX-License-Identifier: Apache-2.0
#include "session/os/resources.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace skein::session {

double monotonic_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t resident_kb() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  if (!(file >> size >> resident)) return peak_resident_kb();
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
}

std::uint64_t peak_resident_kb() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss);
}

std::uint64_t usable_kb() {
  const auto page_kb = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) / 1024;
  std::uint64_t kb = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * page_kb;
  // Version 2 of control groups, or version 1; no limit is a word, or a number beyond all memory.
  for (const char* name :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(name);
    std::uint64_t bytes = 0;
    if (file >> bytes) kb = std::min(kb, bytes / 1024);
  }
  return kb / 4 * 3;
}

}  // namespace skein::session
