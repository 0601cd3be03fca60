// SPDX-License-Identifier: Apache-2.0
// Functions that change the file system, beyond opening files for writing (descriptors.cpp): what
// they change is put back after the run (private_files.hpp), and after them a run cannot be
// continued from a snapshot (runtime/snapshot/outside.hpp). (Where their order between threads
// matters, libc/file_names.cpp makes them steps.)
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

#include "runtime/intercept/descriptors/private_files.hpp"
#include "runtime/intercept/descriptors/sockets.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/outside.hpp"

namespace skein::runtime {

namespace {

template <class Function>
class Changing {
 public:
  explicit constexpr Changing(const char* name) : next_(name) {}

  template <class... Args>
  auto operator()(Args... args) {
    outside::note_change();
    return next_(args...);
  }

 private:
  NextSymbol<Function> next_;
};

namespace next {
Changing<int(const char*)> unlink("unlink");
Changing<int(int, const char*, int)> unlinkat("unlinkat");
Changing<int(const char*)> remove("remove");
Changing<int(int, const char*, int, const char*, unsigned)> renameat2("renameat2");
Changing<int(const char*, mode_t)> mkdir("mkdir");
Changing<int(int, const char*, mode_t)> mkdirat("mkdirat");
Changing<int(const char*)> rmdir("rmdir");
Changing<int(int, const char*, int, const char*, int)> linkat("linkat");
Changing<int(const char*, const char*)> symlink("symlink");
Changing<int(const char*, int, const char*)> symlinkat("symlinkat");
Changing<int(const char*, off_t)> truncate("truncate");
Changing<int(const char*, off64_t)> truncate64("truncate64");
Changing<int(int, off_t)> ftruncate("ftruncate");
Changing<int(int, off64_t)> ftruncate64("ftruncate64");
Changing<int(const char*, mode_t)> chmod("chmod");
Changing<int(int, mode_t)> fchmod("fchmod");
Changing<int(int, const char*, mode_t, int)> fchmodat("fchmodat");
Changing<int(const char*, uid_t, gid_t)> chown("chown");
Changing<int(int, uid_t, gid_t)> fchown("fchown");
Changing<int(const char*, uid_t, gid_t)> lchown("lchown");
Changing<int(int, const char*, uid_t, gid_t, int)> fchownat("fchownat");
Changing<int(int, const char*, const timespec*, int)> utimensat("utimensat");
Changing<int(int, const timespec*)> futimens("futimens");
Changing<int(const char*, const timeval*)> utimes("utimes");
Changing<int(const char*, const timeval*)> lutimes("lutimes");
Changing<int(int, const timeval*)> futimes("futimes");
Changing<int(const char*, const utimbuf*)> utime("utime");
Changing<int(const char*, mode_t, dev_t)> mknod("mknod");
Changing<int(int, const char*, mode_t, dev_t)> mknodat("mknodat");
Changing<int(int, int, off_t)> lockf("lockf");
Changing<int(int, int, off64_t)> lockf64("lockf64");
}  // namespace next

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace files = skein::runtime::private_files;

extern "C" {

int unlink(const char* path) noexcept {
  const bool was_address =
      rt::is_running() && rt::sockets::unlink(path, __builtin_return_address(0));
  if (was_address) return 0;
  files::before_name(AT_FDCWD, path);
  return rt::next::unlink(path);
}
int unlinkat(int folder, const char* path, int flags) noexcept {
  files::before_name(folder, path);
  return rt::next::unlinkat(folder, path, flags);
}
int remove(const char* path) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::remove(path);
}
int rename(const char* from, const char* to) noexcept {
  return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
  return renameat2(from_folder, from, to_folder, to, 0);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  const bool is_folder = files::before_rename(from_folder, from, to_folder, to);
  const int result = rt::next::renameat2(from_folder, from, to_folder, to, flags);
  if (is_folder && result == 0) files::folder_was_renamed(flags);
  return result;
}
int mkdir(const char* path, mode_t mode) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::mkdir(path, mode);
}
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  files::before_name(folder, path);
  return rt::next::mkdirat(folder, path, mode);
}
int rmdir(const char* path) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::rmdir(path);
}
// Two names of one file: what is written by the new one changes the old one, too.
int link(const char* from, const char* to) noexcept {
  return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  if ((flags & AT_EMPTY_PATH) == 0) files::before_change(from_folder, from);
  files::before_name(to_folder, to);
  return rt::next::linkat(from_folder, from, to_folder, to, flags);
}
int symlink(const char* target, const char* path) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::symlink(target, path);
}
int symlinkat(const char* target, int folder, const char* path) noexcept {
  files::before_name(folder, path);
  return rt::next::symlinkat(target, folder, path);
}
int mknod(const char* path, mode_t mode, dev_t device) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::mknod(path, mode, device);
}
int mknodat(int folder, const char* path, mode_t mode, dev_t device) noexcept {
  files::before_name(folder, path);
  return rt::next::mknodat(folder, path, mode, device);
}
int truncate(const char* path, off_t size) noexcept {
  files::before_change(AT_FDCWD, path);
  return rt::next::truncate(path, size);
}
int truncate64(const char* path, off64_t size) noexcept {
  files::before_change(AT_FDCWD, path);
  return rt::next::truncate64(path, size);
}
int ftruncate(int number, off_t size) noexcept {
  files::before_change(number);
  return rt::next::ftruncate(number, size);
}
int ftruncate64(int number, off64_t size) noexcept {
  files::before_change(number);
  return rt::next::ftruncate64(number, size);
}
int chmod(const char* path, mode_t mode) noexcept {
  files::before_change(AT_FDCWD, path);
  return rt::next::chmod(path, mode);
}
int fchmod(int number, mode_t mode) noexcept {
  files::before_change(number);
  return rt::next::fchmod(number, mode);
}
int fchmodat(int folder, const char* path, mode_t mode, int flags) noexcept {
  files::before_change(folder, path);
  return rt::next::fchmodat(folder, path, mode, flags);
}
int chown(const char* path, uid_t user, gid_t group) noexcept {
  files::before_change(AT_FDCWD, path);
  return rt::next::chown(path, user, group);
}
int fchown(int number, uid_t user, gid_t group) noexcept {
  files::before_change(number);
  return rt::next::fchown(number, user, group);
}
int lchown(const char* path, uid_t user, gid_t group) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::lchown(path, user, group);
}
int fchownat(int folder, const char* path, uid_t user, gid_t group, int flags) noexcept {
  files::before_change(folder, path);
  return rt::next::fchownat(folder, path, user, group, flags);
}
int utimensat(int folder, const char* path, const timespec* times, int flags) noexcept {
  files::before_change(folder, path);
  return rt::next::utimensat(folder, path, times, flags);
}
int futimens(int number, const timespec* times) noexcept {
  files::before_change(number);
  return rt::next::futimens(number, times);
}
int utimes(const char* path, const timeval* times) noexcept {
  files::before_change(AT_FDCWD, path);
  return rt::next::utimes(path, times);
}
int lutimes(const char* path, const timeval* times) noexcept {
  files::before_name(AT_FDCWD, path);
  return rt::next::lutimes(path, times);
}
int futimes(int number, const timeval* times) noexcept {
  files::before_change(number);
  return rt::next::futimes(number, times);
}
int utime(const char* path, const utimbuf* times) noexcept {
  files::before_change(AT_FDCWD, path);
  return rt::next::utime(path, times);
}
int lockf(int number, int command, off_t size) { return rt::next::lockf(number, command, size); }
int lockf64(int number, int command, off64_t size) {
  return rt::next::lockf64(number, command, size);
}

}  // extern "C"
