// A thread appends to a list while another one looks at its last element.
// expect: verdict=bug kind=race
// needs: memory
#include <list>
#include <thread>

static std::list<int> numbers{1, 2};

int main() {
  std::thread appender([] { numbers.push_back(3); });
  volatile int last = numbers.back();
  (void)last;
  appender.join();
}
