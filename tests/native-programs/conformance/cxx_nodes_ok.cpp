// Maps, sets and lists: changed under a mutex by both threads, and of each thread's own.
// expect: verdict=clean executions=2
#include <cassert>
#include <list>
#include <map>
#include <mutex>
#include <set>
#include <thread>

static std::map<int, int> shared;
static std::list<int> order;
static std::mutex m;

static void work(int first) {
  std::set<int> own;
  std::list<int> spare{1, 2};
  for (int i = 0; i < 8; ++i) own.insert(first + i);
  own.erase(first + 3);
  const std::lock_guard<std::mutex> lock(m);
  for (const int each : own) shared[each] = first;
  for (auto at = shared.rbegin(); at != shared.rend(); ++at) assert(at->first >= 10);
  shared.erase(first);
  order.splice(order.end(), spare, spare.begin());
  order.push_front(first);
  order.pop_back();
}

int main() {
  std::thread a(work, 10);
  std::thread b(work, 20);
  a.join();
  b.join();
  assert(shared.size() == 12 && order.size() == 2);
}
