// The stacks of main and of another thread lie where glibc says, and all of them from the current
// frame on can be read, as a collector of garbage does.
// expect: verdict=clean executions=1
// preload: yes
//
// The thread and main touch nothing in common.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

extern void* __libc_stack_end;

__attribute__((noinline, noclone)) static int scan(const void* end) {
  volatile uintptr_t here = 0;
  int found = 0;
  for (volatile uintptr_t* word = &here; (const void*)(word + 1) <= end; ++word)
    found += *word == 42;
  return found;
}

static void* look(void* is_main) {
  pthread_attr_t attributes;
  void* low;
  size_t size;
  volatile uintptr_t secret = 42;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  assert((void*)&secret > low && (char*)&secret < (char*)low + size);
  const void* const end = is_main ? __libc_stack_end : (char*)low + size;
  assert(scan(end) > 0);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  look(&t);
  pthread_join(t, 0);
}
