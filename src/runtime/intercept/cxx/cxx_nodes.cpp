// SPDX-License-Identifier: Apache-2.0
// Nodes of std::map, std::set and std::list. The C++ library links and unlinks them in its own
// compiled code. To race detector and spin loops these are accesses of the program: at least to the
// header of a tree, which every search reads, and to the nodes that the call names. All are
// reported before the library makes any.
#include <cstddef>
#include <cstdint>

#include "runtime/intercept/next_symbol.hpp"
#include "runtime/memory/accesses.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

namespace {

// std::_Rb_tree_node_base
struct TreeNode {
  int color;
  TreeNode* parent;
  TreeNode* left;
  TreeNode* right;
};

// std::__detail::_List_node_base
struct ListNode {
  ListNode* next;
  ListNode* previous;
};

namespace next {
NextSymbol<void(bool, TreeNode*, TreeNode*, TreeNode*)> insert(
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
NextSymbol<TreeNode*(TreeNode*, TreeNode*)> erase(
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");
NextSymbol<TreeNode*(TreeNode*)> increment("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
NextSymbol<TreeNode*(TreeNode*)> decrement("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
NextSymbol<void(ListNode*, ListNode*)> hook("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
NextSymbol<void(ListNode*)> unhook("_ZNSt8__detail15_List_node_base9_M_unhookEv");
NextSymbol<void(ListNode*, ListNode*, ListNode*)> transfer(
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");
NextSymbol<void(ListNode*)> reverse("_ZNSt8__detail15_List_node_base10_M_reverseEv");
NextSymbol<void(ListNode*, ListNode*)> swap("_ZNSt8__detail15_List_node_base4swapERS0_S1_");
}  // namespace next

template <class Node>
void changes(Node* node, const void* site) {
  accesses::written(node, sizeof(Node), site);
}

// The header of the tree that the node belongs to, or null. The parent of the root is the header,
// and the parent of the header is the root, which is black.
const TreeNode* header_of(const TreeNode* node) {
  constexpr int kRed = 0;
  constexpr int kDeepest =
      128;  // of a tree that fills the memory; a node of no tree leads anywhere
  for (int depth = 0; depth < kDeepest && node->parent != nullptr; ++depth) {
    if (node->parent->parent == node) return node->color == kRed ? node : node->parent;
    node = node->parent;
  }
  return nullptr;
}

// A step of an iterator. Which nodes it visits depends on where the tree was rotated, so it reads
// what every insertion and removal changes: the header.
void on_step(const TreeNode* node, const void* site) {
  accesses::read(node, sizeof(TreeNode), site);
  const TreeNode* const header = header_of(node);
  if (header != nullptr && header != node) accesses::read(header, sizeof(TreeNode), site);
}

TreeNode* increment(TreeNode* node, const void* site) {
  if (!is_off()) on_step(node, site);
  return next::increment(node);
}

TreeNode* decrement(TreeNode* node, const void* site) {
  if (!is_off()) on_step(node, site);
  return next::decrement(node);
}

// A change of the node's links changes those of its neighbours, too.
void changes_links(ListNode* node, const void* site) {
  changes(node, site);
  if (node->next != node) changes(node->next, site);
  if (node->previous != node->next) changes(node->previous, site);
}

}  // namespace

}  // namespace skein::runtime

namespace rt = skein::runtime;

extern "C" {

void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
    bool is_left, rt::TreeNode* node, rt::TreeNode* parent, rt::TreeNode* header) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(header, site);
    rt::changes(node, site);
    if (parent != header) rt::changes(parent, site);
  }
  rt::next::insert(is_left, node, parent, header);
}

rt::TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
    rt::TreeNode* node, rt::TreeNode* header) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(header, site);
    rt::changes(node, site);
  }
  return rt::next::erase(node, header);
}

rt::TreeNode* __wrap__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(rt::TreeNode* node) {
  return rt::increment(node, __builtin_return_address(0));
}
rt::TreeNode* __wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(rt::TreeNode* node) {
  return rt::increment(node, __builtin_return_address(0));
}
rt::TreeNode* __wrap__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(rt::TreeNode* node) {
  return rt::decrement(node, __builtin_return_address(0));
}
rt::TreeNode* __wrap__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(rt::TreeNode* node) {
  return rt::decrement(node, __builtin_return_address(0));
}

void __wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(rt::ListNode* node,
                                                         rt::ListNode* position) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(node, site);
    rt::changes(position, site);
    if (position->previous != position) rt::changes(position->previous, site);
  }
  rt::next::hook(node, position);
}

void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(rt::ListNode* node) {
  if (!rt::is_off()) {
    rt::changes_links(node, __builtin_return_address(0));
  }
  rt::next::unhook(node);
}

void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(rt::ListNode* position,
                                                                 rt::ListNode* first,
                                                                 rt::ListNode* last) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    for (rt::ListNode* const node : {position, first, last}) {
      rt::changes(node, site);
      rt::changes(node->previous, site);
    }
  }
  rt::next::transfer(position, first, last);
}

void __wrap__ZNSt8__detail15_List_node_base10_M_reverseEv(rt::ListNode* header) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(header, site);
    for (rt::ListNode* node = header->next; node != header; node = node->next) {
      rt::changes(node, site);
    }
  }
  rt::next::reverse(header);
}

void __wrap__ZNSt8__detail15_List_node_base4swapERS0_S1_(rt::ListNode* one, rt::ListNode* other) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes_links(one, site);
    rt::changes_links(other, site);
  }
  rt::next::swap(one, other);
}

}  // extern "C"
