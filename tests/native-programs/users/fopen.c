// Files: written, read back and removed in every run.
// expect: verdict=clean
// preload: yes
//
// No count: whether streams of different threads share something is the runtime's to say.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void* worker(void* arg) {
  const char* name = arg;
  FILE* out = fopen(name, "w");
  assert(out != NULL);
  assert(fprintf(out, "hello from %s\n", name) > 0);
  assert(fclose(out) == 0);
  FILE* in = fopen(name, "r");
  assert(in != NULL);
  char line[100];
  assert(fgets(line, sizeof line, in) != NULL);
  assert(strstr(line, name) != NULL);
  assert(fgets(line, sizeof line, in) == NULL && feof(in));
  fclose(in);
  assert(remove(name) == 0);
  return NULL;
}

int main(void) {
  assert(fopen("no such file", "r") == NULL);
  pthread_t a, b;
  pthread_create(&a, NULL, worker, "first.tmp");
  pthread_create(&b, NULL, worker, "second.tmp");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
