// SPDX-License-Identifier: Apache-2.0
#include "machine/native/process/stuck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sys/syscall.h>
#include <unistd.h>

namespace skein {

namespace {

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

struct Name {
  long number;
  const char* name;
};

constexpr Name kNames[] = {
    {SYS_read, "read"},
    {SYS_readv, "readv"},
    {SYS_write, "write"},
    {SYS_open, "open"},
    {SYS_openat, "openat"},
    {SYS_poll, "poll"},
    {SYS_ppoll, "ppoll"},
    {SYS_select, "select"},
    {SYS_pselect6, "pselect"},
    {SYS_epoll_wait, "epoll_wait"},
    {SYS_epoll_pwait, "epoll_pwait"},
    {SYS_nanosleep, "nanosleep"},
    {SYS_clock_nanosleep, "clock_nanosleep"},
    {SYS_accept, "accept"},
    {SYS_accept4, "accept4"},
    {SYS_connect, "connect"},
    {SYS_recvfrom, "recvfrom"},
    {SYS_recvmsg, "recvmsg"},
    {SYS_futex, "futex"},
    {SYS_flock, "flock"},
    {SYS_fcntl, "fcntl"},
    {SYS_wait4, "wait4"},
    {SYS_waitid, "waitid"},
    {SYS_pause, "pause"},
    {SYS_msgrcv, "msgrcv"},
    {SYS_msgsnd, "msgsnd"},
    {SYS_semop, "semop"},
    {SYS_semtimedop, "semtimedop"},
    {SYS_mq_timedreceive, "mq_receive"},
    {SYS_mq_timedsend, "mq_send"},
    {SYS_rt_sigtimedwait, "sigwait"},
};

std::string name_of(long number) {
  const auto* const found = std::find_if(std::begin(kNames), std::end(kNames),
                                         [&](const Name& n) { return n.number == number; });
  return found != std::end(kNames) ? found->name : fmt::format("system call {}", number);
}

}  // namespace

std::string sleeps_in(pid_t process) {
  const std::string folder = fmt::format("/proc/{}/", process);
  // "PID (NAME) STATE ...", and the name may contain anything.
  const std::string stat = first_line(folder + "stat");
  const auto after = stat.rfind(") ");
  if (after == std::string::npos || stat[after + 2] != 'S') return "";
  // "NUMBER ARGUMENT ...", or "running".
  const std::string call = first_line(folder + "syscall");
  char* end = nullptr;
  const long number = std::strtol(call.c_str(), &end, 10);
  if (end == call.c_str() || number < 0) return "";
  const unsigned long first = std::strtoul(end, nullptr, 16);
  const bool is_write = number == SYS_write || number == SYS_writev;
  if (is_write && first <= STDERR_FILENO) return "";
  return name_of(number);
}

}  // namespace skein
