#include "runtime/heap.hpp"

#include <cerrno>
#include <cstring>
#include <malloc.h>
#include <sys/mman.h>

#include "runtime/raw.hpp"
#include "runtime/real.hpp"
#include "runtime/state.hpp"
#include "runtime/violation.hpp"

namespace skein::runtime {

namespace {

constexpr std::uint64_t kArenasBegin = 0x100000000000ULL;
constexpr std::uint64_t kArenaSize = 1ULL << 32U;
constexpr std::uint64_t kArenasEnd = kArenasBegin + channel::kMaxAgents * kArenaSize;
constexpr std::uint64_t kPrivateBegin = kArenasEnd;
constexpr std::uint64_t kPrivateSize = 1ULL << 36U;
constexpr std::size_t kAlignment = 16;
// Above this, giving pages back is cheaper than clearing them.
constexpr std::size_t kLargeReset = 1U << 20U;

struct Arena {
  char* begin = nullptr;
  char* next = nullptr;
  char* mark = nullptr;  // where a run begins
  char* saved = nullptr;
  std::size_t saved_capacity = 0;
};

constexpr std::uint32_t kLive = 0x5ee14a11U;
constexpr std::uint32_t kFreed = 0xdeadf7eeU;

struct Header {
  std::uint64_t size;
  std::uint32_t state;
  std::uint32_t unused;
};
static_assert(sizeof(Header) == kAlignment);

Arena arenas[channel::kMaxAgents];
char* private_next = nullptr;
std::uint32_t private_depth = 0;

Real<void*(std::size_t)> real_malloc("malloc");
Real<void(void*)> real_free("free");
Real<void*(std::size_t, std::size_t)> real_calloc("calloc");
Real<void*(void*, std::size_t)> real_realloc("realloc");
Real<void*(std::size_t, std::size_t)> real_memalign("memalign");
Real<std::size_t(void*)> real_usable("malloc_usable_size");

bool is_ours(const void* p) {
  const auto address = reinterpret_cast<std::uint64_t>(p);
  return address >= kArenasBegin && address < kPrivateBegin + kPrivateSize;
}

char* map_at(std::uint64_t address, std::uint64_t size) {
  const long at = raw::call(
      SYS_mmap, static_cast<long>(address), static_cast<long>(size), PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (at != static_cast<long>(address)) {
    raw::write_error("skein: cannot reserve address space for the heap\n");
    raw::exit_process(3);
  }
  return reinterpret_cast<char*>(address);
}

char* bump(char*& next, std::size_t size, std::size_t alignment) {
  const auto at = (reinterpret_cast<std::uint64_t>(next) + sizeof(Header) + alignment - 1) &
                  ~(static_cast<std::uint64_t>(alignment) - 1);
  auto* result = reinterpret_cast<char*>(at);
  auto* header = reinterpret_cast<Header*>(result - sizeof(Header));
  header->size = size;
  header->state = kLive;
  next = result + ((size + kAlignment - 1) & ~(kAlignment - 1));
  return result;
}

Arena& current_arena() {
  const std::size_t index = g.current != nullptr ? g.current->id.index() : 0;
  Arena& arena = arenas[index];
  if (arena.begin == nullptr) [[unlikely]] {
    arena.begin = map_at(kArenasBegin + index * kArenaSize, kArenaSize);
    arena.next = arena.mark = arena.begin;
  }
  return arena;
}

void* allocate(std::size_t size, std::size_t alignment = kAlignment) {
  if (private_depth > 0) [[unlikely]] {
    if (private_next == nullptr) private_next = map_at(kPrivateBegin, kPrivateSize);
    return bump(private_next, size, alignment);
  }
  Arena& arena = current_arena();
  const std::uint64_t limit =
      g.channel != nullptr ? g.channel->settings.heap_limit : kArenaSize / 2;
  const auto used = static_cast<std::uint64_t>(arena.next - arena.begin);
  if (size > limit || used + size + alignment > limit) {
    errno = ENOMEM;
    return nullptr;
  }
  return bump(arena.next, size, alignment);
}

Header& header_of(void* p) {
  return *reinterpret_cast<Header*>(static_cast<char*>(p) - sizeof(Header));
}

// Whether `p` may be freed or resized; if not, that is a violation and the agent halts.
void check_live(void* p, const void* site) {
  if (is_ours(p) && reinterpret_cast<std::uint64_t>(p) % kAlignment == 0 &&
      header_of(p).state == kLive) {
    return;
  }
  const bool is_double = is_ours(p) && reinterpret_cast<std::uint64_t>(p) % kAlignment == 0 &&
                         header_of(p).state == kFreed;
  violate(ViolationKind::Crash, is_double ? "double free" : "free of memory that was not allocated",
          site);
}

void release(void* p, const void* site) {
  if (p == nullptr) return;
  check_live(p, site);
  header_of(p).state = kFreed;
}

void* resize(void* p, std::size_t size, const void* site) {
  check_live(p, site);
  Header& header = header_of(p);
  if (size <= header.size) {
    header.size = size;
    return p;
  }
  void* moved = allocate(size);
  if (moved != nullptr) {
    std::memcpy(moved, p, header.size);
    header.state = kFreed;
  }
  return moved;
}

}  // namespace

void* allocate_private(std::size_t size) {
  const PrivateHeapScope scope;
  return allocate(size, 64);
}

PrivateHeapScope::PrivateHeapScope() { ++private_depth; }
PrivateHeapScope::~PrivateHeapScope() { --private_depth; }

void save_heap() {
  for (Arena& arena : arenas) {
    if (arena.begin == nullptr) continue;
    arena.mark = arena.next;
    const auto size = static_cast<std::size_t>(arena.mark - arena.begin);
    if (size > arena.saved_capacity) {
      arena.saved_capacity = 2 * size;
      arena.saved = static_cast<char*>(allocate_private(arena.saved_capacity));
    }
    if (size > 0) std::memcpy(arena.saved, arena.begin, size);
  }
}

void reset_heap(AgentId id) {
  Arena& arena = arenas[id.index()];
  if (arena.begin == nullptr) return;
  const auto used = static_cast<std::size_t>(arena.next - arena.mark);
  if (used > kLargeReset) {
    const std::uint64_t first = (reinterpret_cast<std::uint64_t>(arena.mark) + 4095U) & ~4095ULL;
    std::memset(arena.mark, 0,
                static_cast<std::size_t>(reinterpret_cast<char*>(first) - arena.mark));
    raw::call(SYS_madvise, static_cast<long>(first),
              raw::as_long(arena.next) - static_cast<long>(first), MADV_DONTNEED);
  } else if (used > 0) {
    std::memset(arena.mark, 0, used);
  }
  arena.next = arena.mark;
  const auto kept = static_cast<std::size_t>(arena.mark - arena.begin);
  if (kept > 0) std::memcpy(arena.begin, arena.saved, kept);
}

std::size_t heap_used(AgentId id) {
  const Arena& arena = arenas[id.index()];
  return static_cast<std::size_t>(arena.next - arena.mark);
}

}  // namespace skein::runtime

// What the program calls. Outside skein all goes to libc, except what we handed out before we knew.

using skein::runtime::g;
using skein::runtime::Mode;
namespace rt = skein::runtime;

extern "C" {

void* malloc(std::size_t size) {
  return g.mode == Mode::Off ? rt::real_malloc(size) : rt::allocate(size);
}

void free(void* p) {
  if (g.mode == Mode::Off) {
    if (!rt::is_ours(p)) rt::real_free(p);
    return;
  }
  rt::release(p, __builtin_return_address(0));
}

void* calloc(std::size_t count, std::size_t size) {
  if (g.mode == Mode::Off) return rt::real_calloc(count, size);
  std::size_t total = 0;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  return rt::allocate(total);
}

void* realloc(void* p, std::size_t size) {
  if (g.mode == Mode::Off && !rt::is_ours(p)) return rt::real_realloc(p, size);
  if (p == nullptr) return malloc(size);
  if (g.mode == Mode::Off) {
    void* moved = rt::real_malloc(size);
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
  if (g.mode == Mode::Off) return rt::real_memalign(alignment, size);
  if (alignment < rt::kAlignment) alignment = rt::kAlignment;
  return rt::allocate(size, alignment);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* p = memalign(alignment, size);
  if (p == nullptr) return ENOMEM;
  *result = p;
  return 0;
}

void* valloc(std::size_t size) { return memalign(4096, size); }
void* pvalloc(std::size_t size) { return memalign(4096, (size + 4095U) & ~std::size_t{4095}); }

std::size_t malloc_usable_size(void* p) {
  if (p == nullptr) return 0;
  return rt::is_ours(p) ? rt::header_of(p).size : rt::real_usable(p);
}

}  // extern "C"
