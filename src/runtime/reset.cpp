#include "runtime/reset.hpp"

#include <cstdint>
#include <cstring>
#include <link.h>

#include "runtime/agent_main.hpp"
#include "runtime/api.hpp"
#include "runtime/heap.hpp"
#include "runtime/keys.hpp"
#include "runtime/state.hpp"

namespace skein::runtime {

namespace {

struct Segment {
  char* begin;
  std::size_t size;
  char* saved;
};

constexpr std::size_t kMaxSegments = 1024;
Segment segments[kMaxSegments];
std::size_t segment_count = 0;

void add_segment(std::uintptr_t begin, std::uintptr_t end) {
  if (begin >= end) return;
  if (segment_count == kMaxSegments) give_up("too many writable segments");
  segments[segment_count++] = Segment{reinterpret_cast<char*>(begin), end - begin, nullptr};
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
    if (relro_begin < relro_end && relro_begin >= begin && relro_end <= end) {
      add_segment(begin, relro_begin);
      add_segment(relro_end, end);
    } else {
      add_segment(begin, end);
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

}  // namespace

void save_image() {
  if (segment_count == 0) {
    dl_iterate_phdr(&add_writable_segments, nullptr);
    add_stack_top();
    for (std::size_t i = 0; i < segment_count; ++i) {
      segments[i].saved = static_cast<char*>(allocate_private(segments[i].size));
    }
  }
  save_heap();
  tls.save();
  for (std::size_t i = 0; i < segment_count; ++i) {
    std::memcpy(segments[i].saved, segments[i].begin, segments[i].size);
  }
}

void reset_image() {
  reset_keys();
  reset_atomic_sections();
  for (std::size_t i = 0; i < segment_count; ++i) {
    std::memcpy(segments[i].begin, segments[i].saved, segments[i].size);
  }
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    tls.restore(g.run_agents[i]);
    reset_heap(AgentId{g.run_agents[i]});
  }
}

}  // namespace skein::runtime
