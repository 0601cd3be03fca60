// Two variables that take turns to count: what one of them is given is the other's last value, not
// its next.
// BUG: they are taken for equal.
#include <assert.h>
#include <skein/skein.h>

int main(void) {
  int a = (int)skein_any(0, 100);
  int b = a;
  for (int turn = 0; turn < 3; turn++) {
#ifdef BUG
    assert(a == b);
#else
    assert(a <= b);
#endif
    const int last = a;
    a = b;
    b = last + 1;
  }
  return 0;
}
