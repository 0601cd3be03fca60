// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/written_pages.hpp"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/resource.h>

#include "runtime/intercept/syscalls.hpp"

namespace skein::runtime {

// It counts page faults, which no snapshot undoes.
[[gnu::section("skein_kept")]] WrittenPages written_pages;

namespace {

// From Linux 6.7; our build headers may be older.
constexpr std::uint64_t kAsyncProtection = 1ULL << 15U;  // UFFD_FEATURE_WP_ASYNC
constexpr std::uint64_t kIsWatched = 1U << 0U;           // PAGE_IS_WPALLOWED
constexpr std::uint64_t kIsWritten = 1U << 1U;           // PAGE_IS_WRITTEN
constexpr std::uint64_t kIsPresent = 1U << 3U;           // PAGE_IS_PRESENT
constexpr std::uint64_t kIsSwapped = 1U << 4U;           // PAGE_IS_SWAPPED
constexpr int kUserModeOnly = 1;                         // needs no privilege

struct ScanRequest {  // struct pm_scan_arg
  std::uint64_t size;
  std::uint64_t flags;
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t walk_end;
  std::uint64_t regions;
  std::uint64_t region_count;
  std::uint64_t max_pages;
  std::uint64_t category_inverted;
  std::uint64_t category_mask;
  std::uint64_t category_anyof_mask;
  std::uint64_t return_mask;
};

struct ScanRegion {  // struct page_region
  std::uint64_t start;
  std::uint64_t end;
  std::uint64_t categories;
};

// PAGEMAP_SCAN
constexpr auto kScan = static_cast<long>(_IOWR('f', 16, ScanRequest));

long control(int descriptor, std::uint64_t request, const void* argument) {
  return syscalls::call(SYS_ioctl, descriptor, static_cast<long>(request),
                        syscalls::as_long(argument));
}

// Moves the descriptor out of the way of the numbers that the program will use itself.
int move_high(long descriptor) {
  if (descriptor < 0) return -1;
  constexpr long kHigh = 900;
  const long high = syscalls::call(SYS_fcntl, descriptor, F_DUPFD_CLOEXEC, kHigh);
  if (high < 0) return static_cast<int>(descriptor);
  syscalls::call(SYS_close, descriptor);
  return static_cast<int>(high);
}

}  // namespace

void get_pages(std::uintptr_t begin, std::uintptr_t end) {
  constexpr long kPopulateForWriting = 23;  // MADV_POPULATE_WRITE, of Linux 5.14
  if (syscalls::call(SYS_madvise, static_cast<long>(begin), static_cast<long>(end - begin),
                     kPopulateForWriting) == 0) {
    return;
  }
  for (std::uintptr_t page = begin; page < end; page += kPageSize) {
    auto* byte = reinterpret_cast<volatile char*>(page);
    *byte = *byte;
  }
}

void WrittenPages::open() {
  faults_ = move_high(syscalls::call(SYS_userfaultfd, O_CLOEXEC | kUserModeOnly));
  if (faults_ < 0) return;
  uffdio_api api{};
  api.api = UFFD_API;
  api.features = kAsyncProtection;
  if (control(faults_, UFFDIO_API, &api) < 0) return;
  map_ = move_high(syscalls::call(SYS_openat, AT_FDCWD, syscalls::as_long("/proc/self/pagemap"),
                                  O_RDONLY | O_CLOEXEC));
  is_open_ = map_ >= 0;
}

void WrittenPages::keep() {
  if (!is_open_ || syscalls::call(SYS_unshare, CLONE_FILES) < 0) return;
  constexpr long kLast = 0x7fffffff;
  syscalls::call(SYS_close_range, 0, faults_ - 1, 0);
  syscalls::call(SYS_close_range, faults_ + 1, kLast, 0);
  is_kept_ = true;
}

bool WrittenPages::watch(std::uintptr_t begin, std::uintptr_t end) {
  if (!is_kept_) return false;
  // A page of a file that was never written has no memory of its own to protect.
  get_pages(begin, end);
  uffdio_register registration{};
  registration.range = {begin, end - begin};
  registration.mode = UFFDIO_REGISTER_MODE_WP;
  if (control(faults_, UFFDIO_REGISTER, &registration) < 0) return false;
  uffdio_writeprotect protection{};
  protection.range = {begin, end - begin};
  protection.mode = UFFDIO_WRITEPROTECT_MODE_WP;
  PageRange none{};
  // The second test: does this kernel report pages, and do these count as unwritten?
  if (control(faults_, UFFDIO_WRITEPROTECT, &protection) == 0 &&
      find(Which::Written, begin, end, &none, 1) == 0) {
    return true;
  }
  control(faults_, UFFDIO_UNREGISTER, &registration.range);
  return false;
}

bool WrittenPages::watch_touched(std::uintptr_t begin, std::uintptr_t end) {
  if (!is_kept_) return false;
  uffdio_register registration{};
  registration.range = {begin, end - begin};
  registration.mode = UFFDIO_REGISTER_MODE_WP;
  if (control(faults_, UFFDIO_REGISTER, &registration) < 0) return false;
  bool is_watched = true;
  const bool are_known = for_each(Which::Touched, begin, end, [&](const PageRange& touched) {
    uffdio_writeprotect protection{};
    protection.range = {touched.begin, touched.end - touched.begin};
    protection.mode = UFFDIO_WRITEPROTECT_MODE_WP;
    is_watched = is_watched && control(faults_, UFFDIO_WRITEPROTECT, &protection) == 0;
  });
  if (is_watched && are_known) return true;
  control(faults_, UFFDIO_UNREGISTER, &registration.range);
  return false;
}

bool WrittenPages::may_have_grown() {
  rusage usage{};
  if (syscalls::call(SYS_getrusage, RUSAGE_THREAD, syscalls::as_long(&usage)) < 0) return true;
  const auto faults = static_cast<std::uint64_t>(usage.ru_minflt + usage.ru_majflt);
  const bool result = faults != seen_faults_;
  seen_faults_ = faults;
  return result;
}

long WrittenPages::find(Which which, std::uintptr_t begin, std::uintptr_t end, PageRange* found,
                        std::size_t room) const {
  constexpr std::size_t kMost = 64;
  ScanRegion regions[kMost];
  ScanRequest request{};
  request.size = sizeof(request);
  request.start = begin;
  request.end = end;
  request.regions = reinterpret_cast<std::uint64_t>(regions);
  request.region_count = room < kMost ? room : kMost;
  request.category_mask = which == Which::Touched ? 0 : kIsWatched | kIsWritten;
  request.category_anyof_mask = which == Which::Written ? 0 : kIsPresent | kIsSwapped;
  request.return_mask = request.category_mask | request.category_anyof_mask;
  const long count = control(map_, static_cast<std::uint64_t>(kScan), &request);
  for (long i = 0; i < count; ++i) found[i] = {regions[i].start, regions[i].end};
  return count;
}

}  // namespace skein::runtime
