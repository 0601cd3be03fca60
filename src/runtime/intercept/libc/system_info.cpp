// SPDX-License-Identifier: Apache-2.0
// Information about files, the machine and the process: structures and texts that the system fills
// in. Our copy is filled first, and copied to the program if the call succeeded.
#include <algorithm>
#include <climits>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "protocol/channel.hpp"
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/state/shared_state.hpp"

extern "C" {
char* __getcwd_chk(char* to, std::size_t size, std::size_t room);
ssize_t __readlink_chk(const char* path, char* to, std::size_t size, std::size_t room);
int __gethostname_chk(char* to, std::size_t size, std::size_t room);
char* __realpath_chk(const char* path, char* to, std::size_t room);
}

namespace skein::runtime {

namespace {

// `real` writes a text without a zero at the end and returns its size. The kernel has no longer
// paths than this.
template <class Read>
ssize_t read_path(char* to, std::size_t size, const void* pc, Read real) {
  if (!is_running()) return real(to, size);
  char local[PATH_MAX + 1];
  const ssize_t length = real(local, std::min(size, sizeof(local)));
  if (length > 0) reported::copy_out(to, local, static_cast<std::size_t>(length), pc);
  return length;
}

char* working_folder(char* to, std::size_t size, const void* pc) {
  shared_state::use_process(channel::SharedState::kWorkingFolder, shared_state::kObserves, pc);
  if (!is_running() || to == nullptr) return getcwd(to, size);
  char local[2 * PATH_MAX];
  if (getcwd(local, std::min(size, sizeof(local))) == nullptr) return nullptr;
  reported::copy_out(to, local, std::strlen(local) + 1, pc);
  return to;
}

int name_of_host(char* to, std::size_t size, const void* pc) {
  if (!is_running()) return gethostname(to, size);
  char local[sizeof(utsname)] = {};
  const std::size_t room = std::min(size, sizeof(local));
  const int status = gethostname(local, room);
  // A text that did not fit is there in part, without a zero at the end.
  reported::copy_out(to, local, reported::length_within(local, room), pc);
  return status;
}

char* resolve_path(const char* path, char* to, const void* pc) {
  reported::read_text(path, pc);
  if (!is_running() || to == nullptr) return realpath(path, to);
  char local[PATH_MAX] = {};
  const char* found = realpath(path, local);
  // If it fails, it may leave the part that could not be resolved.
  if (found != nullptr || local[0] != '\0') {
    reported::copy_out(to, local, strnlen(local, sizeof(local) - 1) + 1, pc);
  }
  return found == nullptr ? nullptr : to;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

int __wrap_stat(const char* path, struct stat* result) {
  reported::read_text(path, __builtin_return_address(0));
  rt::shared_state::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat* where) { return stat(path, where); });
}
int __wrap_stat64(const char* path, struct stat64* result) {
  reported::read_text(path, __builtin_return_address(0));
  rt::shared_state::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat64* where) { return stat64(path, where); });
}
int __wrap_lstat(const char* path, struct stat* result) {
  reported::read_text(path, __builtin_return_address(0));
  rt::shared_state::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat* where) { return lstat(path, where); });
}
int __wrap_lstat64(const char* path, struct stat64* result) {
  reported::read_text(path, __builtin_return_address(0));
  rt::shared_state::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat64* where) { return lstat64(path, where); });
}
int __wrap_fstat(int number, struct stat* result) {
  rt::shared_state::read_file_at(number, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat* where) { return fstat(number, where); });
}
int __wrap_fstat64(int number, struct stat64* result) {
  rt::shared_state::read_file_at(number, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat64* where) { return fstat64(number, where); });
}
int __wrap_fstatat(int folder, const char* path, struct stat* result, int flags) {
  reported::read_text(path, __builtin_return_address(0));
  rt::shared_state::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct stat* where) { return fstatat(folder, path, where, flags); });
}
int __wrap_fstatat64(int folder, const char* path, struct stat64* result, int flags) {
  reported::read_text(path, __builtin_return_address(0));
  rt::shared_state::use_name(path, rt::shared_state::kObserves, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0), [&](struct stat64* where) {
    return fstatat64(folder, path, where, flags);
  });
}
int __wrap_statvfs(const char* path, struct statvfs* result) {
  reported::read_text(path, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct statvfs* where) { return statvfs(path, where); });
}
int __wrap_statfs(const char* path, struct statfs* result) {
  reported::read_text(path, __builtin_return_address(0));
  return reported::fill(result, __builtin_return_address(0),
                        [&](struct statfs* where) { return statfs(path, where); });
}

char* __wrap_getcwd(char* to, std::size_t size) {
  return rt::working_folder(to, size, __builtin_return_address(0));
}
char* __wrap___getcwd_chk(char* to, std::size_t size, std::size_t room) {
  if (size > room) return __getcwd_chk(to, size, room);  // this call stops the program
  return rt::working_folder(to, size, __builtin_return_address(0));
}
ssize_t __wrap_readlink(const char* path, char* to, std::size_t size) {
  reported::read_text(path, __builtin_return_address(0));
  return rt::read_path(to, size, __builtin_return_address(0),
                       [&](char* where, std::size_t room) { return readlink(path, where, room); });
}
ssize_t __wrap___readlink_chk(const char* path, char* to, std::size_t size, std::size_t room) {
  if (size > room) return __readlink_chk(path, to, size, room);
  reported::read_text(path, __builtin_return_address(0));
  return rt::read_path(to, size, __builtin_return_address(0), [&](char* where, std::size_t limit) {
    return readlink(path, where, limit);
  });
}
ssize_t __wrap_readlinkat(int folder, const char* path, char* to, std::size_t size) {
  reported::read_text(path, __builtin_return_address(0));
  return rt::read_path(to, size, __builtin_return_address(0), [&](char* where, std::size_t room) {
    return readlinkat(folder, path, where, room);
  });
}
char* __wrap_realpath(const char* path, char* to) {
  return rt::resolve_path(path, to, __builtin_return_address(0));
}
char* __wrap___realpath_chk(const char* path, char* to, std::size_t room) {
  if (room < PATH_MAX) return __realpath_chk(path, to, room);
  return rt::resolve_path(path, to, __builtin_return_address(0));
}
int __wrap_gethostname(char* to, std::size_t size) {
  return rt::name_of_host(to, size, __builtin_return_address(0));
}
int __wrap___gethostname_chk(char* to, std::size_t size, std::size_t room) {
  if (size > room) return __gethostname_chk(to, size, room);
  return rt::name_of_host(to, size, __builtin_return_address(0));
}
int __wrap_uname(utsname* result) {
  return reported::fill(result, __builtin_return_address(0),
                        [](utsname* where) { return uname(where); });
}
int __wrap_sysinfo(struct sysinfo* result) {
  return reported::fill(result, __builtin_return_address(0),
                        [](struct sysinfo* where) { return sysinfo(where); });
}
int __wrap_getrlimit(__rlimit_resource_t resource, rlimit* result) {
  return reported::fill(result, __builtin_return_address(0),
                        [&](rlimit* where) { return getrlimit(resource, where); });
}
int __wrap_getrlimit64(__rlimit_resource_t resource, rlimit64* result) {
  return reported::fill(result, __builtin_return_address(0),
                        [&](rlimit64* where) { return getrlimit64(resource, where); });
}
int __wrap_getrusage(__rusage_who_t who, rusage* result) {
  return reported::fill(result, __builtin_return_address(0),
                        [&](rusage* where) { return getrusage(who, where); });
}
clock_t __wrap_times(tms* result) {
  if (!rt::is_running() || result == nullptr) return times(result);
  tms local{};
  const clock_t now = times(&local);
  reported::copy_out(result, &local, sizeof(local), __builtin_return_address(0));
  return now;
}

// Sets of signals.
int __wrap_sigemptyset(sigset_t* set) {
  reported::written(set, sizeof(*set), __builtin_return_address(0));
  return sigemptyset(set);
}
int __wrap_sigfillset(sigset_t* set) {
  reported::written(set, sizeof(*set), __builtin_return_address(0));
  return sigfillset(set);
}
int __wrap_sigaddset(sigset_t* set, int signal) {
  reported::changed(set, __builtin_return_address(0));
  return sigaddset(set, signal);
}
int __wrap_sigdelset(sigset_t* set, int signal) {
  reported::changed(set, __builtin_return_address(0));
  return sigdelset(set, signal);
}
int __wrap_sigismember(const sigset_t* set, int signal) {
  reported::read(set, sizeof(*set), __builtin_return_address(0));
  return sigismember(set, signal);
}

}  // extern "C"
