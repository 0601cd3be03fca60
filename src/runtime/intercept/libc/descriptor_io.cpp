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

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/descriptors/pieces.hpp"
#include "runtime/intercept/libc/reported.hpp"
#include "runtime/intercept/state/shared_state.hpp"
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

void report_pieces(const iovec* given, int count, const void* pc) {
  if (count > 0) reported::read(given, static_cast<std::size_t>(count) * sizeof(*given), pc);
}

void before_read_to_pieces(int number, const iovec* given, int count, off_t offset,
                           const void* pc) {
  if (!is_running() || count <= 0) return;
  report_pieces(given, count, pc);
  if (offset == kHere && conduits::is_conduit(number)) return;
  const std::size_t size = pieces::size_of(given, count);
  if (offset == kHere && size > 0) refuse_pipe(number, pc);
  note_descriptors_touched();
  pieces::for_each(given, count, expected_at(number, size, offset),
                   [&](void* at, std::size_t part) { reported::written(at, part, pc); });
  spins::note_change();
  if (offset == kHere) {
    shared_state::read_file(number, pc);
  } else {
    shared_state::read_file_at(number, pc);
  }
}

void before_write_from_pieces(int number, const iovec* given, int count, const void* pc) {
  if (!is_running() || count <= 0) return;
  report_pieces(given, count, pc);
  pieces::for_each(given, count, pieces::size_of(given, count),
                   [&](const void* at, std::size_t part) { reported::read(at, part, pc); });
  note_descriptors_touched();
  if (!conduits::is_conduit(number)) shared_state::write_file(number, pc);
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
ssize_t __wrap_readv(int number, const iovec* given, int count) {
  const void* const pc = __builtin_return_address(0);
  rt::before_read_to_pieces(number, given, count, rt::kHere, pc);
  if (!rt::conduits::is_conduit(number)) return readv(number, given, count);
  const ssize_t got = rt::conduits::read(number, given, count, pc);
  if (got > 0) {
    rt::spins::note_change();
    rt::pieces::for_each(given, count, static_cast<std::size_t>(got),
                         [&](void* at, std::size_t part) { reported::written(at, part, pc); });
  }
  return got;
}
ssize_t __wrap_preadv(int number, const iovec* given, int count, off_t offset) {
  rt::before_read_to_pieces(number, given, count, offset, __builtin_return_address(0));
  return preadv(number, given, count, offset);
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
ssize_t __wrap_writev(int number, const iovec* given, int count) {
  const void* const pc = __builtin_return_address(0);
  rt::before_write_from_pieces(number, given, count, pc);
  if (rt::conduits::is_conduit(number)) return rt::conduits::write(number, given, count, pc);
  return writev(number, given, count);
}

}  // extern "C"
