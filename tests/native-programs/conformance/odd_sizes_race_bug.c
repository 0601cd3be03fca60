// Races on types whose sizes are not those of integers. N is the type, see `write_one`.
// expect: N=0 verdict=bug kind=race
// expect: N=1 verdict=bug kind=race
// expect: N=2 verdict=bug kind=race
// expect: N=3 verdict=bug kind=race
// needs: memory
#include <complex.h>
#include <stdlib.h>

#include "../support/spawn.h"

typedef float Vector __attribute__((vector_size(32)));

static int type;
static long double extended;
static Vector vector;
static double complex pair;
static __int128 wide;
static int seen;

static void write_one(void) {
  switch (type) {
    case 0: extended = 3; break;
    case 1: vector += 1; break;
    case 2: pair = 1; break;
    default: wide = (__int128)1 << 100; break;
  }
}

static void read_one(void) {
  switch (type) {
    case 0: seen = extended > 1; break;
    case 1: seen = vector[7] > 0; break;
    case 2: seen = cimag(pair) > 0; break;
    default: seen = wide > 1; break;
  }
}

int main(int argc, char** argv) {
  type = argc > 1 ? atoi(argv[1]) : 0;
  run2(write_one, read_one);
  return 0;
}
