// The C++ library frees an exception at the end of its handler, inside a section, while another
// thread may still use it in a section.
// expect: verdict=bug kind=memory
// needs: memory
//
// A thread that got the pointer uses it before or after the other section. Executions not counted.
#include <atomic>
#include <mutex>
#include <thread>

static std::mutex m;
static std::atomic<int*> thrown{nullptr};

static void throws() {
  try {
    throw 1;
  } catch (int& number) {
    thrown = &number;
    m.lock();
  }
  m.unlock();
}

static void uses() {
  int* const number = thrown;
  if (number == nullptr) return;
  const std::lock_guard<std::mutex> guard(m);
  ++*number;
}

int main() {
  std::thread first(throws);
  std::thread second(uses);
  first.join();
  second.join();
}
