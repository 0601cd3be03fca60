// SPDX-License-Identifier: Apache-2.0
#include "runtime/reset/reset.hpp"

#include <cstdint>
#include <cstring>
#include <link.h>

#include "runtime/boot/agent_main.hpp"
#include "runtime/intercept/libc/scratch.hpp"
#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/signals/signals.hpp"
#include "runtime/intercept/state/libc_state.hpp"
#include "runtime/intercept/state/process_state.hpp"
#include "runtime/intercept/threads/keys.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/reset/copy.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/reset/untouched.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/snapshot/own_memory.hpp"

namespace skein::runtime {

namespace {

struct Segment {
  char* begin;
  std::size_t size;
  char* saved;
  bool* is_hot;  // by page; null: not watched, copied as a whole
};

// A page that some run has written, or the part of it that belongs to a segment. It is copied after
// every run from then on. In the long run no page is written for the first time any more, and a
// reset costs only these copies.
struct HotPage {
  char* begin;
  const char* saved;
  std::size_t size;
};

constexpr std::size_t kMaxSegments = 1024;
Segment segments[kMaxSegments];
std::size_t segment_count = 0;
bool has_watched = false;

HotPage* hot_pages = nullptr;
std::size_t hot_count = 0;
std::size_t hot_capacity = 0;

void add_segment(std::uintptr_t begin, std::uintptr_t end) {
  if (begin >= end) return;
  if (segment_count == kMaxSegments) give_up("too many writable segments");
  segments[segment_count++] =
      Segment{reinterpret_cast<char*>(begin), end - begin, nullptr, nullptr};
}

// Adds variables to the image. Pages from `zeros` on have no file behind them.
void add_variables(std::uintptr_t begin, std::uintptr_t end, std::uintptr_t zeros) {
  if (begin >= end) return;
  untouched::split(begin, end, zeros < begin ? begin : zeros, &add_segment);
}

bool contains(const dl_phdr_info& info, std::uintptr_t address) {
  for (int i = 0; i < info.dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = info.dlpi_phdr[i];
    if (p.p_type == PT_LOAD && address >= info.dlpi_addr + p.p_vaddr &&
        address < info.dlpi_addr + p.p_vaddr + p.p_memsz) {
      return true;
    }
  }
  return false;
}

int add_writable_segments(dl_phdr_info* info, std::size_t, void*) {
  if (contains(*info, reinterpret_cast<std::uintptr_t>(&segments))) return 0;
  std::uintptr_t relro_begin = 0;
  std::uintptr_t relro_end = 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = info->dlpi_phdr[i];
    if (p.p_type != PT_GNU_RELRO) continue;
    relro_begin = info->dlpi_addr + p.p_vaddr;
    // The loader protects whole pages only.
    relro_end = (relro_begin + p.p_memsz) & ~std::uintptr_t{4095};
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = info->dlpi_phdr[i];
    if (p.p_type != PT_LOAD || (p.p_flags & PF_W) == 0) continue;
    const std::uintptr_t begin = info->dlpi_addr + p.p_vaddr;
    const std::uintptr_t end = begin + p.p_memsz;
    const std::uintptr_t zeros = begin + p.p_filesz;
    if (relro_begin < relro_end && relro_begin >= begin && relro_end <= end) {
      add_variables(begin, relro_begin, relro_begin);
      add_variables(relro_end, end, zeros);
    } else {
      add_variables(begin, end, zeros);
    }
  }
  return 0;
}

// Arguments and environment: from the first argument pointer to the last string.
void add_stack_top() {
  const auto begin = reinterpret_cast<std::uintptr_t>(program_main.argv);
  std::uintptr_t end = begin;
  const auto extend = [&](const char* text) {
    const auto last = reinterpret_cast<std::uintptr_t>(text + std::strlen(text) + 1);
    if (last > end && last - begin < (1U << 20U)) end = last;
  };
  for (char** a = program_main.argv; *a != nullptr; ++a) extend(*a);
  for (char** e = program_main.environment; *e != nullptr; ++e) extend(*e);
  add_segment(begin, end);
}

std::uintptr_t page_of(const char* address) {
  return reinterpret_cast<std::uintptr_t>(address) & ~(kPageSize - 1);
}

std::uintptr_t first_page(const Segment& s) { return page_of(s.begin); }

std::uintptr_t end_of_pages(const Segment& s) { return page_of(s.begin + s.size - 1) + kPageSize; }

// Memory for a copy that is about to be made.
char* allocate_copy(std::size_t size) {
  auto* const copy = static_cast<char*>(allocate_private(size));
  get_pages(page_of(copy), page_of(copy + size - 1) + kPageSize);
  return copy;
}

// Copying a small segment is cheaper than watching it.
void watch(Segment& s) {
  constexpr std::size_t kSmall = 2 * kPageSize;
  if (s.size <= kSmall || !written_pages.watch(first_page(s), end_of_pages(s))) return;
  s.is_hot = static_cast<bool*>(allocate_private((end_of_pages(s) - first_page(s)) / kPageSize));
  has_watched = true;
}

void add_hot(Segment& s, std::uintptr_t page) {
  bool& is_hot = s.is_hot[(page - first_page(s)) / kPageSize];
  if (is_hot) return;
  is_hot = true;
  if (hot_count == hot_capacity) {
    const std::size_t capacity = hot_capacity == 0 ? 256 : 2 * hot_capacity;
    auto* larger = static_cast<HotPage*>(allocate_private(capacity * sizeof(HotPage)));
    if (hot_count > 0) std::memcpy(larger, hot_pages, hot_count * sizeof(HotPage));
    hot_pages = larger;
    hot_capacity = capacity;
  }
  const auto begin = reinterpret_cast<std::uintptr_t>(s.begin);
  const std::uintptr_t from = page < begin ? begin : page;
  const std::uintptr_t to = page + kPageSize < begin + s.size ? page + kPageSize : begin + s.size;
  hot_pages[hot_count++] =
      HotPage{reinterpret_cast<char*>(from), s.saved + (from - begin), to - from};
}

void find_hot(Segment& s) {
  const PageRange all{first_page(s), end_of_pages(s)};
  const auto add = [&](const PageRange& pages) {
    for (std::uintptr_t page = pages.begin; page < pages.end; page += kPageSize) add_hot(s, page);
  };
  if (written_pages.for_each(WrittenPages::Which::Written, all.begin, all.end, add)) return;
  // The program has closed our descriptor, so any page may have been written.
  add(all);
}

void reset_segments() {
  find_written();
  for (std::size_t i = 0; i < segment_count; ++i) {
    const Segment& s = segments[i];
    if (s.is_hot == nullptr) copy_bytes(s.begin, s.saved, s.size);
  }
  for (std::size_t i = 0; i < hot_count; ++i) {
    const HotPage& p = hot_pages[i];
    copy_bytes(p.begin, p.saved, p.size);
  }
  untouched::clear();
}

// The end of the part of the image that contains the address; 0 if there is none.
std::uintptr_t end_of_part(std::uintptr_t address) {
  for (std::size_t i = 0; i < segment_count; ++i) {
    const Segment& s = segments[i];
    if (address >= first_page(s) && address < end_of_pages(s)) return end_of_pages(s);
  }
  return untouched::end_of_range(address);
}

void add_saved_segment(char* begin, std::size_t size, char* saved) {
  const auto at = reinterpret_cast<std::uintptr_t>(begin);
  add_segment(at, at + size);
  segments[segment_count - 1].saved = saved;
}

}  // namespace

void save_image() {
  save_heap();
  if (segment_count == 0) {
    dl_iterate_phdr(&add_writable_segments, nullptr);
    add_stack_top();
    for_each_early_mapping([](char* begin, std::size_t size) {
      if (begin == reinterpret_cast<char*>(g.channel)) return;  // a standalone program's own copy
      constexpr std::size_t kMost = std::size_t{256} << 20U;
      if (size > kMost) {
        give_up("more than 256 MB were mapped before main: try --reset=fork");
      }
      const auto at = reinterpret_cast<std::uintptr_t>(begin);
      add_segment(at, at + size);
    });
    save_mappings();
    hand_over_kept_heap(&add_saved_segment);
    for (std::size_t i = 0; i < segment_count; ++i) {
      Segment& s = segments[i];
      if (s.saved == nullptr) s.saved = allocate_copy(s.size);
      watch(s);
    }
  }
  tls.save();
  for (std::size_t i = 0; i < segment_count; ++i) {
    std::memcpy(segments[i].saved, segments[i].begin, segments[i].size);
  }
}

bool is_in_image(std::uintptr_t begin, std::uintptr_t end) {
  while (begin < end) {
    const std::uintptr_t known = end_of_part(begin);
    if (known == 0) return false;
    begin = known;
  }
  return true;
}

void find_written() {
  if (!has_watched && !untouched::are_any() && !own_memory::is_watched()) return;
  if (!written_pages.may_have_grown()) [[likely]]
    return;
  for (std::size_t i = 0; i < segment_count; ++i) {
    if (segments[i].is_hot != nullptr) find_hot(segments[i]);
  }
  untouched::find_touched();
  own_memory::find_written();
}

void for_each_written(void (*take)(char* begin, std::size_t size)) {
  for (std::size_t i = 0; i < segment_count; ++i) {
    if (segments[i].is_hot == nullptr) take(segments[i].begin, segments[i].size);
  }
  for (std::size_t i = 0; i < hot_count; ++i) take(hot_pages[i].begin, hot_pages[i].size);
  untouched::for_each_touched(take);
}

std::size_t count_written() { return hot_count + untouched::count_touched(); }

bool is_image_watched() { return has_watched; }

void reset_image() {
  reset_keys();
  reset_libc_state();
  reset_process_state();
  signals::reset();
  reset_scratch();
  sections::reset();
  reset_mappings();
  reset_segments();
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    tls.restore(g.run_agents[i]);
    reset_heap(AgentId{g.run_agents[i]});
  }
}

}  // namespace skein::runtime
