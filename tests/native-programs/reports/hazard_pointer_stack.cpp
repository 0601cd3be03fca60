// A stack with hazard pointers. A pop announces the node that it looks at, but does not look again
// whether it is still the top, so the node may be freed under it.
#include <atomic>
#include <thread>

struct Node {
  int value;
  Node* next;
};

class Stack {
 public:
  void push(int value) {
    Node* node = new Node{value, top_.load()};
    while (!top_.compare_exchange_weak(node->next, node)) {
    }
  }

  int pop(int me) {
    Node* node = top_.load();
    do {
      if (node == nullptr) return 0;
      hazards_[me].store(node);
    } while (!top_.compare_exchange_strong(node, node->next));
    const int value = node->value;
    hazards_[me].store(nullptr);
    if (hazards_[1 - me].load() != node) delete node;
    return value;
  }

 private:
  std::atomic<Node*> top_{nullptr};
  std::atomic<Node*> hazards_[2] = {};
};

Stack stack;

int main() {
  stack.push(1);
  std::thread other([] { stack.pop(1); });
  stack.pop(0);
  other.join();
}
