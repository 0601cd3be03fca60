// The push of every textbook's lock-free stack: `expected` is a member of the new node.
// expect: verdict=clean
#include <atomic>
#include <cassert>
#include <thread>

namespace {

struct Node {
  int value;
  Node* next;
};

std::atomic<Node*> head{nullptr};

void push(int value) {
  Node* node = new Node{value, head.load()};
  while (!head.compare_exchange_weak(node->next, node)) {
  }
}

}  // namespace

int main() {
  std::thread other([] { push(1); });
  push(2);
  other.join();
  int sum = 0;
  for (Node* node = head.load(); node != nullptr; node = node->next) sum += node->value;
  assert(sum == 3);
}
