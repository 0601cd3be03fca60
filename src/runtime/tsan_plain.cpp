// Plain accesses of programs compiled by `skein cc`, as gcc and clang announce them under
// -fsanitize=thread. They are not visible operations, and nobody watches them yet: empty functions.
#include <cstddef>
#include <cstring>

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}

void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __tsan_read_range(void*, std::size_t) {}
void __tsan_write_range(void*, std::size_t) {}

void* __tsan_memcpy(void* to, const void* from, std::size_t size) {
  return std::memcpy(to, from, size);
}
void* __tsan_memmove(void* to, const void* from, std::size_t size) {
  return std::memmove(to, from, size);
}
void* __tsan_memset(void* to, int value, std::size_t size) { return std::memset(to, value, size); }

void __tsan_read1(void*) {}
void __tsan_read2(void*) {}
void __tsan_read4(void*) {}
void __tsan_read8(void*) {}
void __tsan_read16(void*) {}
void __tsan_unaligned_read2(void*) {}
void __tsan_unaligned_read4(void*) {}
void __tsan_unaligned_read8(void*) {}
void __tsan_unaligned_read16(void*) {}
void __tsan_volatile_read1(void*) {}
void __tsan_volatile_read2(void*) {}
void __tsan_volatile_read4(void*) {}
void __tsan_volatile_read8(void*) {}
void __tsan_volatile_read16(void*) {}
void __tsan_unaligned_volatile_read2(void*) {}
void __tsan_unaligned_volatile_read4(void*) {}
void __tsan_unaligned_volatile_read8(void*) {}
void __tsan_unaligned_volatile_read16(void*) {}

void __tsan_write1(void*) {}
void __tsan_write2(void*) {}
void __tsan_write4(void*) {}
void __tsan_write8(void*) {}
void __tsan_write16(void*) {}
void __tsan_unaligned_write2(void*) {}
void __tsan_unaligned_write4(void*) {}
void __tsan_unaligned_write8(void*) {}
void __tsan_unaligned_write16(void*) {}
void __tsan_volatile_write1(void*) {}
void __tsan_volatile_write2(void*) {}
void __tsan_volatile_write4(void*) {}
void __tsan_volatile_write8(void*) {}
void __tsan_volatile_write16(void*) {}
void __tsan_unaligned_volatile_write2(void*) {}
void __tsan_unaligned_volatile_write4(void*) {}
void __tsan_unaligned_volatile_write8(void*) {}
void __tsan_unaligned_volatile_write16(void*) {}

void __tsan_read_write1(void*) {}
void __tsan_read_write2(void*) {}
void __tsan_read_write4(void*) {}
void __tsan_read_write8(void*) {}
void __tsan_read_write16(void*) {}
void __tsan_unaligned_read_write2(void*) {}
void __tsan_unaligned_read_write4(void*) {}
void __tsan_unaligned_read_write8(void*) {}
void __tsan_unaligned_read_write16(void*) {}

void __tsan_read1_pc(void*, void*) {}
void __tsan_write1_pc(void*, void*) {}
void __tsan_read2_pc(void*, void*) {}
void __tsan_write2_pc(void*, void*) {}
void __tsan_read4_pc(void*, void*) {}
void __tsan_write4_pc(void*, void*) {}
void __tsan_read8_pc(void*, void*) {}
void __tsan_write8_pc(void*, void*) {}
void __tsan_read16_pc(void*, void*) {}
void __tsan_write16_pc(void*, void*) {}

}  // extern "C"
