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

NextSymbol<void(bool, TreeNode*, TreeNode*, TreeNode*)> real_insert(
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_");
NextSymbol<TreeNode*(TreeNode*, TreeNode*)> real_erase(
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_");
NextSymbol<TreeNode*(TreeNode*)> real_increment("_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base");
NextSymbol<TreeNode*(TreeNode*)> real_decrement("_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base");
NextSymbol<void(ListNode*, ListNode*)> real_hook("_ZNSt8__detail15_List_node_base7_M_hookEPS0_");
NextSymbol<void(ListNode*)> real_unhook("_ZNSt8__detail15_List_node_base9_M_unhookEv");
NextSymbol<void(ListNode*, ListNode*, ListNode*)> real_transfer(
    "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_");

template <class Node>
void changes(Node* node, const void* site) {
  accesses::written(node, sizeof(Node), site);
}

TreeNode* increment(TreeNode* node, const void* site) {
  if (!is_off()) accesses::read(node, sizeof(TreeNode), site);
  return real_increment(node);
}

TreeNode* decrement(TreeNode* node, const void* site) {
  if (!is_off()) accesses::read(node, sizeof(TreeNode), site);
  return real_decrement(node);
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
  rt::real_insert(is_left, node, parent, header);
}

rt::TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
    rt::TreeNode* node, rt::TreeNode* header) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(header, site);
    rt::changes(node, site);
  }
  return rt::real_erase(node, header);
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
  rt::real_hook(node, position);
}

void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(rt::ListNode* node) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(node, site);
    rt::changes(node->next, site);
    if (node->previous != node->next) rt::changes(node->previous, site);
  }
  rt::real_unhook(node);
}

void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(rt::ListNode* position,
                                                                 rt::ListNode* first,
                                                                 rt::ListNode* last) {
  if (!rt::is_off()) {
    const void* const site = __builtin_return_address(0);
    rt::changes(position, site);
    rt::changes(first, site);
    rt::changes(last, site);
  }
  rt::real_transfer(position, first, last);
}

}  // extern "C"
