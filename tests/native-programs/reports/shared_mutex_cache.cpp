// A cache that is filled under the lock for readers.
#include <map>
#include <shared_mutex>
#include <string>
#include <thread>

class Cache {
 public:
  std::string get(int key) {
    std::shared_lock lock(mutex_);
    auto found = values_.find(key);
    if (found != values_.end()) return found->second;
    return values_[key] = std::to_string(key);
  }

 private:
  std::shared_mutex mutex_;
  std::map<int, std::string> values_;
};

int main() {
  Cache cache;
  std::thread reader([&cache] { cache.get(1); });
  cache.get(2);
  reader.join();
}
