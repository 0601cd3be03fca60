// A function whose name begins with __VERIFIER_atomic_ in C++, where the linker has another name
// for it.
// expect: verdict=clean executions=2
// native: no
// libs: -O2
//
// Two sections, one lock: two orders.
#include <cassert>
#include <thread>

namespace {
int x = 0;
}

static void __VERIFIER_atomic_increment(int by) {
  int seen = x;
  x = seen + by;
}

int main() {
  std::thread first([] { __VERIFIER_atomic_increment(1); });
  std::thread second([] { __VERIFIER_atomic_increment(2); });
  first.join();
  second.join();
  assert(x == 3);
  return 0;
}
