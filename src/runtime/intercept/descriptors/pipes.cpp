// SPDX-License-Identifier: Apache-2.0
// How a program makes conduits: pipes and eventfds. (Reads and writes are in
// descriptors.cpp.)
#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/refused.hpp"
#include "runtime/memory/accesses.hpp"

namespace skein::runtime {

namespace {

namespace next {
NextSymbol<int(int*, int)> pipe2("pipe2");
NextSymbol<int(unsigned, int)> eventfd("eventfd");
}  // namespace next
Refused<ssize_t(int, off64_t*, int, off64_t*, size_t, unsigned)> refused_splice("splice");
Refused<ssize_t(int, int, size_t, unsigned)> refused_tee("tee");
Refused<ssize_t(int, const iovec*, size_t, unsigned)> refused_vmsplice("vmsplice");

int make_pipe(int* ends, int flags, const void* site) {
  if (is_off()) return next::pipe2(ends, flags);
  accesses::written(ends, 2 * sizeof(int), site);
  const int result = next::pipe2(ends, flags);
  if (result == 0) conduits::opened(conduits::Kind::Pipe, ends[0], ends[1], site);
  return result;
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

int pipe(int ends[2]) noexcept { return rt::make_pipe(ends, 0, __builtin_return_address(0)); }
int pipe2(int ends[2], int flags) noexcept {
  return rt::make_pipe(ends, flags, __builtin_return_address(0));
}

int eventfd(unsigned value, int flags) noexcept {
  if (rt::is_off()) return rt::next::eventfd(value, flags);
  const void* const site = __builtin_return_address(0);
  const int number = rt::next::eventfd(value, flags);
  rt::conduits::opened(rt::conduits::Kind::EventFd, number, -1, site);
  return number;
}

int eventfd_read(int number, eventfd_t* value) {
  const void* const site = __builtin_return_address(0);
  rt::accesses::written(value, sizeof(*value), site);
  return rt::read_descriptor(number, value, sizeof(*value), site) == sizeof(*value) ? 0 : -1;
}
int eventfd_write(int number, eventfd_t value) {
  return rt::write_descriptor(number, &value, sizeof(value), __builtin_return_address(0)) ==
                 sizeof(value)
             ? 0
             : -1;
}

// They move data between pipes without our seeing it.
ssize_t splice(int from, off64_t* from_offset, int to, off64_t* to_offset, size_t size,
               unsigned flags) {
  return rt::refused_splice.call(__builtin_return_address(0), from, from_offset, to, to_offset,
                                 size, flags);
}
ssize_t tee(int from, int to, size_t size, unsigned flags) {
  return rt::refused_tee.call(__builtin_return_address(0), from, to, size, flags);
}
ssize_t vmsplice(int to, const iovec* pieces, size_t count, unsigned flags) {
  return rt::refused_vmsplice.call(__builtin_return_address(0), to, pieces, count, flags);
}

}  // extern "C"
