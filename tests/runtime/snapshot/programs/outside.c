// State of a program that is not in its memory, or that a fork would change. The argument says
// which. Every case is correct: a failed assertion means that a run saw what another one left.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int number = -1, kind, total;
static char* shared;

static void use(void) {
  char c = 0;
  switch (kind) {
    case 0:  // a file that is read
    case 1:  // the standard input
      assert(read(number, &c, 1) == 1);
      total += c - '0';
      break;
    case 2:  // shared memory
    case 3:  // memory that a fork clears
      ++*shared;
      break;
    case 4:  // a file without a name
      assert(write(number, "x", 1) == 1);
      break;
    case 5: {  // a file that was written and closed before
      FILE* file = fopen("written", "a");
      fputc('x', file);
      fclose(file);
      break;
    }
    case 6:  // a pipe
      assert(write(number, "x", 1) == 1);
      break;
    default:  // the process
      assert(getpid() == total && gettid() > total);
  }
}

static void* work(void* argument) {
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&mutex);
    use();
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(int argc, char** argv) {
  kind = argc > 1 ? atoi(argv[1]) : 0;
  int ends[2] = {-1, -1};
  if (kind == 0) number = open("digits", O_RDONLY);
  if (kind == 1) number = 0;
  if (kind == 2 || kind == 3) {
    const int flags = kind == 2 ? MAP_SHARED | MAP_ANONYMOUS : MAP_PRIVATE | MAP_ANONYMOUS;
    shared = mmap(0, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (kind == 3) madvise(shared, 4096, MADV_WIPEONFORK);
    *shared = 1;
  }
  if (kind == 4) number = fileno(tmpfile());
  if (kind == 5) {
    FILE* file = fopen("written", "w");
    fputc('x', file);
    fclose(file);
  }
  if (kind == 6) {
    assert(pipe(ends) == 0);
    number = ends[1];
  }
  if (kind == 7) total = getpid();
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  struct stat status;
  char buffer[8];
  switch (kind) {
    case 0:
    case 1: assert(total == 1 + 2 + 3 + 4); break;
    case 2:
    case 3: assert(*shared == 5); break;
    case 4: assert(lseek(number, 0, SEEK_END) == 4); break;
    case 5: assert(stat("written", &status) == 0 && status.st_size == 5); break;
    case 6: assert(read(ends[0], buffer, sizeof(buffer)) == 4); break;
    default: break;
  }
  return 0;
}
