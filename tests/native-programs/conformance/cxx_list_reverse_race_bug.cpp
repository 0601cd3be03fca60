// A thread reverses a list while another one looks at its first element.
// expect: verdict=bug kind=race
// needs: memory
#include <list>
#include <thread>

static std::list<int> numbers{1, 2, 3};

int main() {
  std::thread reverser([] { numbers.reverse(); });
  volatile int first = numbers.front();
  (void)first;
  reverser.join();
}
