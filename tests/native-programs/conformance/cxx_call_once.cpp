// std::call_once.
// expect: verdict=clean executions=2
// preload: yes
//
// libstdc++ makes it a pthread_once: 2 orders of the entries.
#include <cassert>
#include <mutex>
#include <thread>

namespace {

std::once_flag once;
int n = 0;

void user() {
  std::call_once(
      once, [](int by) { n += by; }, 3);
  assert(n == 3);
}

}  // namespace

int main() {
  std::thread a(user), b(user);
  a.join();
  b.join();
}
