// Handlers of faults: one jumps out of it, as collectors do that look for the end of a stack, and
// one opens the page and returns.
// expect: verdict=clean executions=2
// preload: yes
//
// Both threads run handlers, and take one lock in two orders.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>

enum { kPage = 4096 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int written;
static volatile char* pages;  // the second one cannot be accessed
static __thread sigjmp_buf before;
static __thread volatile int opens;

static void on_fault(int signal, siginfo_t* info, void* context) {
  assert(signal == SIGSEGV && context != 0);
  char* const page = (char*)((uintptr_t)info->si_addr & ~(uintptr_t)(kPage - 1));
  if (!opens) siglongjmp(before, 1);
  pthread_mutex_lock(&m);
  ++written;
  pthread_mutex_unlock(&m);
  assert(mprotect(page, kPage, PROT_READ | PROT_WRITE) == 0);
}

static int find_end(void) {
  volatile int i = 0;
  if (sigsetjmp(before, 1) == 0) {
    for (;; i += kPage) pages[i];
  }
  return i;
}

static void* works(void* own_page) {
  assert(find_end() == kPage);
  opens = 1;
  *(volatile char*)own_page = 1;
  *(volatile char*)own_page = 2;
  opens = 0;
  assert(find_end() == kPage);
  return 0;
}

int main(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, 0);
  pages = mmap(0, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(mprotect((char*)pages + kPage, kPage, PROT_NONE) == 0);
  char* const a = mmap(0, kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char* const b = mmap(0, kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_t t;
  pthread_create(&t, 0, works, a);
  works(b);
  pthread_join(t, 0);
  assert(written == 2 && *a == 2 && *b == 2);
}
