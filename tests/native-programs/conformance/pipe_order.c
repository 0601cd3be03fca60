// A pipe hands over what its writer did before: no race. The reader finds a byte, or waits for it.
// expect: verdict=clean
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static int value[2];
static void* writer(void* p) {
  const char id = *(char*)p;
  value[(int)id] = 7;
  assert(write(ends[1], &id, 1) == 1);
  return 0;
}
int main(void) {
  pthread_t t[2];
  static char ids[2] = {0, 1};
  assert(pipe(ends) == 0);
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, writer, &ids[i]);
  for (int i = 0; i < 2; ++i) {
    char id = 9;
    assert(read(ends[0], &id, 1) == 1);
    assert(value[(int)id] == 7);
  }
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  close(ends[1]);
  char c;
  assert(read(ends[0], &c, 1) == 0);
  close(ends[0]);
}
