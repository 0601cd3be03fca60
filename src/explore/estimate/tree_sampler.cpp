// SPDX-License-Identifier: Apache-2.0
#include "explore/estimate/tree_sampler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/ensure.hpp"

namespace skein {

namespace {

constexpr std::uint32_t kOver = std::numeric_limits<std::uint32_t>::max();

// The number of bunches that only learn.
constexpr std::uint64_t kLearning = 1;

// Once such an operation can be executed, its order with everything that depends on it is fixed in
// every run.
bool has_fixed_order(const Pending& pending) {
  const OpKind kind = pending.op.kind;
  return pending.is_enabled && (kind == OpKind::ThreadCreate || kind == OpKind::ThreadStart ||
                                kind == OpKind::ThreadExit || kind == OpKind::ThreadJoin);
}

bool is_end(OpKind kind) { return kind == OpKind::ThreadExit || kind == OpKind::MessageEnd; }

}  // namespace

TreeSampler::TreeSampler(Machine& machine, const Bounds& bounds, Tree tree, std::uint64_t seed,
                         Widths widths)
    : machine_(machine), tree_(tree), random_(seed), widths_(widths) {
  plan_.bounds = bounds;
  plan_.records_enabled = true;
}

TreeSampler::LeafEstimate TreeSampler::estimate() const {
  LeafEstimate result;
  if (bunches_ <= kLearning + 1) return result;
  result.bunches = bunches_ - kLearning;
  const auto n = static_cast<double>(result.bunches);
  result.leaves = sum_ / weights_;
  if (result.leaves <= 0) return result;
  const double spread = std::max(0.0, squares_ - weights_ * result.leaves * result.leaves);
  result.error = std::sqrt(spread / ((n - 1) * weights_)) / result.leaves;
  return result;
}

// Narrow at first: a wide bunch of long runs takes seconds. Then twice as wide after every second.
std::size_t TreeSampler::width_of_bunch() const {
  constexpr std::size_t kToLearn = 8;
  if (bunches_ < kLearning) return std::min(widths_.first, kToLearn);
  std::size_t width = widths_.first;
  for (std::uint64_t n = kLearning + 2; n <= bunches_ && width < widths_.last; n += 2) width *= 2;
  return std::min(width, widths_.last);
}

void TreeSampler::begin() {
  if (!first_run_) first_run_ = run(nullptr, 0, {});
  nodes_.push_back(Node{first_run_, {}, {}});
  level_ = 0;
  weight_ = 1;
  leaves_ = 0;
  drawn_ = width_of_bunch();
}

void TreeSampler::end() {
  if (++bunches_ <= kLearning) return;
  // Twice as wide, half the variance.
  const auto weight = static_cast<double>(drawn_);
  weights_ += weight;
  sum_ += weight * leaves_;
  squares_ += weight * leaves_ * leaves_;
}

void TreeSampler::advance() {
  if (nodes_.empty()) begin();
  candidates_.clear();
  branches_.clear();
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    if (level_ >= nodes_[n].run->steps.size()) {
      leaves_ += weight_;
      continue;
    }
    find_branches(nodes_[n]);
    const std::size_t first = candidates_.size();
    for (const Candidate& c : found_) {
      branches_.push_back(Branch{n, first, candidates_.size()});
      candidates_.push_back(c);
    }
  }
  if (branches_.size() > drawn_) {
    for (std::size_t i = 0; i < drawn_; ++i) {
      std::swap(branches_[i], branches_[i + random_.below(branches_.size() - i)]);
    }
    weight_ *= static_cast<double>(branches_.size()) / static_cast<double>(drawn_);
    branches_.resize(drawn_);
  }
  children_.clear();
  for (const Branch& branch : branches_) children_.push_back(child(branch));
  std::swap(nodes_, children_);
  ++level_;
  if (nodes_.empty()) end();
}

// A run that makes the first `kept` moves of another one, then `move`.
std::shared_ptr<const Run> TreeSampler::run(const Run* before, std::size_t kept, Move move) {
  plan_.prefix.clear();
  if (before != nullptr) {
    for (std::size_t i = 0; i < kept; ++i) plan_.prefix.push_back(before->steps[i].move());
    plan_.prefix.push_back(move);
  }
  auto result = std::make_shared<const Run>(machine_.run(plan_));
  ++runs_;
  ensure(result->enabled_from.size() == result->steps.size() + 1,
         "the machine did not record what was enabled");
  learn(*result, kept);
  return result;
}

void TreeSampler::learn(const Run& run, std::size_t from) {
  std::vector<std::uint32_t> taken(touches_.size());
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    const std::size_t agent = step.agent.index();
    if (agent >= taken.size()) taken.resize(agent + 1);
    ++taken[agent];
    if (i < from) continue;
    if (agent >= touches_.size()) {
      touches_.resize(agent + 1);
      first_operations_.resize(agent + 1);
    }
    if (taken[agent] == 1) first_operations_[agent] = step.op;
    if (step.op.kind == OpKind::MessageBegin) has_messages_ = true;
    for (const auto& [object, access] : {std::pair{step.op.first, traits(step.op.kind).first},
                                         std::pair{step.op.second, second_access(step.op)}}) {
      if (access == Access::None || object.is_none()) continue;
      auto& row = touches_[agent];
      if (object.index() >= row.size()) row.resize(object.index() + 1);
      Touches& own = row[object.index()];
      std::uint32_t& last = access == Access::Write ? own.written : own.read;
      last = std::max(last, taken[agent]);
    }
  }
}

bool TreeSampler::may_still_touch(const Node& node, std::size_t agent, ObjectId object,
                                  Access access) const {
  if (access == Access::None || object.is_none()) return false;
  const auto& row = touches_[agent];
  if (object.index() >= row.size()) return false;
  const std::uint32_t done = agent < node.done.size() ? node.done[agent] : 0;
  const Touches& t = row[object.index()];
  return t.written > done || (access == Access::Write && t.read > done);
}

bool TreeSampler::may_still_clash(const Node& node, std::size_t agent, const Operation& op) const {
  const OpTraits& t = traits(op.kind);
  return may_still_touch(node, agent, op.first, t.first) ||
         may_still_touch(node, agent, op.second, t.second);
}

// The next operation of an agent that has not ended; for a blocked agent, the operation it waits to
// execute.
Pending TreeSampler::next_of(const Node& node, AgentId agent) const {
  const Run& run = *node.run;
  const auto is_its = [&](const auto& p) { return p.agent == agent; };
  const auto at = [](const auto& list, std::size_t i) {
    return list.begin() + static_cast<std::ptrdiff_t>(i);
  };
  const auto end = at(run.enabled, run.enabled_from[level_ + 1]);
  const auto enabled = std::find_if(at(run.enabled, run.enabled_from[level_]), end, is_its);
  if (enabled != end) return *enabled;
  Pending next;
  next.agent = agent;
  next.op = first_operations_[agent.index()];
  const auto step = std::find_if(at(run.steps, level_), run.steps.end(), is_its);
  const auto waiting = std::find_if(run.pending.begin(), run.pending.end(), is_its);
  if (step != run.steps.end()) {
    next.op = step->op;
  } else if (waiting != run.pending.end()) {
    next.op = waiting->op;
  }
  return next;
}

// A persistent set around `first`: every agent that may still clash with the next operation of a
// member is a member too. If the member is blocked, these are the agents that may enable it.
void TreeSampler::close(const Node& node, const Pending& first) {
  closure_.assign(1, first);
  in_closure_.assign(touches_.size(), false);
  in_closure_[first.agent.index()] = true;
  for (std::size_t m = 0; m < closure_.size(); ++m) {
    const Pending member = closure_[m];
    if (has_fixed_order(member)) continue;
    for (std::size_t b = 0; b < touches_.size(); ++b) {
      if (in_closure_[b] || !may_still_clash(node, b, member.op)) continue;
      in_closure_[b] = true;
      closure_.push_back(next_of(node, AgentId{b}));
    }
  }
}

// The branches of the tree at a node: the smallest set found, without the moves asleep.
void TreeSampler::find_branches(const Node& node) {
  const Run& run = *node.run;
  const std::size_t begin = run.enabled_from[level_];
  const std::size_t end = run.enabled_from[level_ + 1];
  for (std::size_t e = begin; e < end; ++e) {
    if (tree_ == Tree::Classes) {
      close(node, run.enabled[e]);
    } else {
      closure_.assign(run.enabled.begin() + static_cast<std::ptrdiff_t>(begin),
                      run.enabled.begin() + static_cast<std::ptrdiff_t>(end));
    }
    tried_.clear();
    for (const Pending& member : closure_) {
      if (!member.is_enabled) continue;
      for (std::uint32_t c = 0; c < member.choices; ++c) {
        const Move move{member.agent, c};
        const bool is_asleep = std::any_of(node.sleep.begin(), node.sleep.end(),
                                           [&](const Candidate& s) { return s.move == move; });
        if (!is_asleep) tried_.push_back(Candidate{move, member.op});
      }
    }
    if (e == begin || tried_.size() < found_.size()) std::swap(found_, tried_);
    if (found_.size() <= 1 || tree_ == Tree::Interleavings) return;
  }
}

TreeSampler::Node TreeSampler::child(const Branch& branch) {
  const Node& parent = nodes_[branch.node];
  const Candidate taken = candidates_[branch.own];
  Node node{parent.run, parent.sleep, parent.done};
  if (taken.move != parent.run->steps[level_].move()) {
    node.run = run(parent.run.get(), level_, taken.move);
  }
  if (tree_ == Tree::Classes) {
    const auto at = [&](std::size_t i) {
      return candidates_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    node.sleep.insert(node.sleep.end(), at(branch.begin), at(branch.own));
    std::erase_if(node.sleep, [&](const Candidate& c) {
      return c.move.agent == taken.move.agent || depends(c.op, taken.op);
    });
  }
  const std::size_t agent = taken.move.agent.index();
  if (agent >= node.done.size()) node.done.resize(agent + 1);
  ++node.done[agent];
  if (is_end(taken.op.kind)) node.done[agent] = kOver;
  return node;
}

}  // namespace skein
