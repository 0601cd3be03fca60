// A queue for many producers and consumers, whose size is read without the lock.
#include <mutex>
#include <optional>
#include <thread>

struct Node {
  int value;
  Node* next;
};

class Queue {
 public:
  void push(int value) {
    Node* node = new Node{value, nullptr};
    std::lock_guard<std::mutex> guard(mutex_);
    node->next = head_;
    head_ = node;
    ++size_;
  }

  std::optional<int> pop() {
    if (size_ == 0) return std::nullopt;
    std::lock_guard<std::mutex> guard(mutex_);
    Node* node = head_;
    if (node == nullptr) return std::nullopt;
    head_ = node->next;
    --size_;
    int value = node->value;
    delete node;
    return value;
  }

 private:
  std::mutex mutex_;
  Node* head_ = nullptr;
  int size_ = 0;
};

void consume(Queue& queue) { queue.pop(); }

int main() {
  Queue queue;
  queue.push(1);
  std::thread first(consume, std::ref(queue));
  std::thread second(consume, std::ref(queue));
  first.join();
  second.join();
}
