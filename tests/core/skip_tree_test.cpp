// SPDX-License-Identifier: Apache-2.0
// Jump pointers against a walk along the parents.
#include "core/skip_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ids.hpp"
#include "core/random.hpp"

namespace skein {
namespace {

using NodeId = Id<struct TestNodeTag>;

TEST(SkipTree, AncestorsAreThoseOfTheParentWalk) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    SkipTree<NodeId> tree;
    std::vector<NodeId> nodes;
    std::vector<NodeId> parents;
    for (int i = 0; i < 3000; ++i) {
      // Mostly deep branches, some roots, some branching.
      NodeId parent;
      if (!nodes.empty() && random.below(100) != 0) {
        const std::size_t back = random.below(10) == 0 ? random.below(nodes.size()) : 0;
        parent = nodes[nodes.size() - 1 - back];
      }
      nodes.push_back(tree.add(parent));
      parents.push_back(parent);
    }
    for (int i = 0; i < 3000; ++i) {
      const NodeId n = nodes[random.below(nodes.size())];
      std::vector<NodeId> path;  // from n up to its root
      for (NodeId up = n; !up.is_none(); up = parents[up.index()]) path.push_back(up);
      ASSERT_EQ(tree.depth(n), path.size() - 1);
      const auto depth = static_cast<std::uint32_t>(random.below(path.size()));
      EXPECT_EQ(tree.ancestor_at(n, depth), path[path.size() - 1 - depth]);
      const NodeId m = nodes[random.below(nodes.size())];
      const bool is_above = std::find(path.begin(), path.end(), m) != path.end();
      EXPECT_EQ(tree.is_ancestor_or_same(m, n), is_above);
    }
  }
}

TEST(SkipTree, KeepsWhatIsStoredWithANode) {
  SkipTree<NodeId, std::uint32_t> tree;
  const NodeId root = tree.add(NodeId{}, 7U);
  const NodeId child = tree.add(root, 8U);
  EXPECT_EQ(tree.extra(root), 7U);
  EXPECT_EQ(tree.extra(child), 8U);
  EXPECT_EQ(tree.parent(child), root);
  EXPECT_TRUE(tree.parent(root).is_none());
}

}  // namespace
}  // namespace skein
