// std::recursive_mutex.
// expect: verdict=clean executions=2
// preload: yes
//
// As mutex_recursive.c: 2.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::recursive_mutex m;
int n = 0;

void add(int depth) {
  const std::lock_guard lock(m);
  n++;
  if (depth > 0) add(depth - 1);
}

}  // namespace

int main() {
  std::thread a(add, 2), b(add, 1);
  a.join();
  b.join();
  assert(n == 5);
}
