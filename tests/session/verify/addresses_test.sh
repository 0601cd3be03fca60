#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Addresses as numbers: what a program may see of them on a real machine it may see here.
# shellcheck source=tests/session/verify/expect.sh
. "$(dirname "$0")/expect.sh"

# An address cut to an int is not always zero: what then happens is not proved away.
expect_program 1 "assertion" <<'END'
#include <assert.h>
#include <stdlib.h>
int global;
int main(void) {
  int* p = malloc(4);
  if ((int)(long)p != 0 && (int)(long)&global != 0 && (int)(long)main != 0) assert(0);
}
END

# Through integers and back, cut and put together, in parts, in unions, tagged, by bytes.
expect_program 0 "^proved" <<'END'
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
union both { int* pointer; uintptr_t number; uint32_t half[2]; unsigned char bytes[8]; };
int global[4] = {1, 2, 3, 4};
int main(void) {
  int* heap = malloc(4 * sizeof(int));
  int* other = malloc(4 * sizeof(int));
  int local[4] = {7, 8, 9, 10};
  int* all[4] = {heap, other, global, local};
  for (int i = 0; i < 4; ++i) {
    int* p = all[i];
    uintptr_t n = (uintptr_t)p;
    assert(n != 0 && (n & 3) == 0 && (int*)n == p);
    assert((uintptr_t)(p + 1) == n + 4 && (p + 3) - p == 3);
    assert((int*)((n | 1) & ~(uintptr_t)1) == p);
    union both b;
    b.pointer = p;
    assert(b.number == n && b.half[0] == (uint32_t)n && b.half[1] == (uint32_t)(n >> 32));
    unsigned char copy[8];
    memcpy(copy, &p, 8);
    assert(memcmp(copy, b.bytes, 8) == 0);
    memcpy(&b, copy, 8);
    assert(b.pointer[2] == p[2]);
    assert((int*)(((uintptr_t)(uint32_t)(n >> 32) << 32) | (uint32_t)n) == p);
    for (int j = 0; j < i; ++j) assert((uint32_t)(uintptr_t)all[j] != (uint32_t)n);
  }
  assert(((uintptr_t)heap & 15) == 0 && ((uintptr_t)other & 15) == 0);
  free(heap);
  free(other);
}
END

# Aligned as asked for; what is more is refused, by its line.
expect_program 0 "^proved" <<'END'
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct line { _Alignas(64) int x; };
struct line lines[2];
int main(void) {
  struct line here;
  here.x = 1;
  for (unsigned a = 16; a <= 1024; a *= 2) {
    char* p = aligned_alloc(a, a);
    char* q = aligned_alloc(a, a);
    void* r = 0;
    assert(posix_memalign(&r, a, 8) == 0);
    assert((uintptr_t)p % a == 0 && (uintptr_t)q % a == 0 && (uintptr_t)r % a == 0 && p != q);
    free(p);
    free(q);
    free(r);
  }
  assert((uintptr_t)lines % 64 == 0 && (uintptr_t)&here % 64 == 0);
}
END
expect_program 2 "program.c:2: main: memory aligned to more" <<'END'
#include <stdlib.h>
int main(void) { free(aligned_alloc(65536, 65536)); }
END

# A table by hashed addresses: whether two blocks meet in it depends on all of their addresses, not on none.
expect_program 1 "assertion" <<'END'
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  unsigned used = 0;
  for (int i = 0; i < 16; ++i) used |= 1u << (((uintptr_t)malloc(8) >> 4) & 15);
  assert((used & (used - 1)) == 0);
}
END

# Out of bounds on either side.
for index in -1 2; do
  expect_program 1 "out of bounds of 'a'" <<END
int a[2];
int main(void) { int* volatile p = a; return p[$index]; }
END
done

finish
