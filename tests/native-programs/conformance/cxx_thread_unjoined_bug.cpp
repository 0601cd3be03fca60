// A std::thread is destroyed without a join: std::terminate.
// expect: verdict=bug kind=assertion executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace; main halts, the thread goes on.
#include <thread>

int main() {
  std::thread t([] {});
  return 0;
}
