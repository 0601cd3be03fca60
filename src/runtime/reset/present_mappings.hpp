// SPDX-License-Identifier: Apache-2.0
// The mappings of this process, as the kernel lists them.
#pragma once

#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>

#include "runtime/intercept/syscalls.hpp"

namespace skein::runtime {

// Reads one line of /proc/self/maps after the other, character by character: "begin-end rwxp ...".
class MappingLine {
 public:
  // Returns whether the line is complete.
  bool add(char c) {
    if (c == '\n') {
      part_ = 0;
      return true;
    }
    if (c == '-' && part_ == 0) {
      part_ = 1;
    } else if (c == ' ') {
      ++part_;
    } else if (part_ == 0 || part_ == 1) {
      std::uint64_t& number = part_ == 0 ? begin : end;
      number = 16 * number + static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
    } else if (part_ == 2) {
      protection |= c == 'r' ? PROT_READ : c == 'w' ? PROT_WRITE : c == 'x' ? PROT_EXEC : 0;
    }
    return false;
  }
  void clear() { *this = MappingLine(); }

  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  int protection = 0;

 private:
  int part_ = 0;  // 0 and 1: the addresses, 2: the protection
};

struct MappingPart {
  std::uint64_t begin;
  std::uint64_t end;
  int protection;
};

// Lists the first parts of mappings between these addresses, as many as there is room for.
inline std::uint32_t list_mappings(std::uint64_t begin, std::uint64_t end, MappingPart* parts,
                                   std::uint32_t most) {
  const long file =
      syscalls::call(SYS_open, syscalls::as_long("/proc/self/maps"), O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::uint32_t count = 0;
  MappingLine line;
  char text[1024];
  long size = 0;
  while ((size = syscalls::call(SYS_read, file, syscalls::as_long(text), sizeof(text))) > 0) {
    for (long i = 0; i < size; ++i) {
      if (!line.add(text[i])) continue;
      if (line.begin < end && begin < line.end && count < most) {
        parts[count++] = {line.begin > begin ? line.begin : begin, line.end < end ? line.end : end,
                          line.protection};
      }
      line.clear();
    }
  }
  syscalls::call(SYS_close, file);
  return count;
}

// Calls look(begin, end, protection) for the parts of mappings between these addresses. Some are
// listed before the first of them is looked at, because looking may change them.
template <class Look>
void for_each_mapping(std::uint64_t begin, std::uint64_t end, Look look) {
  constexpr std::uint32_t kAtOnce = 64;
  MappingPart parts[kAtOnce];
  std::uint32_t count = 0;
  do {
    count = list_mappings(begin, end, parts, kAtOnce);
    for (std::uint32_t i = 0; i < count; ++i) {
      look(parts[i].begin, parts[i].end, parts[i].protection);
    }
    if (count > 0) begin = parts[count - 1].end;
  } while (count == kAtOnce);
}

}  // namespace skein::runtime
