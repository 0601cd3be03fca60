// A loop of a million turns fills a buffer, another one reads it.
#include <assert.h>

#ifdef BUG
#define SIZE 5000
#else
#define SIZE (1 << 20)
#endif
static char buffer[SIZE];

int main(void) {
  for (int i = 0; i < SIZE; ++i) buffer[i] = (char)(i % 7);
#ifdef BUG
  buffer[SIZE / 2] = 7;
#endif
  for (int i = 0; i < SIZE; ++i) assert(buffer[i] >= 0 && buffer[i] < 7);
  return 0;
}
