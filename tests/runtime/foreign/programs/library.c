#include "library.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/syscall.h>

#define AT(type, p) ((_Atomic type*)(p))

void lock_by_exchange(int* lock) {
  while (atomic_exchange(AT(int, lock), 1)) {
  }
}
void lock_by_test(int* lock) {
  while (atomic_exchange(AT(int, lock), 1)) {
    while (atomic_load_explicit(AT(int, lock), memory_order_relaxed)) __builtin_ia32_pause();
  }
}
void unlock(int* lock) { atomic_store_explicit(AT(int, lock), 0, memory_order_release); }

void lock_ticket(struct ticket* lock) {
  const unsigned mine = atomic_fetch_add(AT(unsigned, &lock->next), 1);
  while (atomic_load_explicit(AT(unsigned, &lock->serving), memory_order_acquire) != mine) {
    __builtin_ia32_pause();
  }
}
void unlock_ticket(struct ticket* lock) {
  const unsigned now = atomic_load_explicit(AT(unsigned, &lock->serving), memory_order_relaxed);
  atomic_store_explicit(AT(unsigned, &lock->serving), now + 1, memory_order_release);
}

static long futex(int* word, long operation, long value) {
  long result;
  register long timeout __asm__("r10") = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(SYS_futex), "D"(word), "S"(operation), "d"(value), "r"(timeout)
                   : "rcx", "r11", "memory");
  return result;
}
// 0 free, 1 held, 2 held and waited for.
void lock_by_futex(int* lock) {
  int seen = 0;
  if (atomic_compare_exchange_strong(AT(int, lock), &seen, 1)) return;
  while (atomic_exchange(AT(int, lock), 2) != 0) futex(lock, FUTEX_WAIT, 2);
}
void unlock_by_futex(int* lock) {
  if (atomic_exchange(AT(int, lock), 0) == 2) futex(lock, FUTEX_WAKE, 1);
}

int add_and_fetch(int* word, int n) { return atomic_fetch_add(AT(int, word), n) + n; }
int drop_reference(int* word) { return atomic_fetch_sub(AT(int, word), 1) == 1; }

void publish(int* data, int* flag, int value) {
  *data = value;
  atomic_store_explicit(AT(int, flag), 1, memory_order_release);
}
int consume(const int* data, int* flag) {
  while (!atomic_exchange(AT(int, flag), 0)) {
  }
  return *data;
}

void set_plainly(int* flag) { atomic_store_explicit(AT(int, flag), 1, memory_order_release); }
int is_set_plainly(const int* flag) {
  return atomic_load_explicit((const _Atomic int*)flag, memory_order_acquire);
}

// Those that compilers do not make of C are written as instructions.
void change(int kind, void* word) {
  switch (kind) {
    case 0: atomic_fetch_add(AT(uint8_t, word), 3); break;
    case 1: atomic_fetch_sub(AT(uint16_t, word), 5); break;
    case 2: atomic_fetch_or(AT(uint32_t, word), 0x40); break;
    case 3: atomic_fetch_and(AT(uint64_t, word), ~UINT64_C(0x8000000000)); break;
    case 4: atomic_fetch_xor(AT(uint8_t, word), 0x81); break;
    case 5: __asm__ volatile("lock incw %0" : "+m"(*(uint16_t*)word) : : "memory", "cc"); break;
    case 6: __asm__ volatile("lock decl %0" : "+m"(*(uint32_t*)word) : : "memory", "cc"); break;
    case 7: __asm__ volatile("lock notq %0" : "+m"(*(uint64_t*)word) : : "memory"); break;
    case 8: __asm__ volatile("lock btsl $7, %0" : "+m"(*(uint32_t*)word) : : "memory", "cc"); break;
    case 9:
      __asm__ volatile("lock btrq %1, %0"
                       : "+m"(*(uint64_t*)word)
                       : "r"(UINT64_C(3))
                       : "memory", "cc");
      break;
    case 10:
      __asm__ volatile("lock btcw %1, %0"
                       : "+m"(*(uint16_t*)word)
                       : "r"((uint16_t)20)
                       : "memory", "cc");
      break;
    case 11: {
      uint8_t seen = atomic_load(AT(uint8_t, word));
      while (!atomic_compare_exchange_weak(AT(uint8_t, word), &seen, (uint8_t)(seen * 3 + 1))) {
      }
      break;
    }
    case 12: {
      uint64_t value = UINT64_C(0x123456789abcdef);
      __asm__ volatile("lock xaddq %1, %0"
                       : "+m"(*(uint64_t*)word), "+r"(value)
                       :
                       : "memory", "cc");
      *(uint64_t*)((char*)word + 8) = value;
      break;
    }
    case 13: {
      uint64_t low = 0, high = 0;
      __asm__ volatile("lock cmpxchg16b %0"
                       : "+m"(*(__int128*)word), "+a"(low), "+d"(high)
                       : "b"(UINT64_C(7)), "c"(UINT64_C(9))
                       : "memory", "cc");
      break;
    }
    default: *(uint32_t*)((char*)word + 4) = atomic_exchange(AT(uint32_t, word), 0xabcdef01); break;
  }
}
