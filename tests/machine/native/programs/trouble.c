// Every way to end badly, by number.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int trouble;
static volatile int sink;
static void* volatile pointer;

static int overflow(int n) {
  volatile char space[4096];
  space[n % 4096] = (char)n;
  return overflow(n + 1) + space[(n + 7) % 4096];
}

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  switch (trouble) {
    case 1: *(volatile int*)8 = 1; break;
    case 2: abort();
    case 3: sink = overflow(0); break;
    case 4:
      for (;;) sink++;
    case 5: sink = 1 / (sink & 0); break;
    case 6: fork(); break;
    case 7: ((void (*)(void))16)(); break;
    case 8:
      while (malloc(1 << 20) != NULL) {
      }
      abort();
    case 9:
      pointer = malloc(10);
      free(pointer);
      free(pointer);
      break;
    case 10: _exit(3);
    case 11: assert(!"this"); break;
    case 12: sink = (int)strlen((const char*)(long)(trouble - 12)); break;
    // What no runtime survives: all of the program's writable memory made unusable.
    case 13:
      mprotect((void*)((unsigned long)&sink & ~4095UL), 4096, PROT_NONE);
      sink = 1;
      break;
    case 14: {
      long result;
      __asm__ volatile("syscall"
                       : "=a"(result)
                       : "0"(62), "D"(getpid()), "S"(9)
                       : "rcx", "r11", "memory");
    } break;
    default: break;
  }
  pthread_mutex_unlock(&m);
  return arg;
}

int main(int argc, char** argv) {
  pthread_t a, b;
  trouble = argc > 1 ? atoi(argv[1]) : 0;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
