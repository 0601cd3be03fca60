// Two threads write random values to random places: everything that the process can write is
// overwritten here and there, its libraries and skein's own memory too. What comes of it is
// different for every seed, and the same for the same.
//   wild SEED WRITES [NAME]
//   wild SEED WRITES NAME AT [late]
// With a name: only in mappings of files called like that; with an offset too: the seed itself,
// four bytes of it, there. Late: only where the second thread has the lock first.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct { uintptr_t begin, end; } places[1000];
static unsigned place_count;
static uint64_t state;
static int writes;
static long fixed_offset = -1;
static int fixed_value;
static int is_late;
static int locked;

static uint64_t draw(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

// Before main, so that every run finds the same.
__attribute__((constructor)) static void look(int argc, char** argv) {
  char line[4096];
  FILE* file = fopen("/proc/self/maps", "r");
  while (file != NULL && place_count < 1000 && fgets(line, sizeof line, file) != NULL) {
    unsigned long begin, end;
    char rights[8];
    if (argc > 3 && strstr(line, argv[3]) == NULL) continue;
    if (sscanf(line, "%lx-%lx %7s", &begin, &end, rights) == 3 && rights[1] == 'w') {
      places[place_count].begin = begin;
      places[place_count++].end = end;
    }
  }
  if (file != NULL) fclose(file);
}

static void write_somewhere(void) {
  if (fixed_offset >= 0) {
    memcpy((char*)places[0].begin + fixed_offset, &fixed_value, sizeof fixed_value);
    return;
  }
  unsigned i = (unsigned)(draw() % (place_count + 1));
  uint64_t value = draw() % 3 == 0 ? draw() : draw() % 100;
  uintptr_t at = draw();
  // Most mappings are large and hardly used: mostly near their beginning or end.
  if (i < place_count) {
    uintptr_t size = places[i].end - places[i].begin - 8;
    uintptr_t offset = at % (size < 65536 ? size : 65536);
    at = draw() % 2 == 0 ? places[i].begin + offset : places[i].end - 8 - offset;
  }
  memcpy((void*)at, &value, sizeof value);
}

static void* worker(void* arg) {
  pthread_mutex_lock(&m);
  int is_its_turn = !is_late || (arg != NULL && locked == 0);
  locked++;
  for (int i = 0; i < writes && is_its_turn; i++) write_somewhere();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(int argc, char** argv) {
  pthread_t a, b;
  state = argc > 1 ? (uint64_t)atoll(argv[1]) * 0x9e3779b97f4a7c15u + 1 : 1;
  writes = argc > 2 ? atoi(argv[2]) : 1;
  if (argc > 4) {
    fixed_offset = atol(argv[4]);
    fixed_value = atoi(argv[1]);
    is_late = argc > 5;
  }
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, &m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
