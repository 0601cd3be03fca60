// SPDX-License-Identifier: Apache-2.0
// The archive of runs against plain sets; cuts against the definition of happens-before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "core/random.hpp"
#include "explore/event_dpor/event_archive.hpp"
#include "explore/event_dpor/event_backlog.hpp"
#include "explore/event_dpor/event_cut.hpp"

namespace skein::event {
namespace {

WideFingerprint print_of(std::uint64_t number) {
  WideFingerprint print;
  print.combine(number);
  return print;
}

struct Prints {
  std::vector<std::uint64_t> numbers;
  WideFingerprint operator[](Position i) const { return print_of(numbers[i.index()]); }
};

TEST(Archive, ContainsWhatARunContains) {
  Random random(1);
  Archive archive;
  std::vector<std::set<std::uint64_t>> runs;
  std::set<std::uint64_t> seen;
  Prints run;
  for (int i = 0; i < 300; ++i) {
    const std::size_t shared = random.below(run.numbers.size() + 1);
    run.numbers.resize(shared);
    // An event comes once in a run, like a step with its history.
    while (run.numbers.size() < 12) {
      const std::uint64_t number = random.below(60);
      if (std::ranges::find(run.numbers, number) == run.numbers.end()) {
        run.numbers.push_back(number);
      }
    }
    archive.add(run, Position{run.numbers.size()}, Position{shared});
    runs.emplace_back(run.numbers.begin(), run.numbers.end());
    seen.insert(run.numbers.begin(), run.numbers.end());
    ASSERT_EQ(archive.events(), seen.size());
    ASSERT_EQ(archive.at(Position{3U}), archive.find(print_of(run.numbers[3])));
    for (int q = 0; q < 20; ++q) {
      // Half of the questions are about parts of one run.
      std::vector<std::uint64_t> asked;
      const auto& some = runs[random.below(runs.size())];
      for (const std::uint64_t number : some) {
        if (random.below(4) == 0) asked.push_back(number);
      }
      if (random.below(2) == 0) asked.push_back(random.below(60));
      std::vector<KnownEvent> events;
      for (const std::uint64_t number : asked) events.push_back(archive.find(print_of(number)));
      const bool expected = std::ranges::any_of(runs, [&](const auto& r) {
        return std::ranges::all_of(asked, [&](std::uint64_t n) { return r.contains(n); });
      });
      ASSERT_EQ(archive.contains(events), expected) << "run " << i;
    }
  }
}

TEST(Archive, AnEventNeverSeenIsInNoRun) {
  Archive archive;
  archive.add(Prints{{1, 2}}, Position{2U}, Position{0U});
  EXPECT_TRUE(archive.find(print_of(3)).is_none());
  EXPECT_FALSE(archive.contains(std::vector<KnownEvent>{archive.at(Position{0U}), KnownEvent{}}));
  archive.clear();
  EXPECT_TRUE(archive.find(print_of(1)).is_none());
  EXPECT_FALSE(archive.contains({}));
}

TEST(Backlog, IsAStackOfWhatWasPushed) {
  Random random(2);
  Backlog backlog;
  std::vector<Backlog::Entry> expected;
  for (int i = 0; i < 400; ++i) {
    if (!expected.empty() && random.below(3) == 0) {
      backlog.pop();
      expected.pop_back();
    } else {
      Backlog::Entry entry;
      for (std::uint64_t n = random.below(5); n > 0; --n) {
        entry.goal.events.emplace_back(static_cast<std::uint32_t>(random.next()));
      }
      entry.goal.last = print_of(random.next());
      for (std::uint64_t n = random.below(6); n > 0; --n) {
        entry.moves.push_back(Move{AgentId{static_cast<std::uint32_t>(random.below(400))},
                                   static_cast<std::uint32_t>(random.below(3))});
      }
      backlog.push(entry);
      expected.push_back(entry);
    }
    ASSERT_EQ(backlog.size(), expected.size());
    if (expected.empty()) continue;
    Backlog::Entry read;
    backlog.read_goal(read.goal);
    backlog.read_moves(read.moves);
    ASSERT_EQ(read.goal.events, expected.back().goal.events);
    ASSERT_EQ(read.goal.last, expected.back().goal.last);
    ASSERT_EQ(read.moves, expected.back().moves);
    std::vector<Move> moves = read.moves;
    ASSERT_EQ(backlog.shared_moves(moves), moves.size());
    if (moves.empty()) continue;
    ++moves.back().choice;
    ASSERT_EQ(backlog.shared_moves(moves), moves.size() - 1);
  }
}

Step step(std::uint32_t agent, OpKind kind, std::uint32_t object) {
  Step s;
  s.agent = AgentId{agent};
  s.op = Operation{kind, ObjectId{object}, ObjectId{}};
  return s;
}

// What a cut loses is exactly what happens after the removed step.
TEST(Cut, RemovesAStepAndWhatHappensAfterIt) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<Step> steps;
    for (int i = 0; i < 15; ++i) {
      steps.push_back(step(static_cast<std::uint32_t>(random.below(4)),
                           random.below(2) == 0 ? OpKind::AtomicLoad : OpKind::AtomicStore,
                           static_cast<std::uint32_t>(random.below(3))));
    }
    Trace trace;
    trace.follow(steps, 0);
    std::vector<bool> is_after(steps.size(), false);  // by the definition
    const std::size_t removed = random.below(steps.size());
    is_after[removed] = true;
    for (std::size_t j = removed + 1; j < steps.size(); ++j) {
      for (std::size_t i = removed; i < j; ++i) {
        if (!is_after[i]) continue;
        if (steps[i].agent == steps[j].agent || depends(steps[i].op, steps[j].op)) {
          is_after[j] = true;
        }
      }
    }
    Cut cut;
    for (std::uint32_t b = 0; b < 4; ++b) cut.steps.push_back(trace.steps_of(AgentId{b}));
    const Cut whole = cut;
    cut.remove(trace, Position{removed});
    for (std::size_t i = 0; i < steps.size(); ++i) {
      ASSERT_EQ(cut.contains(trace[Position{i}]), !is_after[i]) << i << " after " << removed;
    }
    EXPECT_TRUE(whole.includes(cut));
    EXPECT_FALSE(cut.includes(whole));
  }
}

// Main posts two messages; both begin, and the second one does nothing more in the cut.
TEST(Cut, DropsBeginsWithoutAStepAfterThem) {
  const ObjectId handler{0U};
  const ObjectId mailbox{1U};
  const std::vector<Step> steps = [&] {
    std::vector<Step> s(5);
    for (std::uint32_t m = 0; m < 2; ++m) {
      s[m].agent = kMainAgent;
      s[m].op = Operation{OpKind::Post, ObjectId{10U + m}, mailbox};
    }
    s[2].agent = AgentId{1U};
    s[2].op = Operation{OpKind::MessageBegin, handler, ObjectId{10U}};
    s[3] = step(1, OpKind::AtomicStore, 5);
    s[4].agent = AgentId{2U};
    s[4].op = Operation{OpKind::MessageBegin, handler, ObjectId{11U}};
    return s;
  }();
  Messages messages;
  messages.follow(steps, 0);
  ASSERT_EQ(messages.all().size(), 2U);
  Cut cut;
  cut.steps = {2, 2, 1};
  cut.last.move.agent = kMainAgent;
  cut.drop_begins(messages);
  EXPECT_EQ(cut.steps, (std::vector<std::uint32_t>{2, 2, 0}));
  // The begin of the last operation's own message stays.
  cut.steps = {2, 1, 1};
  cut.last.move.agent = AgentId{2U};
  cut.drop_begins(messages);
  EXPECT_EQ(cut.steps, (std::vector<std::uint32_t>{2, 0, 1}));
}

}  // namespace
}  // namespace skein::event
