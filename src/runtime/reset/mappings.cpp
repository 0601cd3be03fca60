// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/mappings.hpp"

#include <cerrno>
#include <cstdint>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap_shadow.hpp"
#include "runtime/reset/present_mappings.hpp"
#include "runtime/reset/reset.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/outside.hpp"

namespace skein::runtime {

namespace {

// Between the heap's shadow and the usual place of programs, and between programs and libraries.
constexpr std::uint64_t kMainBegin = 0x440000000000ULL;
constexpr std::uint64_t kMainSize = 0x100000000000ULL;
constexpr std::uint64_t kOthersBegin = 0x600000000000ULL;
constexpr std::uint64_t kOtherSize = 1ULL << 31U;
constexpr std::uint64_t kOthersEnd = kOthersBegin + channel::kMaxAgents * kOtherSize;

std::uint64_t used[channel::kMaxAgents];  // bytes of its range that each agent has taken
bool is_touched = false;                  // by this run
bool has_moved_break = false;
long saved_break = 0;

constexpr std::uint32_t kMaxRanges = 512;

struct Range {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Empty if it ends before it begins.
Range common_part(const Range& a, const Range& b) {
  return {a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

// Parts of the address space, none of them twice.
class Ranges {
 public:
  void add(Range range) {
    if (range.begin < range.end && count_ < kMaxRanges) ranges_[count_++] = range;
  }

  // Takes these addresses out, and calls `take` for each part of them that was in.
  template <class Take>
  void remove(Range gone, Take take) {
    for (std::uint32_t i = 0; i < count_; ++i) {
      Range& r = ranges_[i];
      const Range common = common_part(r, gone);
      if (common.begin >= common.end) continue;
      const Range rest = {common.end, r.end};
      r.end = common.begin;
      add(rest);
      take(common);
    }
  }
  void remove(Range gone) {
    remove(gone, [](Range) {});
  }

  [[nodiscard]] bool contains(Range wanted) const {
    std::uint64_t covered = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Range common = common_part(ranges_[i], wanted);
      if (common.begin < common.end) covered += common.end - common.begin;
    }
    return covered == wanted.end - wanted.begin;
  }

  template <class Take>
  void for_each(Take take) const {
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (ranges_[i].begin < ranges_[i].end) take(ranges_[i]);
    }
  }

 private:
  Range ranges_[kMaxRanges] = {};
  std::uint32_t count_ = 0;
};

// Private mappings made before main, some of them before our constructors run: those that are
// writable, and those that never were so far.
constinit Ranges early;
constinit Ranges reserved;

// Older memory with the protection that it had before the run.
struct Protected {
  std::uint64_t begin;
  std::uint64_t end;
  int protection;
  bool is_reserved;
};
Protected changed[kMaxRanges];  // by the run
std::uint32_t changed_count = 0;

std::uint64_t begin_of(std::size_t index) {
  return index == 0 ? kMainBegin : kOthersBegin + index * kOtherSize;
}

std::uint64_t size_of(std::size_t index) { return index == 0 ? kMainSize : kOtherSize; }

constexpr std::uint64_t round_up(std::uint64_t size) {
  return (size + kPageSize - 1) & ~(kPageSize - 1);
}

bool is_of_runs(std::uint64_t begin, std::uint64_t end) {
  return (begin >= kMainBegin && end <= kMainBegin + kMainSize) ||
         (begin >= kOthersBegin && end <= kOthersEnd);
}

bool is_in_run() { return g.mode == Mode::Running || g.mode == Mode::Solo; }

void* result_of(long result) {
  if (result < 0 && result >= -4095) {
    errno = static_cast<int>(-result);
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(result);
}

int status_of(long result) {
  if (result >= 0) return 0;
  errno = static_cast<int>(-result);
  return -1;
}

long map(std::uint64_t at, std::size_t size, int protection, int flags, int file, off_t offset) {
  return syscalls::call(SYS_mmap, static_cast<long>(at), static_cast<long>(size), protection, flags,
                        file, offset);
}

// The next free addresses of the current agent, or 0 if none are left. A guard page separates two
// mappings.
std::uint64_t take_addresses(std::uint64_t size) {
  const std::size_t index = g.current->id.index();
  const std::uint64_t wanted = round_up(size) + kPageSize;
  if (wanted < size || used[index] + wanted > size_of(index)) return 0;
  const std::uint64_t at = begin_of(index) + used[index];
  used[index] += wanted;
  is_touched = true;
  return at;
}

Range range_of(std::uint64_t begin, std::uint64_t size) { return {begin, begin + round_up(size)}; }

void forget_early(std::uint64_t begin, std::uint64_t size) {
  early.remove(range_of(begin, size));
  reserved.remove(range_of(begin, size));
}

void note_early(std::uint64_t begin, std::uint64_t size, int protection) {
  forget_early(begin, size);
  ((protection & PROT_WRITE) != 0 ? early : reserved).add(range_of(begin, size));
}

// Allocators reserve addresses first, and make them writable as they need them.
void note_early_protection(std::uint64_t begin, std::uint64_t size, int protection) {
  const bool is_open = (protection & PROT_READ) != 0 && (protection & PROT_WRITE) != 0;
  if (is_open) {
    reserved.remove(range_of(begin, size), [](Range part) { early.add(part); });
  } else {
    early.remove(range_of(begin, size));
  }
}

// Whether writes to the file remain after the run: it was open before, so it was not noted when it
// was opened (intercept/descriptors/private_files.hpp).
bool outlives_run(int file) {
  struct stat status {};
  if (syscalls::call(SYS_fstat, file, syscalls::as_long(&status)) != 0) return false;
  return S_ISREG(status.st_mode) && is_kept_descriptor(file);
}

void* map_in_run(void* hint, std::size_t size, int protection, int flags, int file, off_t offset,
                 const void* site) {
  const bool is_file = (flags & MAP_ANONYMOUS) == 0;
  if ((flags & MAP_TYPE) != MAP_PRIVATE) outside::note_change();
  if (is_file && (flags & MAP_TYPE) != MAP_PRIVATE && (protection & PROT_WRITE) != 0 &&
      outlives_run(file)) {
    refuse("a shared and writable mapping of a file, whose contents cannot be put back", site);
  }
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0) {
    const auto begin = reinterpret_cast<std::uint64_t>(hint);
    if (!is_of_runs(begin, begin + round_up(size)) && !g.channel->settings.resets_by_fork) {
      refuse("mmap at a fixed address (other than with --reset=fork)", site);
    }
    is_touched = true;
    return result_of(map(begin, size, protection, flags, file, offset));
  }
  if (size == 0) return result_of(-EINVAL);
  const std::uint64_t at = take_addresses(size);
  if (at == 0) return result_of(-ENOMEM);
  return result_of(map(at, size, protection, flags | MAP_FIXED_NOREPLACE, file, offset));
}

// Refuses a change to memory from before the run, which could not be undone.
void refuse_older(std::uint64_t begin, std::size_t size, const char* what, const void* site) {
  if (is_of_runs(begin, begin + round_up(size)) || g.channel->settings.resets_by_fork) return;
  refuse(what, site);
}

void* move_in_run(void* old, std::size_t old_size, std::size_t size, int flags, void* target,
                  const void* site) {
  const auto begin = reinterpret_cast<std::uint64_t>(old);
  constexpr const char* kOlder =
      "mremap of memory that was mapped before main (other than with --reset=fork)";
  refuse_older(begin, old_size, kOlder, site);
  if ((flags & MREMAP_FIXED) != 0) {
    refuse_older(reinterpret_cast<std::uint64_t>(target), size, kOlder, site);
  } else if (round_up(size) > round_up(old_size)) {
    // It would grow into addresses that the agent takes next; these must not depend on it.
    if ((flags & MREMAP_MAYMOVE) == 0) return result_of(-ENOMEM);
    const std::uint64_t at = take_addresses(size);
    if (at == 0) return result_of(-ENOMEM);
    target = reinterpret_cast<void*>(at);
    flags |= MREMAP_FIXED;
  }
  return result_of(syscalls::call(SYS_mremap, syscalls::as_long(old), static_cast<long>(old_size),
                                  static_cast<long>(size), flags, syscalls::as_long(target)));
}

void note_changed(const Protected& range, const void* site) {
  if (changed_count == kMaxRanges) refuse("mprotect or munmap of too many ranges", site);
  changed[changed_count++] = range;
}

// Of older memory, the protection may change only where it can be restored: on the heap and on
// variables, which are readable and writable, and where nothing was ever written.
void note_protection(std::uint64_t begin, std::size_t size, const void* site) {
  const std::uint64_t end = begin + round_up(size);
  if (is_of_runs(begin, end) || g.channel->settings.resets_by_fork) return;
  const bool is_heap = is_in_arena(begin) && is_in_arena(end - 1);
  if (is_heap || is_in_image(begin, end)) {
    note_changed({begin, end, PROT_READ | PROT_WRITE, false}, site);
    return;
  }
  for_each_mapping(begin, end, [&](std::uint64_t from, std::uint64_t to, int protection) {
    const bool is_reserved = reserved.contains({from, to});
    if (!is_reserved && !is_in_image(from, to)) {
      refuse(
          "mprotect of memory that is neither on the heap nor a variable nor mapped by the program "
          "(other than with --reset=fork)",
          site);
    }
    note_changed({from, to, protection, is_reserved}, site);
  });
}

// Memory from before the run cannot be given back, since the next run needs it. It cannot be
// accessed until then.
void hide_older(std::uint64_t begin, std::size_t size, const void* site) {
  const std::uint64_t end = begin + round_up(size);
  for_each_mapping(begin, end, [&](std::uint64_t from, std::uint64_t to, int protection) {
    note_changed({from, to, protection, false}, site);
    syscalls::call(SYS_mprotect, static_cast<long>(from), static_cast<long>(to - from), PROT_NONE);
  });
}

}  // namespace

void* map_private(std::size_t size, int flags) {
  const long at = map(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
  return at < 0 && at >= -4095 ? nullptr : reinterpret_cast<void*>(at);
}

void for_each_early_mapping(void (*take)(char* begin, std::size_t size)) {
  early.for_each([&](const Range& r) { take(reinterpret_cast<char*>(r.begin), r.end - r.begin); });
}

void save_mappings() { saved_break = syscalls::call(SYS_brk, 0); }

bool has_changed_mappings() { return is_touched || has_moved_break || changed_count > 0; }

void reset_mappings() {
  while (changed_count > 0) {  // a range may be there twice: the first entry has the truth
    const Protected& r = changed[--changed_count];
    const auto begin = static_cast<long>(r.begin);
    const auto size = static_cast<long>(r.end - r.begin);
    if (r.is_reserved) syscalls::call(SYS_madvise, begin, size, MADV_DONTNEED);
    syscalls::call(SYS_mprotect, begin, size, r.protection);
  }
  if (has_moved_break) syscalls::call(SYS_brk, saved_break);
  has_moved_break = false;
  if (!is_touched) [[likely]]
    return;
  is_touched = false;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const std::uint32_t index = g.run_agents[i];
    if (used[index] == 0) continue;
    syscalls::call(SYS_munmap, static_cast<long>(begin_of(index)), static_cast<long>(used[index]));
    used[index] = 0;
  }
}

}  // namespace skein::runtime

namespace rt = skein::runtime;
namespace syscalls = skein::syscalls;

extern "C" {

void* mmap(void* hint, std::size_t size, int protection, int flags, int file,
           off_t offset) noexcept {
  if (!rt::is_off() && rt::is_in_run()) {
    return rt::map_in_run(hint, size, protection, flags, file, offset, __builtin_return_address(0));
  }
  const long at =
      rt::map(reinterpret_cast<std::uint64_t>(hint), size, protection, flags, file, offset);
  if (rt::g.mode == rt::Mode::Early && (flags & MAP_TYPE) != MAP_PRIVATE) {
    rt::outside::note_change_for_good();
  }
  if (at > 0 && (flags & MAP_TYPE) == MAP_PRIVATE && rt::g.mode != rt::Mode::Off) {
    rt::note_early(static_cast<std::uint64_t>(at), size, protection);
  }
  return rt::result_of(at);
}

void* mmap64(void* hint, std::size_t size, int protection, int flags, int file,
             off_t offset) noexcept __attribute__((alias("mmap")));

int munmap(void* at, std::size_t size) noexcept {
  const auto begin = reinterpret_cast<std::uint64_t>(at);
  if (rt::is_off() || !rt::is_in_run()) {
    rt::forget_early(begin, size);
  } else if (!rt::is_of_runs(begin, begin + rt::round_up(size)) &&
             !rt::g.channel->settings.resets_by_fork) {
    if (begin % rt::kPageSize != 0 || size == 0) return rt::status_of(-EINVAL);
    rt::hide_older(begin, size, __builtin_return_address(0));
    return 0;
  }
  return rt::status_of(syscalls::call(SYS_munmap, syscalls::as_long(at), static_cast<long>(size)));
}

void* mremap(void* old, std::size_t old_size, std::size_t size, int flags, ...) noexcept {
  va_list list;
  va_start(list, flags);
  void* const target = (flags & MREMAP_FIXED) != 0 ? va_arg(list, void*) : nullptr;
  va_end(list);
  if (!rt::is_off() && rt::is_in_run()) {
    return rt::move_in_run(old, old_size, size, flags, target, __builtin_return_address(0));
  }
  const long at = syscalls::call(SYS_mremap, syscalls::as_long(old), static_cast<long>(old_size),
                                 static_cast<long>(size), flags, syscalls::as_long(target));
  if (at > 0 && rt::g.mode != rt::Mode::Off) {
    rt::forget_early(reinterpret_cast<std::uint64_t>(old), old_size);
    rt::note_early(static_cast<std::uint64_t>(at), size, PROT_READ | PROT_WRITE);
  }
  return rt::result_of(at);
}

int madvise(void* at, std::size_t size, int advice) noexcept {
  if (!rt::is_off() && (advice == MADV_DONTFORK || advice == MADV_WIPEONFORK)) {
    rt::outside::note_change_for_good();
  }
  // It may take the contents of pages away without a write to them.
  if (!rt::is_off()) rt::outside::note_change_of_process();
  return rt::status_of(
      syscalls::call(SYS_madvise, syscalls::as_long(at), static_cast<long>(size), advice));
}

int mprotect(void* at, std::size_t size, int protection) noexcept {
  const auto begin = reinterpret_cast<std::uint64_t>(at);
  if (!rt::is_off() && rt::is_in_run()) {
    rt::note_protection(begin, size, __builtin_return_address(0));
  } else {
    rt::note_early_protection(begin, size, protection);
  }
  return rt::status_of(
      syscalls::call(SYS_mprotect, syscalls::as_long(at), static_cast<long>(size), protection));
}

// All threads share the program break, so its position would depend on their order.
int brk(void* end) noexcept {
  static rt::NextSymbol<int(void*)> next_brk("brk");
  if (!rt::is_off() && rt::is_in_run()) {
    if (rt::g.live_count > 1) rt::refuse("brk with several threads", __builtin_return_address(0));
    rt::has_moved_break = true;
  }
  return next_brk(end);
}

void* sbrk(std::intptr_t size) noexcept {
  static rt::NextSymbol<void*(std::intptr_t)> next_sbrk("sbrk");
  if (!rt::is_off() && rt::is_in_run() && size != 0) {
    if (rt::g.live_count > 1) rt::refuse("sbrk with several threads", __builtin_return_address(0));
    rt::has_moved_break = true;
  }
  return next_sbrk(size);
}

}  // extern "C"
