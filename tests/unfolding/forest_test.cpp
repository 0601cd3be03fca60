// Skip pointers against a walk along the parents.
#include "unfolding/forest.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.hpp"

namespace skein {
namespace {

class ForestTest : public testing::TestWithParam<std::uint32_t> {};

TEST_P(ForestTest, AncestorsAreThoseOfTheParentWalk) {
  Random random(GetParam());
  Forest forest(GetParam());
  std::vector<NodeId> nodes;
  for (int i = 0; i < 3000; ++i) {
    // Mostly deep branches, some roots, some branching.
    NodeId parent;
    if (!nodes.empty() && random.below(100) != 0) {
      const std::size_t back = random.below(10) == 0 ? random.below(nodes.size()) : 0;
      parent = nodes[nodes.size() - 1 - back];
    }
    nodes.push_back(forest.add(parent));
  }
  for (int i = 0; i < 3000; ++i) {
    const NodeId n = nodes[random.below(nodes.size())];
    const auto depth = static_cast<std::uint32_t>(random.below(forest.depth(n) + 1));
    NodeId walk = n;
    while (forest.depth(walk) > depth) walk = forest.parent(walk);
    EXPECT_EQ(forest.ancestor_at(n, depth), walk);
    const NodeId m = nodes[random.below(nodes.size())];
    NodeId up = n;
    while (!up.is_none() && up != m) up = forest.parent(up);
    EXPECT_EQ(forest.is_ancestor_or_same(m, n), up == m);
  }
}

INSTANTIATE_TEST_SUITE_P(Steps, ForestTest, testing::Values(2, 3, 4, 8, 16));

}  // namespace
}  // namespace skein
