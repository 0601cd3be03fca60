// Two threads append to a string under a mutex, with C++17.
// expect: verdict=clean executions=2
// libs: -std=c++17
#include <cassert>
#include <mutex>
#include <string>
#include <thread>

static std::string text;
static std::mutex m;

static void append(const char* part) {
  const std::lock_guard<std::mutex> lock(m);
  text.append(part);
  if (text.size() > 20) text.insert(0, "<");
}

int main() {
  std::thread a(append, "a long part, ");
  std::thread b(append, "another part.");
  a.join();
  b.join();
  assert(text.size() == 27 && text[0] == '<');
}
