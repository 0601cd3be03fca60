// SPDX-License-Identifier: Apache-2.0
// Which pages have been written: the kernel's asynchronous write protection (userfaultfd with
// WP_ASYNC, Linux 6.7).
//
// A watched page is write-protected once. The first write to it, by the program or by a system
// call on its behalf, costs a fault which the kernel resolves by itself, and from then on the page
// is known as written and costs nothing more. Nothing of this can be seen by the program: no
// signal, no EFAULT. (mprotect and a SIGSEGV handler were the other way: read() into a protected
// page fails.)
//
// Without such a kernel watch() says no, and the reset copies everything, which is always right.
#pragma once

#include <cstddef>
#include <cstdint>

namespace skein::runtime {

inline constexpr std::size_t kPageSize = 4096;

struct PageRange {
  std::uintptr_t begin;
  std::uintptr_t end;
};

// Gives each page of [begin, end), both multiples of kPageSize, memory of its own at once: faults
// one by one cost ten times as much.
void get_pages(std::uintptr_t begin, std::uintptr_t end);

class WrittenPages {
 public:
  // Opens what is needed. To be called before keep() and watch().
  void open();

  // To be called once on some thread that lives as long as the process: protection ends when the
  // last descriptor is closed, and programs do close descriptors that they do not know. So this
  // thread gets its own table of descriptors, with nothing in it but that one.
  void keep();

  // Protects the pages of [begin, end), both multiples of kPageSize, mapped and writable. Returns
  // whether that worked; if not, these pages are as before.
  bool watch(std::uintptr_t begin, std::uintptr_t end);

  // Whether this thread has had any page fault since the last call: if not, no page has been
  // written that was not written before. 0.4 us.
  [[nodiscard]] bool may_have_grown();

  // Fills `found` with ranges of watched pages in [begin, end) that were written since they were
  // first watched, and returns how many. If there are more than `room`, call again from the last
  // range's end. 1 us and more. Negative if it does not work.
  [[nodiscard]] long find(std::uintptr_t begin, std::uintptr_t end, PageRange* found,
                          std::size_t room);

 private:
  int faults_ = -1;  // userfaultfd
  int map_ = -1;     // /proc/self/pagemap
  bool is_open_ = false;
  bool is_kept_ = false;
  std::uint64_t seen_faults_ = 0;
};

extern WrittenPages written_pages;

}  // namespace skein::runtime
