// A thread inserts into a map while another one searches it. The C++ library's compiled code links
// the new node.
// expect: verdict=bug kind=race
// needs: memory
#include <map>
#include <thread>

static std::map<int, int> numbers{{1, 1}, {2, 2}};

int main() {
  std::thread inserter([] { numbers.emplace(3, 3); });
  (void)numbers.count(2);
  inserter.join();
}
