// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/heap.hpp"

#include <cerrno>
#include <cstring>
#include <malloc.h>
#include <span>
#include <sys/mman.h>

#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/next_symbol.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/memory/heap_layout.hpp"
#include "runtime/memory/heap_shadow.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/snapshot/own_memory.hpp"

namespace skein::runtime {

Arena arenas[channel::kMaxAgents];

bool is_of_program(const void* site, bool includes_cxx) {
  const auto pc = reinterpret_cast<std::uint64_t>(site);
  const channel::Channel& c = *g.channel;
  for (std::uint32_t i = 0; i < c.module_count; ++i) {
    const channel::ModuleRecord& m = c.modules[i];
    if (pc >= m.begin && pc < m.end) {
      return m.path[0] == '\0' || (includes_cxx && std::strstr(m.path, "/libstdc++.so") != nullptr);
    }
  }
  return false;
}

namespace {

constexpr std::uint64_t kPrivateBegin = kArenasEnd;
constexpr std::uint64_t kPrivateSize = 1ULL << 36U;
// From this size on, it is worth asking which pages were touched at all.
constexpr std::size_t kLargeReset = 1U << 20U;
// From this size on, pages are returned. That takes three times as long as clearing them, because
// the next run gets them one by one, with a fault for each.
constexpr std::size_t kHugeReset = 64U << 20U;

// No machine is expected to have this much; beyond our limit and below, it may.
constexpr std::size_t kNeverThere = 1ULL << 40U;

std::size_t arena_count = 0;  // arenas from this index on have never been used
char* private_next = nullptr;
std::uint32_t private_depth = 0;

namespace next {
NextSymbol<void*(std::size_t)> malloc("malloc");
NextSymbol<void(void*)> free("free");
NextSymbol<void*(std::size_t, std::size_t)> calloc("calloc");
NextSymbol<void*(void*, std::size_t)> realloc("realloc");
NextSymbol<void*(std::size_t, std::size_t)> memalign("memalign");
NextSymbol<std::size_t(void*)> malloc_usable_size("malloc_usable_size");
}  // namespace next

bool is_ours(const void* p) {
  const auto address = reinterpret_cast<std::uint64_t>(p);
  return address >= kArenasBegin && address < kPrivateBegin + kPrivateSize;
}

char* map_at(std::uint64_t address, std::uint64_t size) {
  const long at = syscalls::call(
      SYS_mmap, static_cast<long>(address), static_cast<long>(size), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != static_cast<long>(address)) {
    syscalls::write_error("skein: cannot reserve address space for the heap\n");
    syscalls::exit_process(3);
  }
  return reinterpret_cast<char*>(address);
}

char* bump(char*& next, std::size_t size, std::size_t alignment, const void* site = nullptr) {
  const auto at = (reinterpret_cast<std::uint64_t>(next) + sizeof(Header) + alignment - 1) &
                  ~(static_cast<std::uint64_t>(alignment) - 1);
  auto* result = reinterpret_cast<char*>(at);
  auto* header = reinterpret_cast<Header*>(result - sizeof(Header));
  header->size = size;
  header->state = kLive;
  header->allocated_at = site;
  next = result + ((size + kAlignment - 1) & ~(kAlignment - 1));
  return result;
}

Arena& current_arena() {
  const std::size_t index = g.current != nullptr ? g.current->id.index() : 0;
  Arena& arena = arenas[index];
  if (arena.begin == nullptr) [[unlikely]] {
    arena.begin = map_at(kArenasBegin + index * kArenaSize, kArenaSize);
    map_at(kHeapShadowBegin + index * kHeapShadowSize, kHeapShadowSize);
    arena.next = arena.mark = arena.begin;
    if (index >= arena_count) arena_count = index + 1;
    own_memory::note_lasting_change();
  }
  return arena;
}

// The bytes of the block may be accessed from now on.
void open(void* block, std::size_t size) {
  std::uint8_t* shadow = heap_shadow(reinterpret_cast<std::uint64_t>(block));
  std::memset(shadow, kWhole, size / 8);
  if (size % 8 != 0) shadow[size / 8] = static_cast<std::uint8_t>(size % 8);
}

void* allocate(std::size_t size, const void* site, std::size_t alignment = kAlignment) {
  if (private_depth > 0) [[unlikely]] {
    if (private_next == nullptr) private_next = map_at(kPrivateBegin, kPrivateSize);
    own_memory::note_lasting_change();
    return bump(private_next, size, alignment);
  }
  shared_counts::note_effect();
  Arena& arena = current_arena();
  const std::uint64_t limit =
      g.channel != nullptr ? g.channel->settings.heap_limit : kArenaSize / 2;
  const auto used = static_cast<std::uint64_t>(arena.next - arena.begin);
  if (size >= kNeverThere) {
    errno = ENOMEM;
    return nullptr;
  }
  // A null pointer would be a bug of the program's that it has not.
  if (size > limit || used + size + alignment > limit) [[unlikely]] {
    refuse("an allocation beyond --max-heap", site);
  }
  char* block = bump(arena.next, size, alignment, site);
  open(block, size);
  if (details::is_on) [[unlikely]]
    details::on_allocation(block, size);
  return block;
}

std::uint8_t* shadow_of(const char* p) { return heap_shadow(reinterpret_cast<std::uint64_t>(p)); }

// Clears all pages that were ever touched. Returns false if they are not known; some may be cleared
// already.
bool clear_touched(std::uint64_t begin, std::uint64_t end) {
  return written_pages.for_each(
      WrittenPages::Which::Touched, begin, end, [](const PageRange& pages) {
        std::memset(reinterpret_cast<void*>(pages.begin), 0, pages.end - pages.begin);
      });
}

void clear(char* begin, std::size_t size) {
  if (size <= kLargeReset) {
    if (size > 0) std::memset(begin, 0, size);
    return;
  }
  const std::uint64_t first = (reinterpret_cast<std::uint64_t>(begin) + 4095U) & ~4095ULL;
  std::memset(begin, 0, static_cast<std::size_t>(reinterpret_cast<char*>(first) - begin));
  const std::uint64_t end = (reinterpret_cast<std::uint64_t>(begin) + size + 4095U) & ~4095ULL;
  if (size < kHugeReset && clear_touched(first, end)) return;
  syscalls::call(SYS_madvise, static_cast<long>(first),
                 syscalls::as_long(begin + size) - static_cast<long>(first), MADV_DONTNEED);
}

// Reports a violation, which halts the agent, if `p` may not be freed or resized.
void check_live(void* p, const void* site) {
  if (is_ours(p) && reinterpret_cast<std::uint64_t>(p) % kAlignment == 0 &&
      header_of(p).state == kLive) {
    return;
  }
  const bool is_double = is_ours(p) && reinterpret_cast<std::uint64_t>(p) % kAlignment == 0 &&
                         header_of(p).state == kFreed;
  if (!is_double) violate(ViolationCode::FreesUnallocated, site);
  details::about_block(p);
  shared_counts::on_use_after_free();
  violate(Wrong(ViolationCode::DoubleFree).at(header_of(p).freed_at), site);
}

// The block may not be accessed any more.
void close(void* p, const void* site) {
  Header& header = header_of(p);
  header.state = kFreed;
  header.freed_at = site;
  const auto address = reinterpret_cast<std::uint64_t>(p);
  if (!is_in_arena(address)) return;
  std::memset(heap_shadow(address), kFreedBytes, (header.size + 7) / 8);
}

// The end of a block is a write to all of it: it must not race with any use, and where uses are
// steps, so is the end. Libraries that were not compiled by `skein cc` may order their frees by
// atomics that we do not see (std::exception_ptr does), so only the program's own frees count.
void end_block(void* p, std::uint64_t size, const void* site) {
  if (lock_sections::is_on && lock_sections::is_inside()) lock_sections::on_access(p, size);
  if (watched::has_any) watched::on_access(p, size, true, site);
  if (races::is_on) races::on_free(p, size, site);
}

void release(void* p, const void* site) {
  if (p == nullptr) return;
  check_live(p, site);
  if (is_running() && private_depth == 0 && is_of_program(site, false)) {
    end_block(p, header_of(p).size, site);
    check_live(p, site);  // another thread may have freed it meanwhile
  } else if (is_running() && private_depth == 0 && lock_sections::is_on &&
             lock_sections::is_inside() && races::is_on) {
    // Inside of sections every end of a block is a write that sections of the lock may notice.
    lock_sections::on_access(p, header_of(p).size);
    races::on_free_in_section(p, header_of(p).size, site);
    check_live(p, site);
  }
  close(p, site);
  if (details::is_on) [[unlikely]]
    details::on_free(p);
}

void* resize(void* p, std::size_t size, const void* site) {
  check_live(p, site);
  Header& header = header_of(p);
  // It is read before it is freed.
  if (is_running() && private_depth == 0 && lock_sections::is_on && lock_sections::is_inside())
    lock_sections::on_access(p, header.size);
  void* moved = allocate(size, site);
  if (moved != nullptr) {
    std::memcpy(moved, p, header.size < size ? header.size : size);
    release(p, site);
  }
  return moved;
}

}  // namespace

void* allocate_private(std::size_t size) {
  const PrivateHeapScope scope;
  return allocate(size, nullptr, 64);
}

void private_heap(std::uintptr_t& begin, std::uintptr_t& end) {
  begin = kPrivateBegin;
  end = kPrivateBegin + kPrivateSize;
}

PrivateHeapScope::PrivateHeapScope() { ++private_depth; }
PrivateHeapScope::~PrivateHeapScope() { --private_depth; }

void save_heap() {
  for (Arena& arena : std::span(arenas, arena_count)) {
    if (arena.begin == nullptr) continue;
    arena.mark = arena.next;
    const auto size = static_cast<std::size_t>(arena.mark - arena.begin);
    if (size > arena.saved_capacity) {
      if (arena.handed_over > 0) give_up("main's heap grew between two runs");
      arena.saved_capacity = 2 * size;
      arena.saved = static_cast<char*>(allocate_private(arena.saved_capacity));
      arena.saved_shadow =
          static_cast<std::uint8_t*>(allocate_private(arena.saved_capacity / 8 + 8));
    }
    if (size == 0) continue;
    std::memcpy(arena.saved, arena.begin, size);
    std::memcpy(arena.saved_shadow, shadow_of(arena.begin), size / 8);
  }
}

void reset_heap(AgentId id) {
  Arena& arena = arenas[id.index()];
  if (arena.begin == nullptr) return;
  const auto used = static_cast<std::size_t>(arena.next - arena.mark);
  clear(reinterpret_cast<char*>(shadow_of(arena.mark)), used / 8);
  clear(arena.mark, used);
  arena.next = arena.mark;
  const auto kept = static_cast<std::size_t>(arena.mark - arena.begin);
  if (kept == arena.handed_over) return;
  std::memcpy(arena.begin, arena.saved, kept);
  std::memcpy(shadow_of(arena.begin), arena.saved_shadow, kept / 8);
}

void hand_over_kept_heap(void (*take)(char* begin, std::size_t size, char* saved)) {
  for (Arena& arena : std::span(arenas, arena_count)) {
    if (arena.begin == nullptr || arena.mark == arena.begin) continue;
    const auto kept = static_cast<std::size_t>(arena.mark - arena.begin);
    take(arena.begin, kept, arena.saved);
    take(reinterpret_cast<char*>(shadow_of(arena.begin)), kept / 8,
         reinterpret_cast<char*>(arena.saved_shadow));
    arena.handed_over = kept;
  }
}

std::size_t heap_used(AgentId id) {
  const Arena& arena = arenas[id.index()];
  return static_cast<std::size_t>(arena.next - arena.mark);
}

UsedHeap used_heap(AgentId id) {
  const std::size_t size = heap_used(id);
  if (size == 0) return {};
  char* const begin = arenas[id.index()].mark;
  return {begin, size, reinterpret_cast<char*>(shadow_of(begin)), size / 8};
}

void shrink_heap(AgentId id, std::size_t size) {
  Arena& arena = arenas[id.index()];
  if (heap_used(id) <= size) return;
  char* const begin = arena.mark + size;
  const auto rest = static_cast<std::size_t>(arena.next - begin);
  clear(reinterpret_cast<char*>(shadow_of(begin)), rest / 8);
  clear(begin, rest);
  arena.next = begin;
}

}  // namespace skein::runtime

// The functions that the program calls. Outside skein they go to libc, except for blocks that we
// handed out before we knew.

using skein::runtime::g;
using skein::runtime::Mode;
namespace rt = skein::runtime;

extern "C" {

void* malloc(std::size_t size) {
  return g.mode == Mode::Off ? rt::next::malloc(size)
                             : rt::allocate(size, __builtin_return_address(0));
}

void free(void* p) {
  if (g.mode == Mode::Off) {
    if (!rt::is_ours(p)) rt::next::free(p);
    return;
  }
  rt::release(p, __builtin_return_address(0));
}

void* calloc(std::size_t count, std::size_t size) {
  if (g.mode == Mode::Off) return rt::next::calloc(count, size);
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return rt::allocate(total, __builtin_return_address(0));
}

void* realloc(void* p, std::size_t size) {
  if (g.mode == Mode::Off && !rt::is_ours(p)) return rt::next::realloc(p, size);
  if (p == nullptr && g.mode == Mode::Off) return rt::next::malloc(size);
  if (p == nullptr) return rt::allocate(size, __builtin_return_address(0));
  if (g.mode == Mode::Off) {
    void* moved = rt::next::malloc(size);
    const std::size_t old = rt::header_of(p).size;
    if (moved != nullptr) std::memcpy(moved, p, old < size ? old : size);
    return moved;
  }
  if (size == 0) {
    rt::release(p, __builtin_return_address(0));
    return nullptr;
  }
  return rt::resize(p, size, __builtin_return_address(0));
}

void* reallocarray(void* p, std::size_t count, std::size_t size) {
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return realloc(p, total);
}

void* memalign(std::size_t alignment, std::size_t size) {
  if (g.mode == Mode::Off) return rt::next::memalign(alignment, size);
  if (alignment < rt::kAlignment) alignment = rt::kAlignment;
  return rt::allocate(size, __builtin_return_address(0), alignment);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* p = memalign(alignment, size);
  if (p == nullptr) return ENOMEM;
  rt::accesses::put(result, p, __builtin_return_address(0));
  return 0;
}

void* valloc(std::size_t size) { return memalign(4096, size); }
void* pvalloc(std::size_t size) { return memalign(4096, (size + 4095U) & ~std::size_t{4095}); }

std::size_t malloc_usable_size(void* p) {
  if (p == nullptr) return 0;
  return rt::is_ours(p) ? rt::header_of(p).size : rt::next::malloc_usable_size(p);
}

}  // extern "C"
