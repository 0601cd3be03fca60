// A sequence lock whose reader forgets to look at the sequence again.
#include <atomic>
#include <cassert>
#include <thread>

struct Point {
  std::atomic<int> x{0};
  std::atomic<int> y{0};
};

class SeqLock {
 public:
  void write(int value) {
    sequence_.fetch_add(1);
    point_.x.store(value);
    point_.y.store(value);
    sequence_.fetch_add(1);
  }

  void read(int& x, int& y) const {
    while (sequence_.load() % 2 != 0) {
    }
    x = point_.x.load();
    y = point_.y.load();
  }

 private:
  std::atomic<unsigned> sequence_{0};
  Point point_;
};

int main() {
  SeqLock lock;
  std::thread writer([&lock] { lock.write(7); });
  int x = 0;
  int y = 0;
  lock.read(x, y);
  assert(x == y);
  writer.join();
}
