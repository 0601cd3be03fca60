// A ring for one producer and one consumer. The producer announces an item before it writes it.
#include <array>
#include <atomic>
#include <thread>

struct Item {
  double price;
  int count;
};

class Ring {
 public:
  bool push(const Item& item) {
    const unsigned tail = tail_.load();
    if (tail - head_.load() == items_.size()) return false;
    tail_.store(tail + 1);
    items_[tail % items_.size()] = item;
    return true;
  }

  bool pop(Item& item) {
    const unsigned head = head_.load();
    if (head == tail_.load()) return false;
    item = items_[head % items_.size()];
    head_.store(head + 1);
    return true;
  }

 private:
  std::array<Item, 2> items_{};
  std::atomic<unsigned> head_{0};
  std::atomic<unsigned> tail_{0};
};

Ring ring;

void produce() { ring.push({1.5, 3}); }

int main() {
  std::thread producer(produce);
  Item item{};
  const bool is_right = !ring.pop(item) || item.count == 3;
  producer.join();
  return is_right ? 0 : 1;
}
