// An exception leaves a thread: std::terminate.
// expect: verdict=bug kind=assertion executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace.
#include <stdexcept>
#include <thread>

int main() {
  std::thread a([] { throw std::runtime_error("nobody catches this"); });
  a.join();
}
