#include "explore/event_tree.hpp"

#include <utility>

namespace skein::event {

Tree::Node Tree::make_chain(const std::vector<Planned>& moves) {
  Node child = kNone;
  for (std::size_t i = moves.size(); i > 0; --i) {
    Node node = free_;
    if (node == kNone) {
      node = static_cast<Node>(nodes_.size());
      nodes_.emplace_back();
    } else {
      free_ = nodes_[node].next;
    }
    nodes_[node].planned = moves[i - 1];
    nodes_[node].child = child;
    nodes_[node].next = kNone;
    child = node;
  }
  return child;
}

void Tree::append(Node& list, Node node) {
  if (list == kNone) {
    list = node;
    return;
  }
  Node last = list;
  while (nodes_[last].next != kNone) last = nodes_[last].next;
  nodes_[last].next = node;
}

void Tree::append_child(Node parent, Node node) { append(nodes_[parent].child, node); }

void Tree::free(Node node) {
  nodes_[node].parked.clear();
  nodes_[node].next = free_;
  free_ = node;
}

void Tree::free_all(Node& list) {
  std::vector<Node> stack{std::exchange(list, kNone)};
  while (!stack.empty()) {
    Node node = stack.back();
    stack.pop_back();
    while (node != kNone) {
      stack.push_back(nodes_[node].child);
      const Node next = nodes_[node].next;
      free(node);
      node = next;
    }
  }
}

}  // namespace skein::event
