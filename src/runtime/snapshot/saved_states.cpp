// SPDX-License-Identifier: Apache-2.0
#include "runtime/snapshot/saved_states.hpp"

#include <sys/mman.h>

#include "runtime/intercept/descriptors/descriptors.hpp"
#include "runtime/intercept/libc/scratch.hpp"
#include "runtime/intercept/state/process_state.hpp"
#include "runtime/intercept/syscalls.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/reset/copy.hpp"
#include "runtime/reset/mappings.hpp"
#include "runtime/reset/reset.hpp"
#include "runtime/reset/written_pages.hpp"
#include "runtime/sched/runtime_state.hpp"
#include "runtime/sched/stack_switch.hpp"
#include "runtime/sched/tls.hpp"
#include "runtime/snapshot/outside.hpp"
#include "runtime/snapshot/own_memory.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime::saved_states {

namespace {

constexpr std::uint32_t kMostAgents = 64;
constexpr std::uint32_t kMostParts = 5 * kMostAgents + 1;

struct Part {
  char* begin;
  std::size_t size;
};

// Its bytes are those of the pages written by runs, in the order in which they were found, and then
// those of `parts`.
struct Copy {
  Place place;
  char* bytes;
  std::size_t capacity;
  std::size_t size;
  Context context;
  // The pages and the lasting changes that were known when it was made.
  std::size_t written;
  std::uint64_t lasting_changes;
  std::uint32_t agents;
  std::size_t heaps[kMostAgents];  // bytes
  std::uint32_t part_count;
  Part parts[kMostParts];
};

// Outside of all memory that is copied.
struct Shelf {
  std::uint32_t count;
  bool is_asked;  // the run wants to be copied
  Place place;    // for that copy
  void* stack_pointer;
  char* cursor;      // while copying
  std::size_t size;  // while measuring
  Copy copies[kMost];
};
[[gnu::section("skein_kept")]] Shelf* shelf = nullptr;

std::size_t written_so_far() { return count_written() + own_memory::count_written(); }

bool is_complete(const Copy& copy) {
  return copy.written == written_so_far() && copy.lasting_changes == own_memory::lasting_changes;
}

bool is_on_stack(const void* at, const char* low, const char* top) {
  return at >= static_cast<const void*>(low) && at < static_cast<const void*>(top);
}

bool is_on_scheduler_stack(const void* at) {
  constexpr std::size_t kDepth = std::size_t{1} << 20U;
  return is_on_stack(at, scheduler_stack - kDepth, scheduler_stack);
}

bool is_on_stack_of(const Agent& a, const void* at) {
  const Slot& slot = tls[a.id.value];
  return is_on_stack(at, slot.stack_low, slot.stack_top);
}

// How far down the agent's stack is in use.
char* used_stack(const Agent& a, void* stack_pointer) {
  const void* in_use = a.stack_pointer;
  if (&a == g.current) in_use = is_on_stack_of(a, stack_pointer) ? stack_pointer : skein_left_stack;
  constexpr std::uintptr_t kLine = 64;
  auto low = reinterpret_cast<std::uintptr_t>(in_use) / kLine * kLine - kLine;
  const Slot& slot = tls[a.id.value];
  const auto cleared = reinterpret_cast<std::uintptr_t>(slot.stack_top) - g.channel->clean_stack;
  if (cleared < low) low = cleared;
  const auto lowest = reinterpret_cast<std::uintptr_t>(slot.stack_low);
  return reinterpret_cast<char*>(low < lowest ? lowest : low);
}

void add_part(Copy& copy, char* begin, std::size_t size) {
  if (size > 0) copy.parts[copy.part_count++] = {begin, size};
}

// A finished agent's stack is not used any more, nor that of an agent that does not exist yet.
void add_parts_of(Copy& copy, const Agent& a, void* stack_pointer) {
  const Slot& slot = tls[a.id.value];
  add_part(copy, slot.image, slot.image_size);
  const UsedHeap heap = used_heap(a.id);
  copy.heaps[copy.agents++] = heap.size;
  add_part(copy, heap.begin, heap.size);
  add_part(copy, heap.shadow, heap.shadow_size);
  const UsedScratch scratch = used_scratch(a.id);
  add_part(copy, scratch.begin, scratch.size);
  const bool has_stack = a.life == Agent::Life::Active || a.life == Agent::Life::Halted ||
                         (&a == g.current && is_on_stack_of(a, stack_pointer));
  if (!has_stack) return;
  char* const low = used_stack(a, stack_pointer);
  add_part(copy, low, static_cast<std::size_t>(slot.stack_top - low));
}

void measure(char*, std::size_t size) { shelf->size += size; }

void copy_out(char* begin, std::size_t size) {
  copy_bytes(shelf->cursor, begin, size);
  shelf->cursor += size;
}

void copy_in(char* begin, std::size_t size) {
  copy_bytes(begin, shelf->cursor, size);
  shelf->cursor += size;
}

void for_each_part(const Copy& copy, void (*take)(char* begin, std::size_t size)) {
  for_each_written(take);
  own_memory::for_each_written(take);
  for (std::uint32_t i = 0; i < copy.part_count; ++i) take(copy.parts[i].begin, copy.parts[i].size);
}

// An agent has failed. How far down its stack was in use is not known, and others may still access
// variables there.
bool has_failed_agents() {
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const Agent& a = g.agents[g.run_agents[i]];
    if (a.life == Agent::Life::Halted && !spins::is_spinning(a.id)) return true;
  }
  return false;
}

bool make_room(Copy& copy) {
  if (copy.capacity >= copy.size) return true;
  if (copy.capacity > 0)
    syscalls::call(SYS_munmap, syscalls::as_long(copy.bytes), static_cast<long>(copy.capacity));
  const std::size_t capacity = (copy.size + copy.size / 4 + kPageSize) & ~(kPageSize - 1);
  copy.bytes = static_cast<char*>(map_private(capacity));
  copy.capacity = copy.bytes == nullptr ? 0 : capacity;
  if (copy.bytes == nullptr) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(copy.bytes);
  get_pages(begin, begin + capacity);
  return true;
}

void drop_stale() {
  while (shelf->count > 0 && !is_complete(shelf->copies[shelf->count - 1])) --shelf->count;
}

void make_copy() {
  find_written();
  drop_stale();
  if (shelf->count == kMost) return;
  Copy& copy = shelf->copies[shelf->count];
  copy.place = shelf->place;
  copy.context = {shelf->stack_pointer, tls[g.current->id.value].fs};
  copy.written = written_so_far();
  copy.lasting_changes = own_memory::lasting_changes;
  copy.agents = 0;
  copy.part_count = 0;
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    add_parts_of(copy, g.agents[g.run_agents[i]], shelf->stack_pointer);
  }
  if (is_on_scheduler_stack(shelf->stack_pointer)) {
    auto* const low = static_cast<char*>(shelf->stack_pointer);
    add_part(copy, low, static_cast<std::size_t>(scheduler_stack - low));
  }
  shelf->size = 0;
  for_each_part(copy, &measure);
  copy.size = shelf->size;
  if (!make_room(copy)) return;
  shelf->cursor = copy.bytes;
  for_each_part(copy, &copy_out);
  ++shelf->count;
}

}  // namespace

bool prepare() {
  if (shelf != nullptr) return true;
  if (!is_image_watched() || !own_memory::watch()) return false;
  shelf = static_cast<Shelf*>(map_private(sizeof(Shelf)));
  return shelf != nullptr;
}

bool can_save() {
  const void* const here = __builtin_frame_address(0);
  return g.run_agent_count <= kMostAgents && g.channel->trap_count == 0 &&
         g.channel->run.restart == RestartReason::None && outside::is_untouched() &&
         !has_loaded_libraries() && !has_failed_agents() &&
         (is_on_scheduler_stack(here) || is_on_stack_of(*g.current, here));
}

void save(const Place& place) {
  shelf->place = place;
  shelf->is_asked = true;
  switch_context(&shelf->stack_pointer, g.base_stack_pointer, tls[0].fs);
}

bool serve() {
  if (shelf == nullptr || !shelf->is_asked) return false;
  shelf->is_asked = false;
  make_copy();
  return true;
}

Context context() { return {shelf->stack_pointer, tls[g.current->id.value].fs}; }

std::uint32_t count() { return shelf == nullptr ? 0 : shelf->count; }

void drop_incomplete() {
  if (count() == 0) return;
  find_written();
  drop_stale();
}

const Place& top() { return shelf->copies[shelf->count - 1].place; }

void drop_top() { --shelf->count; }

void drop_all() {
  if (shelf != nullptr) shelf->count = 0;
}

void restore_top() {
  const Copy& copy = shelf->copies[shelf->count - 1];
  reset_descriptors(false);
  reset_process_state();
  reset_mappings();
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    const AgentId id{g.run_agents[i]};
    if (i < copy.agents) {
      shrink_heap(id, copy.heaps[i]);
    } else {
      tls.restore(id.value);
      reset_heap(id);
    }
  }
  shelf->cursor = copy.bytes;
  for_each_part(copy, &copy_in);
  shelf->stack_pointer = copy.context.stack_pointer;
}

std::uint64_t last_size() { return shelf->count == 0 ? 0 : shelf->copies[shelf->count - 1].size; }

}  // namespace skein::runtime::saved_states
