// SPDX-License-Identifier: Apache-2.0
// Questions to the heap: whether an access is allowed, which block an address belongs to, which
// blocks the program did not free.
#include <cstddef>
#include <cstdint>

#include "runtime/memory/heap.hpp"
#include "runtime/memory/heap_layout.hpp"
#include "runtime/memory/heap_shadow.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/sched/violation_record.hpp"

namespace skein::runtime {

namespace {

bool is_block(const Header& header) { return header.state == kLive || header.state == kFreed; }

// The block that contains the address or lies before it; null if there is none. Slow.
const Header* find_block(const Arena& arena, std::uint64_t address) {
  for (std::uint64_t at = address & ~(kAlignment - 1);
       at >= reinterpret_cast<std::uint64_t>(arena.begin) + sizeof(Header); at -= kAlignment) {
    const auto* header = reinterpret_cast<const Header*>(at - sizeof(Header));
    if (is_block(*header)) return header;
  }
  return nullptr;
}

// Whether the address lies beyond everything that the arena has allocated.
bool is_far(const Arena& arena, std::uint64_t address) {
  return arena.begin == nullptr || address >= reinterpret_cast<std::uint64_t>(arena.next) + 4096;
}

[[noreturn]] void violate_access(std::uint64_t address, std::uint64_t size, bool is_write,
                                 const void* pc) {
  const Arena& arena = arenas[(address - kArenasBegin) / kArenaSize];
  const Header* header = is_far(arena, address) ? nullptr : find_block(arena, address);
  const bool is_freed = header != nullptr && *heap_shadow(address) == kFreedBytes;
  Wrong wrong(is_freed ? ViolationCode::UseAfterFree : ViolationCode::OutOfBounds);
  wrong.with(is_write ? 1 : 0).with(size);
  if (header == nullptr) {
    wrong.code = ViolationCode::NeverAllocated;
    violate(wrong, pc);
  }
  const std::uint64_t begin = reinterpret_cast<std::uint64_t>(header) + sizeof(Header);
  const std::uint64_t end = begin + header->size;
  details::about_block(reinterpret_cast<const void*>(begin));
  const bool is_after = address >= end;
  wrong.with(is_after ? 1 : 0).with(address - (is_after ? end : begin)).with(header->size);
  wrong.at(header->allocated_at);
  if (is_freed) {
    wrong.at(header->freed_at);
    shared_counts::on_use_after_free();
  }
  violate(wrong, pc);
}

}  // namespace

HeapBlock find_heap_block(std::uint64_t address) {
  if (!is_in_arena(address)) return {};
  const Arena& arena = arenas[(address - kArenasBegin) / kArenaSize];
  if (is_far(arena, address)) return {};
  const Header* header = find_block(arena, address);
  if (header == nullptr) return {};
  const std::uint64_t begin = reinterpret_cast<std::uint64_t>(header) + sizeof(Header);
  if (address >= begin + header->size) return {};
  return {begin, header->size, header->allocated_at};
}

void check_heap_access(const void* pointer, std::size_t size, bool is_write, const void* pc) {
  auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (!is_in_arena(address) || size == 0) [[likely]]
    return;
  if (arenas[(address - kArenasBegin) / kArenaSize].begin == nullptr)
    return;  // the access itself will crash
  const std::uint64_t end = address + size;
  while (address < end) {
    const std::uint64_t rest = 8 - address % 8;
    const std::uint64_t part = end - address < rest ? end - address : rest;
    if (!may_access_word(address, part)) [[unlikely]] {
      violate_access(address, size, is_write, pc);
    }
    address += part;
  }
}

bool note_leaks() {
  bool has_any = false;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const Arena& arena = arenas[g.run_agents[i]];
    if (arena.begin == nullptr) continue;
    for (char* at = arena.mark + sizeof(Header); at <= arena.next; at += kAlignment) {
      const Header& header = header_of(at);
      if (header.state != kLive) continue;
      // (operator new is a function of the C++ library.)
      if (is_of_program(header.allocated_at, true)) {
        note_violation(Wrong(ViolationCode::Leak).with(header.size).at(header.allocated_at),
                       header.allocated_at);
        has_any = true;
      }
      at += header.size / kAlignment * kAlignment;
    }
  }
  return has_any;
}

}  // namespace skein::runtime
