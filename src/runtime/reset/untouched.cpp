// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/untouched.hpp"

#include <cstddef>
#include <cstring>
#include <sys/mman.h>

#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/reset/written_pages.hpp"

namespace skein::runtime::untouched {

namespace {

// Less than this is copied: the gain would be small, and each range costs a system call.
constexpr std::size_t kLarge = std::size_t{1} << 20U;
constexpr std::size_t kMaxRanges = 64;

struct Range {
  PageRange pages;
  bool* is_known;  // by page: touched by some run, and cleared after every run from then on
};

Range ranges[kMaxRanges];
std::size_t range_count = 0;

std::uintptr_t* known_pages = nullptr;
std::size_t known_count = 0;
std::size_t known_capacity = 0;

bool add_range(std::uintptr_t begin, std::uintptr_t end) {
  if (range_count == kMaxRanges) return false;
  auto* const is_known = static_cast<bool*>(allocate_private((end - begin) / kPageSize));
  ranges[range_count++] = {{begin, end}, is_known};
  return true;
}

void add_known(std::uintptr_t page) {
  if (known_count == known_capacity) {
    const std::size_t capacity = known_capacity == 0 ? 256 : 2 * known_capacity;
    auto* const larger =
        static_cast<std::uintptr_t*>(allocate_private(capacity * sizeof(std::uintptr_t)));
    if (known_count > 0) std::memcpy(larger, known_pages, known_count * sizeof(std::uintptr_t));
    known_pages = larger;
    known_capacity = capacity;
  }
  known_pages[known_count++] = page;
}

void find_known(Range& range) {
  const PageRange& all = range.pages;
  const auto add = [&](const PageRange& touched) {
    for (std::uintptr_t page = touched.begin; page < touched.end; page += kPageSize) {
      bool& is_known = range.is_known[(page - all.begin) / kPageSize];
      if (is_known) continue;
      is_known = true;
      add_known(page);
    }
  };
  if (written_pages.for_each(WrittenPages::Which::Touched, all.begin, all.end, add)) return;
  // The program has closed our descriptor. Pages without memory are zeros again.
  syscalls::call(SYS_madvise, static_cast<long>(all.begin), static_cast<long>(all.end - all.begin),
                 MADV_DONTNEED);
}

}  // namespace

void split(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t zeros,
           void (*save)(std::uintptr_t begin, std::uintptr_t end)) {
  const std::uintptr_t last = end & ~(kPageSize - 1);
  std::uintptr_t saved = begin;  // up to here all is taken care of
  std::uintptr_t gap = (zeros + kPageSize - 1) & ~(kPageSize - 1);
  const auto take_gap = [&](std::uintptr_t gap_end) {
    if (gap_end < gap + kLarge || !add_range(gap, gap_end)) return;
    save(saved, gap);
    saved = gap_end;
  };
  const bool are_known = written_pages.for_each(WrittenPages::Which::Touched, gap, last,
                                                [&](const PageRange& touched) {
                                                  take_gap(touched.begin);
                                                  gap = touched.end;
                                                });
  if (are_known) take_gap(last);
  save(saved, end);
}

bool are_any() { return range_count > 0; }

std::uintptr_t end_of_range(std::uintptr_t address) {
  for (std::size_t i = 0; i < range_count; ++i) {
    const PageRange& pages = ranges[i].pages;
    if (address >= pages.begin && address < pages.end) return pages.end;
  }
  return 0;
}

void find_touched() {
  for (std::size_t i = 0; i < range_count; ++i) find_known(ranges[i]);
}

void for_each_touched(void (*take)(char* begin, std::size_t size)) {
  for (std::size_t i = 0; i < known_count; ++i) {
    take(reinterpret_cast<char*>(known_pages[i]), kPageSize);
  }
}

std::size_t count_touched() { return known_count; }

void clear() {
  for (std::size_t i = 0; i < known_count; ++i) {
    std::memset(reinterpret_cast<void*>(known_pages[i]), 0, kPageSize);
  }
}

}  // namespace skein::runtime::untouched
