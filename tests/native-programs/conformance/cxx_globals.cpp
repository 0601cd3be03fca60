// Objects with constructors and destructors at namespace scope: alive in every run, destroyed after
// it.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex.
#include <cassert>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Registry {
  std::map<std::string, int> entries{{"main", 0}};
  std::vector<int> history;
  std::mutex m;
  ~Registry() { assert(entries.size() == 3 && history.size() == 2); }
  void add(const std::string& name, int value) {
    const std::lock_guard lock(m);
    entries[name] = value;
    history.push_back(value);
  }
};

Registry registry;

}  // namespace

int main() {
  assert(registry.entries.size() == 1 && registry.history.empty());
  std::thread a([] { registry.add("a", 1); }), b([] { registry.add("b", 2); });
  a.join();
  b.join();
}
