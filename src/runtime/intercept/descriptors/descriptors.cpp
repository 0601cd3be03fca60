// SPDX-License-Identifier: Apache-2.0
#include "runtime/intercept/descriptors/descriptors.hpp"

#include <cerrno>
#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/descriptors/private_files.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/outside.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

constexpr int kMaxKept = 256;
constexpr long kCopiesFrom = 960;

struct Kept {
  long number;
  long copy;
  long offset;  // negative: no offset, or irrelevant
};

Kept kept[kMaxKept];
int kept_count = 0;
bool is_touched = false;
const char* saved_stdin = nullptr;
bool stdin_is_pipe = false;

bool is_own(long number) {
  const channel::Settings& s = g.channel->settings;
  if (number == s.doorbell_in || number == s.doorbell_out || number == s.file_journal) return true;
  for (int i = 0; i < kept_count; ++i) {
    if (kept[i].copy == number) return true;
  }
  return false;
}

Kept* find_kept(long number) {
  for (int i = 0; i < kept_count; ++i) {
    if (kept[i].number == number) return &kept[i];
  }
  return nullptr;
}

// The kernel's layout of a directory entry.
struct Entry {
  std::uint64_t inode;
  std::int64_t next;
  unsigned short size;
  unsigned char type;
  char name[1];
};

bool is_same_file(long a, long b) {
  struct stat first {};
  struct stat second {};
  return syscalls::call(SYS_fstat, a, syscalls::as_long(&first)) == 0 &&
         syscalls::call(SYS_fstat, b, syscalls::as_long(&second)) == 0 &&
         first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

bool is_pipe_or_socket(long number) {
  struct stat status {};
  return syscalls::call(SYS_fstat, number, syscalls::as_long(&status)) == 0 &&
         (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode));
}

// What is written to a file outlives the run, and so does the making of the file.
void note_if_writable(long number) {
  struct stat status {};
  if (syscalls::call(SYS_fstat, number, syscalls::as_long(&status)) == 0 &&
      S_ISCHR(status.st_mode)) {
    return;
  }
  const long flags = syscalls::call(SYS_fcntl, number, F_GETFL);
  if (flags < 0 || (flags & O_ACCMODE) != O_RDONLY) outside::note_change();
}

void keep(long number) {
  if (is_own(number) || find_kept(number) != nullptr || kept_count == kMaxKept) return;
  Kept& k = kept[kept_count];
  k.number = number;
  k.copy = syscalls::call(SYS_fcntl, number, F_DUPFD_CLOEXEC, kCopiesFrom);
  if (k.copy < 0) k.copy = syscalls::call(SYS_fcntl, number, F_DUPFD_CLOEXEC, 3);
  // Output cannot be undone.
  const bool is_output = number == STDOUT_FILENO || number == STDERR_FILENO;
  k.offset = is_output ? -1 : syscalls::call(SYS_lseek, number, 0, SEEK_CUR);
  ++kept_count;
}

}  // namespace

void for_each_descriptor(void (*look)(long number)) {
  const long folder =
      syscalls::call(SYS_open, syscalls::as_long("/proc/self/fd"), O_RDONLY | O_DIRECTORY);
  if (folder < 0) return;
  // Collect all numbers first: looking may change what there is to list.
  static long numbers[4096];
  int count = 0;
  alignas(8) char buffer[4096];
  long size = 0;
  while ((size = syscalls::call(SYS_getdents64, folder, syscalls::as_long(buffer),
                                sizeof(buffer))) > 0) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const Entry*>(buffer + at);
      long number = 0;
      const char* digit = entry->name;
      for (; *digit >= '0' && *digit <= '9'; ++digit) number = 10 * number + (*digit - '0');
      if (digit != entry->name && number != folder && count < 4096) numbers[count++] = number;
      at += entry->size;
    }
  }
  syscalls::call(SYS_close, folder);
  for (int i = 0; i < count; ++i) look(numbers[i]);
}

int opened_descriptor(int number, const char* path) {
  shared_state::opened(number, path);
  if (number >= 0 && is_running()) note_if_writable(number);
  return number;
}

bool is_own_descriptor(long number) { return is_own(number); }

bool is_as_before_main(long number) {
  const Kept* const k = find_kept(number);
  return k != nullptr && k->copy >= 0 && is_same_file(number, k->copy);
}

void refuse_used_pipe() {
  if (!stdin_is_pipe || stdin->_IO_read_end <= stdin->_IO_buf_base) return;
  give_up(
      "the program reads its standard input, which is a pipe and cannot be read again for the "
      "next run: give it a file (skein check ... < FILE)");
}

bool is_kept_descriptor(int number) { return find_kept(number) != nullptr; }

void save_descriptors() {
  for_each_descriptor([](long number) { keep(number); });
  saved_stdin = stdin->_IO_read_ptr;
  stdin_is_pipe = is_pipe_or_socket(STDIN_FILENO);
  is_touched = false;
}

bool has_used_descriptors() { return is_touched || stdin->_IO_read_ptr != saved_stdin; }

void reset_descriptors(bool is_certain) {
  if (!is_certain && !has_used_descriptors()) [[likely]]
    return;
  is_touched = false;
  refuse_used_pipe();
  for_each_descriptor([](long number) {
    if (!is_own(number) && find_kept(number) == nullptr) syscalls::call(SYS_close, number);
  });
  for (int i = 0; i < kept_count; ++i) {
    const Kept& k = kept[i];
    if (k.copy < 0) continue;
    if (!is_same_file(k.number, k.copy)) syscalls::call(SYS_dup3, k.copy, k.number, 0);
    if (k.offset >= 0) syscalls::call(SYS_lseek, k.number, k.offset, SEEK_SET);
  }
}

namespace {

// A function of libc that uses descriptors.
template <class Function>
class Touching {
 public:
  explicit constexpr Touching(const char* name) : next_(name) {}

  template <class... Args>
  auto operator()(Args... args) {
    is_touched = true;
    return next_(args...);
  }

 private:
  NextSymbol<Function> next_;
};

namespace next {
Touching<int(const char*, int, mode_t)> open("open");
Touching<int(const char*, int, mode_t)> open64("open64");
Touching<int(int, const char*, int, mode_t)> openat("openat");
Touching<int(int, const char*, int, mode_t)> openat64("openat64");
Touching<int(const char*, mode_t)> creat("creat");
Touching<int(int)> close("close");
Touching<int(int)> dup("dup");
Touching<int(int, int)> dup2("dup2");
Touching<int(int, int, int)> dup3("dup3");
Touching<int(int, int, void*)> fcntl("fcntl");
Touching<FILE*(const char*, const char*)> fopen("fopen");
Touching<FILE*(const char*, const char*)> fopen64("fopen64");
Touching<FILE*(const char*, const char*, FILE*)> freopen("freopen");
Touching<FILE*(int, const char*)> fdopen("fdopen");
Touching<int(FILE*)> fclose("fclose");
Touching<DIR*(const char*)> opendir("opendir");
Touching<int(DIR*)> closedir("closedir");
Touching<ssize_t(int, void*, size_t)> read("read");
Touching<ssize_t(int, const void*, size_t)> write("write");
Touching<ssize_t(int, const iovec*, int)> readv("readv");
Touching<ssize_t(int, const iovec*, int)> writev("writev");
Touching<off_t(int, off_t, int)> lseek("lseek");
Touching<int(const char*, unsigned)> memfd_create("memfd_create");
}  // namespace next

// Records the returned number, which may be a new descriptor or file.
int opened(int number, const char* path) { return opened_descriptor(number, path); }
FILE* opened(FILE* file, const char* path) {
  if (file != nullptr) opened(fileno(file), path);
  return file;
}

int copied(int from, int copy) {
  shared_state::copied(from, copy);
  conduits::copied(from, copy);
  return copy;
}

int control(int number, int command, void* argument) {
  switch (command) {
    case F_GETFD:
    case F_SETFD:
    case F_GETFL:
    case F_DUPFD:
    case F_DUPFD_CLOEXEC: break;
    default: outside::note_change();  // a lock, or the state of an open file
  }
  const int result = next::fcntl(number, command, argument);
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? copied(number, result) : result;
}

// dup2 closes what had the number before.
void close_target(int from, int to, const void* site) {
  if (from != to && conduits::is_conduit(to)) static_cast<void>(conduits::close(to, site));
}

mode_t mode_of(int flags, va_list list) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
}

}  // namespace

// Data read from a pipe is gone, so the next run would read something else; and a read that waits
// would stop all agents. Only the end of a pipe can be read again and again.
void refuse_pipe(int number, const void* site) {
  if (!is_pipe_or_socket(number)) return;
  pollfd entry{number, POLLIN, 0};
  if (syscalls::call(SYS_poll, syscalls::as_long(&entry), 1, 0) < 1) {
    refuse("a read from a pipe or socket that has to wait", site);
  }
  int available = 0;
  syscalls::call(SYS_ioctl, number, FIONREAD, syscalls::as_long(&available));
  if (available > 0) refuse("a read from a pipe or socket", site);
}

ssize_t read_descriptor(int number, void* buffer, std::size_t size, const void* site) {
  if (conduits::is_conduit(number)) {
    const iovec piece{buffer, size};
    return conduits::read(number, &piece, 1, site);
  }
  if (!is_off() && size > 0) refuse_pipe(number, site);
  shared_state::read_file(number, site);
  return next::read(number, buffer, size);
}

ssize_t write_descriptor(int number, const void* buffer, std::size_t size, const void* site) {
  if (conduits::is_conduit(number)) {
    const iovec piece{const_cast<void*>(buffer), size};
    return conduits::write(number, &piece, 1, site);
  }
  shared_state::write_file(number, site);
  return next::write(number, buffer, size);
}

void note_descriptors_touched() { is_touched = true; }

namespace {

// Before a descriptor's position is moved, or only asked for.
void move(int number, off_t offset, int whence, const void* site) {
  if (!is_running()) return;
  spins::note_change();
  if (offset == 0 && whence == SEEK_CUR) {
    shared_state::look_at_position(number, site);
  } else {
    shared_state::move_position(number, site);
  }
}

// How opening a file uses its name.
std::uint8_t uses_of_open(int flags) {
  if ((flags & O_CREAT) == 0) return shared_state::kObserves;
  return (flags & O_EXCL) != 0 ? shared_state::kObservesAndChanges : shared_state::kChanges;
}

std::uint8_t uses_of_open(const char* mode) {
  if (mode[0] == 'r') return shared_state::kObserves;
  return strchr(mode, 'x') != nullptr ? shared_state::kObservesAndChanges : shared_state::kChanges;
}

// Before a file is opened.
void use_name(int folder, const char* path, int flags, const void* site) {
  shared_state::use_name(path, uses_of_open(flags), site);
  private_files::before_open(folder, path, flags);
}
void use_name(const char* path, const char* mode, const void* site) {
  shared_state::use_name(path, uses_of_open(mode), site);
  private_files::before_open(path, mode);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = rt::mode_of(flags, list);
  va_end(list);
  rt::use_name(AT_FDCWD, path, flags, __builtin_return_address(0));
  return rt::opened(rt::next::open(path, flags, mode), path);
}

int open64(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = rt::mode_of(flags, list);
  va_end(list);
  rt::use_name(AT_FDCWD, path, flags, __builtin_return_address(0));
  return rt::opened(rt::next::open64(path, flags, mode), path);
}

int openat(int folder, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = rt::mode_of(flags, list);
  va_end(list);
  rt::use_name(folder, path, flags, __builtin_return_address(0));
  return rt::opened(rt::next::openat(folder, path, flags, mode), path);
}

int openat64(int folder, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const mode_t mode = rt::mode_of(flags, list);
  va_end(list);
  rt::use_name(folder, path, flags, __builtin_return_address(0));
  return rt::opened(rt::next::openat64(folder, path, flags, mode), path);
}

// In programs compiled with _FORTIFY_SOURCE: opening without making.
int __open_2(const char* path, int flags) { return open(path, flags); }
int __open64_2(const char* path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char* path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char* path, int flags) { return openat64(folder, path, flags); }

int creat(const char* path, mode_t mode) {
  rt::use_name(AT_FDCWD, path, O_CREAT | O_WRONLY, __builtin_return_address(0));
  return rt::opened(rt::next::creat(path, mode), path);
}
int creat64(const char* path, mode_t mode) {
  rt::use_name(AT_FDCWD, path, O_CREAT | O_WRONLY, __builtin_return_address(0));
  return rt::opened(rt::next::creat(path, mode), path);
}

int close(int number) {
  // Some programs close all possible numbers; ours must stay open.
  if (!rt::is_off() && rt::is_own(number)) {
    errno = EBADF;
    return -1;
  }
  if (rt::conduits::is_conduit(number)) {
    return rt::conduits::close(number, __builtin_return_address(0));
  }
  rt::lock_sections::note_order();
  return rt::next::close(number);
}

int dup(int number) noexcept { return rt::copied(number, rt::next::dup(number)); }
int dup2(int from, int to) noexcept {
  rt::close_target(from, to, __builtin_return_address(0));
  return rt::copied(from, rt::next::dup2(from, to));
}
int dup3(int from, int to, int flags) noexcept {
  rt::close_target(from, to, __builtin_return_address(0));
  return rt::copied(from, rt::next::dup3(from, to, flags));
}
int fcntl(int number, int command, ...) {
  va_list list;
  va_start(list, command);
  void* const argument = va_arg(list, void*);
  va_end(list);
  return rt::control(number, command, argument);
}
int fcntl64(int number, int command, ...) {
  va_list list;
  va_start(list, command);
  void* const argument = va_arg(list, void*);
  va_end(list);
  return rt::control(number, command, argument);
}
FILE* fopen(const char* path, const char* mode) {
  rt::use_name(path, mode, __builtin_return_address(0));
  return rt::opened(rt::next::fopen(path, mode), path);
}
FILE* fopen64(const char* path, const char* mode) {
  rt::use_name(path, mode, __builtin_return_address(0));
  return rt::opened(rt::next::fopen64(path, mode), path);
}
FILE* freopen(const char* path, const char* mode, FILE* file) {
  rt::use_name(path, mode, __builtin_return_address(0));
  return rt::opened(rt::next::freopen(path, mode, file), path);
}
FILE* freopen64(const char* path, const char* mode, FILE* file) {
  rt::use_name(path, mode, __builtin_return_address(0));
  return rt::opened(rt::next::freopen(path, mode, file), path);
}
FILE* fdopen(int number, const char* mode) noexcept {
  if (rt::conduits::is_conduit(number)) {
    rt::refuse("fdopen of a pipe", __builtin_return_address(0));
  }
  return rt::next::fdopen(number, mode);
}
int fclose(FILE* file) {
  rt::lock_sections::note_order();
  return rt::next::fclose(file);
}
DIR* opendir(const char* path) {
  rt::shared_state::use_all_names(rt::shared_state::kObserves, __builtin_return_address(0));
  DIR* const folder = rt::next::opendir(path);
  if (folder != nullptr) rt::shared_state::opened(dirfd(folder), path);
  return folder;
}
int closedir(DIR* folder) {
  rt::lock_sections::note_order();
  return rt::next::closedir(folder);
}
ssize_t read(int number, void* buffer, size_t size) {
  return rt::read_descriptor(number, buffer, size, __builtin_return_address(0));
}
ssize_t write(int number, const void* buffer, size_t size) {
  return rt::write_descriptor(number, buffer, size, __builtin_return_address(0));
}
ssize_t readv(int number, const iovec* given, int count) {
  const void* const site = __builtin_return_address(0);
  if (rt::conduits::is_conduit(number)) return rt::conduits::read(number, given, count, site);
  return rt::next::readv(number, given, count);
}
ssize_t writev(int number, const iovec* given, int count) {
  const void* const site = __builtin_return_address(0);
  if (rt::conduits::is_conduit(number)) return rt::conduits::write(number, given, count, site);
  return rt::next::writev(number, given, count);
}
off_t lseek(int number, off_t offset, int whence) noexcept {
  rt::move(number, offset, whence, __builtin_return_address(0));
  return rt::next::lseek(number, offset, whence);
}
off_t lseek64(int number, off_t offset, int whence) noexcept {
  rt::move(number, offset, whence, __builtin_return_address(0));
  return rt::next::lseek(number, offset, whence);
}
int memfd_create(const char* name, unsigned flags) noexcept {
  return rt::opened(rt::next::memfd_create(name, flags), nullptr);
}

}  // extern "C"
