// SPDX-License-Identifier: Apache-2.0
// Reads and writes by descriptor. We first ask how much a read will return. Then the kernel writes
// directly to the program's memory, and reports EFAULT where there is none.
#include <algorithm>
#include <cstddef>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/intercept/conduits.hpp"
#include "runtime/intercept/descriptors.hpp"
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/shared_state.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/spin/spin_loops.hpp"

extern "C" {
ssize_t __read_chk(int number, void* to, std::size_t size, std::size_t room);
ssize_t __pread_chk(int number, void* to, std::size_t size, off_t offset, std::size_t room);
ssize_t __pread64_chk(int number, void* to, std::size_t size, off_t offset, std::size_t room);
}

namespace skein::runtime {

namespace {

constexpr off_t kHere = -1;

// The number of bytes that a read at the offset will return, as far as that can be known. Files
// without a size (in /proc, devices) are read once more to find out, up to a limit.
std::size_t expected_at(int number, std::size_t size, off_t offset) {
  struct stat status {};
  if (size == 0 || syscalls::call(SYS_fstat, number, syscalls::as_long(&status)) < 0) return 0;
  if (offset == kHere) offset = syscalls::call(SYS_lseek, number, 0, SEEK_CUR);
  if (offset < 0) {
    int available = 0;
    if (syscalls::call(SYS_ioctl, number, FIONREAD, syscalls::as_long(&available)) < 0) return 0;
    return std::min(size, static_cast<std::size_t>(available));
  }
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    const off_t left = status.st_size - offset;
    return left <= 0 ? 0 : std::min(size, static_cast<std::size_t>(left));
  }
  char probe[4096];
  const std::size_t probed = std::min(size, sizeof(probe));
  const long got = syscalls::call(SYS_pread64, number, syscalls::as_long(probe),
                                  static_cast<long>(probed), offset);
  if (got <= 0) return 0;
  return got == static_cast<long>(sizeof(probe)) ? size : static_cast<std::size_t>(got);
}

// `real` reads to `to`. Bytes beyond the expected number are reported late.
template <class Read>
ssize_t read_to(int number, void* to, std::size_t size, off_t offset, const void* pc, Read real) {
  if (!is_running()) return real();
  // What comes through a conduit is there only after its step.
  const bool is_conduit = offset == kHere && conduits::is_conduit(number);
  const std::size_t expected = is_conduit ? 0 : expected_at(number, size, offset);
  if (expected > 0) reported::written(to, expected, pc);
  // (read_descriptor records a read at the current position.)
  if (offset != kHere) shared_state::read_file_at(number, pc);
  const ssize_t got = real();
  if (got > 0) spins::note_change();
  if (got > static_cast<ssize_t>(expected)) {
    reported::written(static_cast<char*>(to) + expected, static_cast<std::size_t>(got) - expected,
                      pc);
  }
  return got;
}

// Reports the pieces that `size` bytes fill.
template <class Report>
void for_pieces(const iovec* pieces, int count, std::size_t size, Report report) {
  for (int i = 0; i < count && size > 0; ++i) {
    const std::size_t part = std::min(size, pieces[i].iov_len);
    if (part > 0) report(pieces[i].iov_base, part);
    size -= part;
  }
}

std::size_t size_of(const iovec* pieces, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += pieces[i].iov_len;
  return size;
}

void report_pieces(const iovec* pieces, int count, const void* pc) {
  if (count > 0) reported::read(pieces, static_cast<std::size_t>(count) * sizeof(*pieces), pc);
}

void before_read_to_pieces(int number, const iovec* pieces, int count, off_t offset,
                           const void* pc) {
  if (!is_running() || count <= 0) return;
  if (conduits::is_conduit(number)) refuse("readv from a pipe", pc);
  report_pieces(pieces, count, pc);
  const std::size_t size = size_of(pieces, count);
  if (offset == kHere && size > 0) refuse_pipe(number, pc);
  note_descriptors_touched();
  for_pieces(pieces, count, expected_at(number, size, offset),
             [&](void* at, std::size_t part) { reported::written(at, part, pc); });
  spins::note_change();
  if (offset == kHere) {
    shared_state::read_file(number, pc);
  } else {
    shared_state::read_file_at(number, pc);
  }
}

void before_write_from_pieces(int number, const iovec* pieces, int count, const void* pc) {
  if (!is_running() || count <= 0) return;
  if (conduits::is_conduit(number)) refuse("writev to a pipe", pc);
  report_pieces(pieces, count, pc);
  for_pieces(pieces, count, size_of(pieces, count),
             [&](const void* at, std::size_t part) { reported::read(at, part, pc); });
  note_descriptors_touched();
  shared_state::write_file(number, pc);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace reported = skein::runtime::reported;

extern "C" {

ssize_t __wrap_read(int number, void* to, std::size_t size) {
  const void* const pc = __builtin_return_address(0);
  return rt::read_to(number, to, size, rt::kHere, pc,
                     [&] { return rt::read_descriptor(number, to, size, pc); });
}
ssize_t __wrap___read_chk(int number, void* to, std::size_t size, std::size_t room) {
  const void* const pc = __builtin_return_address(0);
  return rt::read_to(number, to, size, rt::kHere, pc, [&] {
    // This call stops the program.
    if (size > room) return __read_chk(number, to, size, room);
    return rt::read_descriptor(number, to, size, pc);
  });
}
ssize_t __wrap_pread(int number, void* to, std::size_t size, off_t offset) {
  return rt::read_to(number, to, size, offset, __builtin_return_address(0),
                     [&] { return pread(number, to, size, offset); });
}
ssize_t __wrap_pread64(int number, void* to, std::size_t size, off_t offset) {
  return rt::read_to(number, to, size, offset, __builtin_return_address(0),
                     [&] { return pread(number, to, size, offset); });
}
ssize_t __wrap___pread_chk(int number, void* to, std::size_t size, off_t offset, std::size_t room) {
  return rt::read_to(number, to, size, offset, __builtin_return_address(0),
                     [&] { return __pread_chk(number, to, size, offset, room); });
}
ssize_t __wrap___pread64_chk(int number, void* to, std::size_t size, off_t offset,
                             std::size_t room) {
  return rt::read_to(number, to, size, offset, __builtin_return_address(0),
                     [&] { return __pread64_chk(number, to, size, offset, room); });
}
ssize_t __wrap_readv(int number, const iovec* pieces, int count) {
  rt::before_read_to_pieces(number, pieces, count, rt::kHere, __builtin_return_address(0));
  return readv(number, pieces, count);
}
ssize_t __wrap_preadv(int number, const iovec* pieces, int count, off_t offset) {
  rt::before_read_to_pieces(number, pieces, count, offset, __builtin_return_address(0));
  return preadv(number, pieces, count, offset);
}

ssize_t __wrap_write(int number, const void* from, std::size_t size) {
  reported::read(from, size, __builtin_return_address(0));
  return rt::write_descriptor(number, from, size, __builtin_return_address(0));
}
ssize_t __wrap_pwrite(int number, const void* from, std::size_t size, off_t offset) {
  reported::read(from, size, __builtin_return_address(0));
  rt::shared_state::write_file_at(number, __builtin_return_address(0));
  return pwrite(number, from, size, offset);
}
ssize_t __wrap_pwrite64(int number, const void* from, std::size_t size, off_t offset) {
  reported::read(from, size, __builtin_return_address(0));
  rt::shared_state::write_file_at(number, __builtin_return_address(0));
  return pwrite(number, from, size, offset);
}
ssize_t __wrap_writev(int number, const iovec* pieces, int count) {
  rt::before_write_from_pieces(number, pieces, count, __builtin_return_address(0));
  return writev(number, pieces, count);
}

}  // extern "C"
