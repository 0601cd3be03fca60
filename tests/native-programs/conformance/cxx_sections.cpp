// std::mutex over two containers that have nothing in common.
// expect: verdict=clean executions=4
// options: --reduce=sections
//
// Two threads fill the vector and two the map: 2 * 2.
#include <cassert>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

static std::mutex m;
static std::vector<int> list;
static std::map<int, int> table;

static void append(int number) {
  const std::lock_guard<std::mutex> guard(m);
  list.push_back(number);
}

static void set(int number) {
  const std::lock_guard<std::mutex> guard(m);
  table[number] = number;
}

int main() {
  std::thread threads[] = {std::thread(append, 1), std::thread(append, 2), std::thread(set, 1),
                           std::thread(set, 2)};
  for (std::thread& t : threads) t.join();
  assert(list.size() == 2 && table.size() == 2);
}
