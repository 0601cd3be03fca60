// SPDX-License-Identifier: Apache-2.0
// Plain accesses of programs compiled by `skein cc`, as gcc and clang report them under
// -fsanitize=thread. They are not visible operations.
#include <cstddef>
#include <cstring>

#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/instrumented_code.hpp"
#include "runtime/memory/plain.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/plain_polling.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

PlainFilter plain_filter;

namespace {

// REQUIRES: the program's own code called our caller, and the call of this function is the caller's
// last action. Then the frame that mark_caller records is the program's, and a loop around a
// watched access can be recognised as a spin loop.
[[gnu::noinline]] void look_at(const void* address, std::size_t size, std::uint8_t flags,
                               const void* pc) {
  if (!is_running()) return;
  spins::mark_caller();
  const char* const frame = spins::caller_frame;
  spins::caller_frame = nullptr;
  if (lock_sections::is_on && lock_sections::is_inside()) {
    spins::caller_frame = frame;
    lock_sections::on_access(address, size);
    spins::caller_frame = nullptr;
  }
  if (watched::has_any) {
    spins::caller_frame = frame;
    watched::on_access(address, size, flags != 0, pc);
    spins::caller_frame = nullptr;
    if (details::is_on) details::on_plain(address, size, flags != 0, pc);
  }
  if (shared_counts::is_destroying) shared_counts::on_access(address, size, flags != 0);
  if (flags == 0 && !dead::is_global(address, size)) {
    if (spins::notes_reads) spins::note_read(address, size);
    plain_polling::on_read(address, size, pc, frame);
  }
  if (races::is_on) races::on_plain(address, size, flags, pc);
  // Last, since it may halt the agent: the race that led here is worth reporting too.
  check_heap_access(address, size, flags != 0, pc);
}

void on_read(const void* address, std::size_t size, const void* pc) {
  if (plain_filter.looked_at.has(address)) look_at(address, size, 0, pc);
}

void on_write(const void* address, std::size_t size, const void* pc) {
  if (!plain_filter.own_stack.has(address)) {
    if (!dead::is_global(address, size)) spins::note_change();
  } else if (spins::notes_reads) {
    spins::forget_read(address, size);
  }
  if (plain_filter.looked_at.has(address)) look_at(address, size, kIsWrite, pc);
}

void on_read_write(const void* address, std::size_t size, const void* pc) {
  on_read(address, size, pc);
  on_write(address, size, pc);
}

}  // namespace

void on_plain_read(const void* address, std::size_t size, const void* pc) {
  on_read(address, size, pc);
}

void on_plain_write(void* address, std::size_t size, const void* pc) {
  on_write(address, size, pc);
}

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void __tsan_init() {
  rt::spins::sees_plain_writes = true;
  rt::instrumented_code::look_at_files();
}
void __tsan_func_entry(void*) {
  if (rt::sections::has_functions) [[unlikely]]
    rt::sections::on_function_entry(__builtin_return_address(0));
}
void __tsan_func_exit() {
  if (rt::sections::has_functions) [[unlikely]]
    rt::sections::on_function_exit(__builtin_return_address(0));
}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

void __tsan_vptr_update(void** a, void*) {
  rt::on_write(a, sizeof(void*), __builtin_return_address(0));
}
void __tsan_vptr_read(void** a) { rt::on_read(a, sizeof(void*), __builtin_return_address(0)); }

void __tsan_read_range(void* a, std::size_t size) {
  rt::on_read(a, size, __builtin_return_address(0));
}
void __tsan_write_range(void* a, std::size_t size) {
  rt::on_write(a, size, __builtin_return_address(0));
}

void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  rt::on_read(from, size, __builtin_return_address(0));
  rt::on_write(to, size, __builtin_return_address(0));
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  rt::on_read(from, size, __builtin_return_address(0));
  rt::on_write(to, size, __builtin_return_address(0));
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, std::size_t size) {
  rt::on_write(to, size, __builtin_return_address(0));
  return std::memset(to, value, size);
}

void __tsan_read1(void* a) { rt::on_read(a, 1, __builtin_return_address(0)); }
void __tsan_read2(void* a) { rt::on_read(a, 2, __builtin_return_address(0)); }
void __tsan_read4(void* a) { rt::on_read(a, 4, __builtin_return_address(0)); }
void __tsan_read8(void* a) { rt::on_read(a, 8, __builtin_return_address(0)); }
void __tsan_read16(void* a) { rt::on_read(a, 16, __builtin_return_address(0)); }
void __tsan_unaligned_read2(void* a) { rt::on_read(a, 2, __builtin_return_address(0)); }
void __tsan_unaligned_read4(void* a) { rt::on_read(a, 4, __builtin_return_address(0)); }
void __tsan_unaligned_read8(void* a) { rt::on_read(a, 8, __builtin_return_address(0)); }
void __tsan_unaligned_read16(void* a) { rt::on_read(a, 16, __builtin_return_address(0)); }
void __tsan_volatile_read1(void* a) { rt::on_read(a, 1, __builtin_return_address(0)); }
void __tsan_volatile_read2(void* a) { rt::on_read(a, 2, __builtin_return_address(0)); }
void __tsan_volatile_read4(void* a) { rt::on_read(a, 4, __builtin_return_address(0)); }
void __tsan_volatile_read8(void* a) { rt::on_read(a, 8, __builtin_return_address(0)); }
void __tsan_volatile_read16(void* a) { rt::on_read(a, 16, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read2(void* a) { rt::on_read(a, 2, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read4(void* a) { rt::on_read(a, 4, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read8(void* a) { rt::on_read(a, 8, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_read16(void* a) { rt::on_read(a, 16, __builtin_return_address(0)); }

void __tsan_write1(void* a) { rt::on_write(a, 1, __builtin_return_address(0)); }
void __tsan_write2(void* a) { rt::on_write(a, 2, __builtin_return_address(0)); }
void __tsan_write4(void* a) { rt::on_write(a, 4, __builtin_return_address(0)); }
void __tsan_write8(void* a) { rt::on_write(a, 8, __builtin_return_address(0)); }
void __tsan_write16(void* a) { rt::on_write(a, 16, __builtin_return_address(0)); }
void __tsan_unaligned_write2(void* a) { rt::on_write(a, 2, __builtin_return_address(0)); }
void __tsan_unaligned_write4(void* a) { rt::on_write(a, 4, __builtin_return_address(0)); }
void __tsan_unaligned_write8(void* a) { rt::on_write(a, 8, __builtin_return_address(0)); }
void __tsan_unaligned_write16(void* a) { rt::on_write(a, 16, __builtin_return_address(0)); }
void __tsan_volatile_write1(void* a) { rt::on_write(a, 1, __builtin_return_address(0)); }
void __tsan_volatile_write2(void* a) { rt::on_write(a, 2, __builtin_return_address(0)); }
void __tsan_volatile_write4(void* a) { rt::on_write(a, 4, __builtin_return_address(0)); }
void __tsan_volatile_write8(void* a) { rt::on_write(a, 8, __builtin_return_address(0)); }
void __tsan_volatile_write16(void* a) { rt::on_write(a, 16, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write2(void* a) { rt::on_write(a, 2, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write4(void* a) { rt::on_write(a, 4, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write8(void* a) { rt::on_write(a, 8, __builtin_return_address(0)); }
void __tsan_unaligned_volatile_write16(void* a) {
  rt::on_write(a, 16, __builtin_return_address(0));
}

void __tsan_read_write1(void* a) { rt::on_read_write(a, 1, __builtin_return_address(0)); }
void __tsan_read_write2(void* a) { rt::on_read_write(a, 2, __builtin_return_address(0)); }
void __tsan_read_write4(void* a) { rt::on_read_write(a, 4, __builtin_return_address(0)); }
void __tsan_read_write8(void* a) { rt::on_read_write(a, 8, __builtin_return_address(0)); }
void __tsan_read_write16(void* a) { rt::on_read_write(a, 16, __builtin_return_address(0)); }
void __tsan_unaligned_read_write2(void* a) { rt::on_read_write(a, 2, __builtin_return_address(0)); }
void __tsan_unaligned_read_write4(void* a) { rt::on_read_write(a, 4, __builtin_return_address(0)); }
void __tsan_unaligned_read_write8(void* a) { rt::on_read_write(a, 8, __builtin_return_address(0)); }
void __tsan_unaligned_read_write16(void* a) {
  rt::on_read_write(a, 16, __builtin_return_address(0));
}

void __tsan_read1_pc(void* a, void* pc) { rt::on_read(a, 1, pc); }
void __tsan_write1_pc(void* a, void* pc) { rt::on_write(a, 1, pc); }
void __tsan_read2_pc(void* a, void* pc) { rt::on_read(a, 2, pc); }
void __tsan_write2_pc(void* a, void* pc) { rt::on_write(a, 2, pc); }
void __tsan_read4_pc(void* a, void* pc) { rt::on_read(a, 4, pc); }
void __tsan_write4_pc(void* a, void* pc) { rt::on_write(a, 4, pc); }
void __tsan_read8_pc(void* a, void* pc) { rt::on_read(a, 8, pc); }
void __tsan_write8_pc(void* a, void* pc) { rt::on_write(a, 8, pc); }
void __tsan_read16_pc(void* a, void* pc) { rt::on_read(a, 16, pc); }
void __tsan_write16_pc(void* a, void* pc) { rt::on_write(a, 16, pc); }

}  // extern "C"
