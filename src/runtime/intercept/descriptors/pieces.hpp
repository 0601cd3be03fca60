// SPDX-License-Identifier: Apache-2.0
// Transfers in pieces (readv, sendmsg).
#pragma once

#include <algorithm>
#include <cstddef>
#include <sys/uio.h>

namespace skein::runtime::pieces {

inline constexpr int kMost = 128;

inline std::size_t size_of(const iovec* pieces, int count) {
  std::size_t size = 0;
  for (int i = 0; i < count; ++i) size += pieces[i].iov_len;
  return size;
}

// The pieces without their first bytes. Returns how many are left.
inline int skip(const iovec* pieces, int count, std::size_t bytes, iovec* rest) {
  int used = 0;
  for (int i = 0; i < count; ++i) {
    const std::size_t part = std::min(bytes, pieces[i].iov_len);
    bytes -= part;
    if (part == pieces[i].iov_len && part > 0) continue;
    rest[used++] = {static_cast<char*>(pieces[i].iov_base) + part, pieces[i].iov_len - part};
  }
  return used;
}

// Calls `report` for the pieces that `size` bytes fill.
template <class Report>
void for_each(const iovec* pieces, int count, std::size_t size, Report report) {
  for (int i = 0; i < count && size > 0; ++i) {
    const std::size_t part = std::min(size, pieces[i].iov_len);
    if (part > 0) report(pieces[i].iov_base, part);
    size -= part;
  }
}

}  // namespace skein::runtime::pieces
