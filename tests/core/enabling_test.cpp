// SPDX-License-Identifier: Apache-2.0
// The enabling oracle against its definition: for every history of short random runs of a tiny
// model, and every operation, the oracle says "enabled" iff the model can execute the operation
// after the history; and what it names as an obstacle is in no smaller history after which the
// model can.
#include "core/enabling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "core/tiny_model.hpp"

namespace skein::test {
namespace {

using Set = std::uint32_t;  // of positions of steps

bool has(Set set, std::size_t p) { return (set >> p & 1U) != 0; }

// A history as a plain list of steps and the set of those that it has.
struct PlainHistory {
  const std::vector<Step>& steps;
  Set set;
  bool takes_shortcut = false;

  [[nodiscard]] bool contains(StepIndex p) const { return has(set, p.index()); }
  [[nodiscard]] const Step& step(StepIndex p) const { return steps[p.index()]; }
  template <class Visit>
  void visit_changes(ObjectId x, const Visit& visit) const {
    std::size_t start = steps.size();
    for (std::size_t p = steps.size(); takes_shortcut && p > 0; --p) {
      const Access a = access(steps[p - 1].op, x);
      if (!has(set, p - 1) && (a == Access::Read || a == Access::Write)) start = p - 1;
    }
    if (start < steps.size() && !visit(StepIndex{start}, access(steps[start].op, x))) return;
    for (std::size_t p = start; p > 0; --p) {
      const Access a = access(steps[p - 1].op, x);
      if (clash(a, Access::Read) && !visit(StepIndex{p - 1}, a)) return;
    }
  }
  template <class Visit>
  void visit_touches(ObjectId x, const Visit& visit) const {
    for (std::size_t p = steps.size(); p > 0; --p) {
      const Access a = access(steps[p - 1].op, x);
      if (a != Access::None && !visit(StepIndex{p - 1}, a)) return;
    }
  }
};

static_assert(History<PlainHistory>);

// An operation of the run, or one that waits at its end.
struct Candidate {
  std::size_t agent = 0;
  std::size_t index = 0;  // how many steps of the agent come before it
  Operation op;
  StepIndex at;  // none if it waits
  StepIndex enabler;
  StepIndex previous;
  bool is_blocked = false;  // at the end of the run
};

struct RandomRun {
  std::uint32_t seed = 0;
  std::vector<Step> steps;
  std::vector<Candidate> candidates;
};

RandomRun random_run(std::uint32_t seed, std::size_t length) {
  RandomRun run{seed, {}, {}};
  TinyModel model(seed);
  std::mt19937 random(seed);
  std::array<StepIndex, TinyModel::kAgents> last;
  const auto candidate = [&](std::size_t agent, StepIndex at) {
    return Candidate{
        agent,       model.steps(agent),      *model.next(agent), at, model.enabler(agent),
        last[agent], !model.is_enabled(agent)};
  };
  while (run.steps.size() < length) {
    std::vector<std::size_t> enabled;
    for (std::size_t a = 0; a < TinyModel::kAgents; ++a) {
      if (model.is_enabled(a)) enabled.push_back(a);
    }
    if (enabled.empty()) break;
    const std::size_t agent = enabled[random() % enabled.size()];
    const StepIndex at{run.steps.size()};
    run.candidates.push_back(candidate(agent, at));
    run.steps.push_back(model.execute(agent, at));
    last[agent] = at;
  }
  for (std::size_t a = 0; a < TinyModel::kAgents; ++a) {
    if (model.next(a).has_value()) run.candidates.push_back(candidate(a, StepIndex{}));
  }
  return run;
}

// All sets of steps that contain, with a step, what happens before it.
std::vector<Set> histories(const std::vector<Step>& steps) {
  std::vector<Set> causes(steps.size(), 0);
  for (std::size_t j = 0; j < steps.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      if (steps[i].agent != steps[j].agent && !depends(steps[i].op, steps[j].op)) continue;
      causes[j] |= causes[i] | Set{1} << i;
    }
  }
  std::vector<Set> all;
  for (Set set = 0; set < Set{1} << steps.size(); ++set) {
    bool is_closed = true;
    for (std::size_t p = 0; p < steps.size(); ++p) {
      if (has(set, p) && (causes[p] & ~set) != 0) is_closed = false;
    }
    if (is_closed) all.push_back(set);
  }
  return all;
}

// The model after a history, executed step by step.
TinyModel model_after(const RandomRun& run, Set set) {
  TinyModel model(run.seed);
  for (std::size_t p = 0; p < run.steps.size(); ++p) {
    if (!has(set, p)) continue;
    const Step& old = run.steps[p];
    EXPECT_TRUE(model.is_enabled(old.agent.index())) << "seed " << run.seed;
    const Step now = model.execute(old.agent.index(), StepIndex{p});
    // A blind post does not look: another post may have come before it.
    const bool is_blind = old.op.effect == Effect::Blind;
    EXPECT_TRUE(now.op == old.op && (now.gate_before == old.gate_before || is_blind) &&
                now.gate_after == old.gate_after && now.shared == old.shared)
        << "seed " << run.seed;
  }
  return model;
}

bool can_execute(const TinyModel& model, const Candidate& c) {
  return model.steps(c.agent) == c.index && model.is_enabled(c.agent);
}

class EnablingTest : public testing::Test {
 protected:
  // Compares the oracle with the model for one operation after all histories without it.
  void compare(const RandomRun& run, const Candidate& c, const std::vector<Set>& sets,
               const std::vector<TinyModel>& models) {
    if (needs_enabler(c.op.kind) && c.enabler.is_none()) return compare_never(run, c, models);
    Needs needs = needs_of(c.op, c.previous, c.enabler);
    needs.is_blocked = c.is_blocked;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (!c.at.is_none() && has(sets[i], c.at.index())) continue;
      const Obstacle obstacle = oracle_.obstacle(needs, PlainHistory{run.steps, sets[i]});
      ++answers_[obstacle.kind];
      if (needs_all(c.op.kind)) ++openings_[obstacle.kind];
      const Obstacle same = oracle_.obstacle(needs, PlainHistory{run.steps, sets[i], true});
      ASSERT_TRUE(same.kind == obstacle.kind && same.step == obstacle.step)
          << describe(run, c, sets[i]);
      ASSERT_EQ(obstacle.kind == Obstacle::Kind::None, can_execute(models[i], c))
          << describe(run, c, sets[i]);
      if (obstacle.kind == Obstacle::Kind::None) continue;
      const bool has_step = obstacle.kind != Obstacle::Kind::Hopeless;
      if (has_step) {
        ASSERT_TRUE(has(sets[i], obstacle.step.index()));
      }
      for (std::size_t j = 0; j < i; ++j) {  // a subset is a smaller number
        if ((sets[j] & ~sets[i]) != 0 || !can_execute(models[j], c)) continue;
        ASSERT_TRUE(has_step && !has(sets[j], obstacle.step.index()))
            << describe(run, c, sets[i]) << " but possible after " << sets[j];
      }
    }
  }

  static void compare_never(const RandomRun& run, const Candidate& c,
                            const std::vector<TinyModel>& models) {
    for (const TinyModel& model : models) {
      ASSERT_FALSE(can_execute(model, c)) << describe(run, c, 0);
    }
  }

  static std::string describe(const RandomRun& run, const Candidate& c, Set set) {
    std::string text = "seed " + std::to_string(run.seed) + ", agent " + std::to_string(c.agent) +
                       " wants " + std::string(name(c.op.kind)) + " after";
    for (std::size_t p = 0; p < run.steps.size(); ++p) {
      if (!has(set, p)) continue;
      text += " " + std::to_string(run.steps[p].agent.value) + ":" +
              std::string(name(run.steps[p].op.kind));
    }
    return text;
  }

  EnablingOracle oracle_;
  std::map<Obstacle::Kind, std::size_t> answers_;
  std::map<Obstacle::Kind, std::size_t> openings_;  // the same, of barriers
};

TEST_F(EnablingTest, AgreesWithTheModelAfterEveryHistory) {
  for (std::uint32_t seed = 0; seed < 10000; ++seed) {
    const RandomRun run = random_run(seed, 4 + seed % 6);
    const std::vector<Set> sets = histories(run.steps);
    std::vector<TinyModel> models;
    models.reserve(sets.size());
    for (const Set set : sets) models.push_back(model_after(run, set));
    for (const Candidate& c : run.candidates) {
      compare(run, c, sets, models);
      if (HasFatalFailure()) return;
    }
  }
  // The random runs meet everything that the oracle can say.
  EXPECT_GT(answers_[Obstacle::Kind::None], 10000U);
  EXPECT_GT(answers_[Obstacle::Kind::Hopeless], 10000U);
  EXPECT_GT(answers_[Obstacle::Kind::ClosedGate], 1000U);
  EXPECT_GT(answers_[Obstacle::Kind::SharedHold], 1000U);
  EXPECT_GT(openings_[Obstacle::Kind::None], 100U);
  EXPECT_GT(openings_[Obstacle::Kind::Hopeless], 1000U);
}

// Written out, on steps made by hand.
class HoldsTest : public testing::Test {
 protected:
  static constexpr std::uint32_t kLock = 7;

  void add(std::uint32_t agent, OpKind kind, int shared, bool before = true, bool after = true) {
    Step step;
    step.agent = AgentId{agent};
    step.op = Operation{kind, ObjectId{kLock}, ObjectId{}};
    step.shared = static_cast<std::int8_t>(shared);
    step.gate_before = before;
    step.gate_after = after;
    steps_.push_back(step);
  }

  // The obstacle to a writer that comes after all steps.
  Obstacle for_writer() {
    const Operation op{OpKind::RwWriteLock, ObjectId{kLock}, ObjectId{}};
    const Set all = (Set{1} << steps_.size()) - 1;
    return oracle_.obstacle(needs_of(op, {}, {}), PlainHistory{steps_, all});
  }

  std::vector<Step> steps_;
  EnablingOracle oracle_;
};

TEST_F(HoldsTest, NamesTheOutermostOfTheHoldsOfAnAgent) {
  add(0, OpKind::RwReadLock, 1);
  add(0, OpKind::RwReadUnlock, -1);
  add(0, OpKind::RwReadLock, 1);  // held from here on
  add(0, OpKind::RwReadLock, 1);
  add(0, OpKind::RwReadUnlock, -1);
  EXPECT_EQ(for_writer().kind, Obstacle::Kind::SharedHold);
  EXPECT_EQ(for_writer().step, StepIndex{std::size_t{2}});
}

TEST_F(HoldsTest, AreSeenAcrossAFailedTryToWrite) {
  add(0, OpKind::RwReadLock, 1);
  add(1, OpKind::RwTryWriteLock, 0);
  EXPECT_EQ(for_writer().step, StepIndex{std::size_t{0}});
}

TEST_F(HoldsTest, AreNoObstacleOnceReleased) {
  add(0, OpKind::RwReadLock, 1);
  add(1, OpKind::RwReadLock, 1);
  add(0, OpKind::RwReadUnlock, -1);
  add(1, OpKind::RwReadUnlock, -1);
  EXPECT_EQ(for_writer().kind, Obstacle::Kind::None);
}

TEST_F(HoldsTest, AWriterIsAClosedGate) {
  add(0, OpKind::RwWriteLock, 0, true, false);
  add(1, OpKind::RwTryReadLock, 0, false, false);
  EXPECT_EQ(for_writer().kind, Obstacle::Kind::ClosedGate);
  EXPECT_EQ(for_writer().step, StepIndex{std::size_t{0}});
}

}  // namespace
}  // namespace skein::test
