// A thread inserts into a map while another one goes from an element to the next. The two touch no
// common node; the insertion may rotate the tree, and then they do.
// expect: verdict=bug kind=race
// needs: memory
#include <map>
#include <thread>

static std::map<int, int> numbers{{1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}};

int main() {
  auto at = numbers.begin();
  std::thread inserter([] { numbers.emplace(6, 6); });
  ++at;
  inserter.join();
  return at->second - 2;
}
