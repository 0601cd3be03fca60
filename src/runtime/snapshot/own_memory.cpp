// SPDX-License-Identifier: Apache-2.0
#include "runtime/snapshot/own_memory.hpp"

#include <link.h>
#include <sys/mman.h>

#include "runtime/memory/heap.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"

// The linker defines them: the section's first byte and the one behind its last.
extern "C" {
[[gnu::visibility("hidden")]] extern char __start_skein_kept[];
[[gnu::visibility("hidden")]] extern char __stop_skein_kept[];
}

namespace skein::runtime::own_memory {

[[gnu::section("skein_kept")]] std::uint64_t lasting_changes = 0;

namespace {

struct Zone {
  std::uintptr_t begin;
  std::uintptr_t end;
};
constexpr std::size_t kMostZones = 4;
Zone zones[kMostZones];
std::size_t zone_count = 0;

// A page, or a part of one.
struct Part {
  char* begin;
  std::size_t size;
};
constexpr std::size_t kMostParts = std::size_t{1} << 16U;
Part* parts = nullptr;
std::size_t part_count = 0;
bool* is_known[kMostZones] = {};  // by page

std::uintptr_t page_of(std::uintptr_t address) { return address & ~(kPageSize - 1); }

bool is_ours(const dl_phdr_info& info, const ElfW(Phdr) & p) {
  const auto here = reinterpret_cast<std::uintptr_t>(&zones);
  const std::uintptr_t begin = info.dlpi_addr + p.p_vaddr;
  return p.p_type == PT_LOAD && (p.p_flags & PF_W) != 0 && here >= begin &&
         here < begin + p.p_memsz;
}

// Our writable segment, without the part that the loader protects after relocation.
int find_segment(dl_phdr_info* info, std::size_t, void* result) {
  auto& zone = *static_cast<Zone*>(result);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& p = info->dlpi_phdr[i];
    if (!is_ours(*info, p)) continue;
    zone = {page_of(info->dlpi_addr + p.p_vaddr),
            page_of(info->dlpi_addr + p.p_vaddr + p.p_memsz + kPageSize - 1)};
    for (int k = 0; k < info->dlpi_phnum; ++k) {
      const ElfW(Phdr)& relro = info->dlpi_phdr[k];
      if (relro.p_type == PT_GNU_RELRO)
        zone.begin = page_of(info->dlpi_addr + relro.p_vaddr + relro.p_memsz);
    }
    return 1;
  }
  return 0;
}

void add_part(std::uintptr_t begin, std::uintptr_t end) {
  if (begin >= end) return;
  if (part_count == kMostParts) {
    note_lasting_change();  // no copy would be complete
    return;
  }
  parts[part_count++] = {reinterpret_cast<char*>(begin), end - begin};
}

// Leaves out what is kept.
void add_page(std::uintptr_t page) {
  const auto kept_begin = reinterpret_cast<std::uintptr_t>(__start_skein_kept);
  const auto kept_end = reinterpret_cast<std::uintptr_t>(__stop_skein_kept);
  const std::uintptr_t end = page + kPageSize;
  add_part(page, end < kept_begin ? end : page < kept_begin ? kept_begin : page);
  add_part(page > kept_end ? page : kept_end, end);
}

void find_in(std::size_t index) {
  const Zone& zone = zones[index];
  const auto add = [&](const PageRange& pages) {
    for (std::uintptr_t page = pages.begin; page < pages.end; page += kPageSize) {
      bool& is_page_known = is_known[index][(page - zone.begin) / kPageSize];
      if (is_page_known) continue;
      is_page_known = true;
      add_page(page);
    }
  };
  // If not, the program has closed our descriptor: no copy can be complete.
  const bool are_found =
      written_pages.for_each(WrittenPages::Which::WrittenOfTouched, zone.begin, zone.end, add);
  if (!are_found) note_lasting_change();
}

}  // namespace

bool watch() {
  if (zone_count > 0) return true;
  Zone own{};
  dl_iterate_phdr(&find_segment, &own);
  Zone heap{};
  private_heap(heap.begin, heap.end);
  if (own.begin >= own.end) return false;
  // Not in the private heap, which is watched itself.
  parts = static_cast<Part*>(map_private(kMostParts * sizeof(Part), MAP_NORESERVE));
  if (parts == nullptr) return false;
  for (const Zone& zone : {own, heap}) {
    is_known[zone_count] =
        static_cast<bool*>(map_private((zone.end - zone.begin) / kPageSize, MAP_NORESERVE));
    if (is_known[zone_count] == nullptr) return false;
    zones[zone_count++] = zone;
  }
  for (const Zone& zone : {own, heap}) {
    if (written_pages.watch_touched(zone.begin, zone.end)) continue;
    zone_count = 0;
    return false;
  }
  return true;
}

bool is_watched() { return zone_count > 0; }

void find_written() {
  for (std::size_t i = 0; i < zone_count; ++i) find_in(i);
}

void for_each_written(void (*take)(char* begin, std::size_t size)) {
  for (std::size_t i = 0; i < part_count; ++i) take(parts[i].begin, parts[i].size);
}

std::size_t count_written() { return part_count; }

}  // namespace skein::runtime::own_memory
