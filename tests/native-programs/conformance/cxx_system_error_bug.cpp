// Joining a thread that is not joinable throws std::system_error; here it is not caught.
// expect: verdict=bug kind=assertion executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace.
#include <thread>

int main() {
  std::thread a([] {});
  a.join();
  a.join();
}
