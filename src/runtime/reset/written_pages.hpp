// SPDX-License-Identifier: Apache-2.0
// Finds out which pages have been written, with the kernel's asynchronous write protection
// (userfaultfd with WP_ASYNC, Linux 6.7).
//
// A watched page is write-protected once. The first write to it, by the program or by a system call
// on its behalf, costs a fault that the kernel resolves by itself. From then on the page is known
// as written and costs nothing more. The program can see none of this: no signal, no EFAULT. (The
// alternative, mprotect with a SIGSEGV handler, fails: read() into a protected page returns an
// error.)
//
// On older kernels watch() returns false, and the reset copies everything, which is always right.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime {

inline constexpr std::size_t kPageSize = 4096;

struct PageRange {
  std::uintptr_t begin;
  std::uintptr_t end;
};

// Gives each page of [begin, end), both multiples of kPageSize, memory of its own at once: separate
// faults cost ten times as much.
void get_pages(std::uintptr_t begin, std::uintptr_t end);

class WrittenPages {
 public:
  // Opens the descriptors. Call before keep() and watch().
  void open();

  // Call once, on a thread that lives as long as the process. Protection ends when the last
  // descriptor is closed, and programs do close descriptors that they do not know. So this thread
  // gets its own table of descriptors, which contains only ours.
  void keep();

  // Protects the pages of [begin, end), both multiples of kPageSize, mapped and writable. Returns
  // whether that worked; if not, the pages are as before.
  bool watch(std::uintptr_t begin, std::uintptr_t end);
  // The same for memory of which most pages have never been touched: they stay without memory, and
  // count as written once they are touched.
  bool watch_touched(std::uintptr_t begin, std::uintptr_t end);

  // Whether this thread has had a page fault since the last call. If not, no page was written for
  // the first time. 0.4 us.
  [[nodiscard]] bool may_have_grown();

  enum class Which : std::uint8_t {
    Written,           // watched, and written since they were first watched
    WrittenOfTouched,  // the same after watch_touched()
    Touched            // those that have memory: they were ever touched, watched or not
  };
  // Calls take(range) for these pages of [begin, end). Returns false if they are not known; some
  // may have been taken already. 1 us and more.
  template <class Take>
  bool for_each(Which which, std::uintptr_t begin, std::uintptr_t end, const Take& take) {
    constexpr long kAtOnce = 64;
    PageRange found[kAtOnce];
    long count = kAtOnce;
    for (std::uintptr_t from = begin; count == kAtOnce && from < end;
         from = found[kAtOnce - 1].end) {
      count = find(which, from, end, found, kAtOnce);
      if (count < 0) return false;
      for (long i = 0; i < count; ++i) take(found[i]);
    }
    return true;
  }

 private:
  // Fills `found` with ranges of pages in [begin, end), and returns their number. If there are more
  // than `room`, call again from the end of the last range. Negative on failure.
  [[nodiscard]] long find(Which which, std::uintptr_t begin, std::uintptr_t end, PageRange* found,
                          std::size_t room) const;

  int faults_ = -1;  // userfaultfd
  int map_ = -1;     // /proc/self/pagemap
  bool is_open_ = false;
  bool is_kept_ = false;
  std::uint64_t seen_faults_ = 0;
};

extern WrittenPages written_pages;

}  // namespace skein::runtime
