// A function's static variable is initialised once, whichever thread comes first.
// expect: verdict=clean
//
// No count: the guard's fast path is an atomic load that the compiler makes, the slow one is the
// library's.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::mutex m;
int constructed = 0;

struct Service {
  int value;
  Service() {
    const std::lock_guard lock(m);
    constructed++;
    value = 7;
  }
};

int use() {
  static const Service service;
  return service.value;
}

}  // namespace

int main() {
  std::thread a([] { assert(use() == 7); }), b([] { assert(use() == 7); });
  a.join();
  b.join();
  assert(constructed == 1);
}
