// SPDX-License-Identifier: Apache-2.0
// Estimates how many executions an exploration will have, from random descents.
//
// Knuth's method estimates the size of a tree without walking all of it: go down at random and
// multiply the numbers of branches on the way; the product is on average the number of leaves. The
// tree here has exactly one full path for every class of runs: at each position it branches over a
// persistent set of the possible moves, without those asleep, and a move sleeps in the branches to
// its right. A path on which everything is asleep ends without a leaf. (The explorers' own trees
// will not do: their branches are known only once they have been explored.) For the exhaustive
// explorer the tree branches over all moves.
//
// Single descents differ by orders of magnitude, since many of them end asleep. So a bunch of them
// goes down together [stochastic enumeration, Rubinstein 2013]: of all branches below the nodes of
// one level, as many are drawn as the bunch is wide, and each then stands for all / drawn of them.
// If there are fewer, all are taken, and nothing is left to chance. The first bunches are narrow,
// so that an estimate is there soon, and count less than the wide ones that follow.
//
// Which moves form a persistent set depends on what the other agents may still do. That is unknown,
// so we take what they did in the runs so far at the same or a later point of their life. The first
// bunch, a narrow one, knows too little and would count too few leaves, so it is not counted.
//
// Every branch that the machine would not take by itself costs a new run. These runs use a separate
// machine: on the exploring one they would change the numbers of agents and objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/random.hpp"
#include "machine/machine.hpp"

namespace skein {

class TreeSampler {
 public:
  enum class Tree : std::uint8_t { Classes, Interleavings };
  // How wide the first bunches are, and the last.
  struct Widths {
    std::size_t first = 8;
    std::size_t last = 64;
  };

  TreeSampler(Machine& machine, const Bounds& bounds, Tree tree, std::uint64_t seed = 1)
      : TreeSampler(machine, bounds, tree, seed, Widths{}) {}
  TreeSampler(Machine& machine, const Bounds& bounds, Tree tree, std::uint64_t seed, Widths widths);

  // Goes down one level, with the runs that this needs.
  void advance();

  // The estimate after the bunches so far.
  struct LeafEstimate {
    double leaves = 0;  // the average; 0 if nothing is known
    double error = 0;   // its standard error, relative
    std::uint64_t bunches = 0;
  };
  [[nodiscard]] LeafEstimate estimate() const;
  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  // Whether an agent was a message of a handler.
  [[nodiscard]] bool has_messages() const { return has_messages_; }

 private:
  // The latest point in its life at which an agent touched an object, over all runs so far; 0:
  // never.
  struct Touches {
    std::uint32_t read = 0;
    std::uint32_t written = 0;
  };
  struct Candidate {
    Move move;
    Operation op;
  };
  // A node of the tree, at the current level.
  struct Node {
    std::shared_ptr<const Run> run;  // a run that goes through it
    std::vector<Candidate> sleep;
    std::vector<std::uint32_t> done;  // by agent: steps taken; kOver if it has ended
  };
  struct Branch {
    std::size_t node = 0;
    std::size_t begin = 0;  // of its siblings, in candidates_
    std::size_t own = 0;
  };

  void begin();
  void end();
  [[nodiscard]] std::size_t width_of_bunch() const;
  [[nodiscard]] std::shared_ptr<const Run> run(const Run* before, std::size_t kept, Move move);
  void learn(const Run& run, std::size_t from);
  void find_branches(const Node& node);
  void close(const Node& node, const Pending& first);
  [[nodiscard]] Pending next_of(const Node& node, AgentId agent) const;
  [[nodiscard]] bool may_still_clash(const Node& node, std::size_t agent,
                                     const Operation& op) const;
  [[nodiscard]] bool may_still_touch(const Node& node, std::size_t agent, ObjectId object,
                                     Access access) const;
  [[nodiscard]] Node child(const Branch& branch);

  Machine& machine_;
  Tree tree_;
  Random random_;
  Widths widths_;
  Plan plan_;
  std::uint64_t runs_ = 0;
  bool has_messages_ = false;
  std::vector<std::vector<Touches>> touches_;  // by agent, by object
  std::vector<Operation> first_operations_;    // by agent: what it begins with
  std::shared_ptr<const Run> first_run_;

  // The current bunch.
  std::vector<Node> nodes_;
  std::size_t level_ = 0;  // the position of their runs
  double weight_ = 0;      // the number of nodes of the level that each one stands for
  double leaves_ = 0;      // met so far, with their weights
  std::size_t drawn_ = 0;  // the number of branches taken at a level

  // Scratch and results of the last find_branches().
  std::vector<Candidate> found_;
  std::vector<Candidate> tried_;
  std::vector<Pending> closure_;
  std::vector<bool> in_closure_;
  std::vector<Candidate> candidates_;  // of all nodes
  std::vector<Branch> branches_;
  std::vector<Node> children_;

  std::uint64_t bunches_ = 0;  // complete ones
  // Over the bunches that count, each with its width as its weight.
  double weights_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

}  // namespace skein
