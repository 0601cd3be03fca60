// SPDX-License-Identifier: Apache-2.0
// The explorer outlives what a program under test does to itself and to it, and does not grow.
//
//   SKEIN_WILD_SEEDS=N   programs that write to random places, instead of 60
//   SKEIN_FLAT_RUNS=N    runs over which memory must stay flat, instead of 20,000
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <signal.h>
#include <thread>
#include <unistd.h>

#include "machine/native/native_runs.hpp"
#include "support/environment.hpp"

namespace skein::test {
namespace {

std::uint64_t resident_pages(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/statm");
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  file >> size >> resident;
  return resident;
}

// Whatever a program writes wherever, every run ends as a run or as an error with a message.
TEST(Endurance, WildWritesNeitherTakeDownNorHangTheExplorer) {
  const std::string program = built("tests/machine/native/programs/wild.c");
  const std::uint64_t seeds = sample_size("SKEIN_WILD_SEEDS", 60);
  std::uint64_t violations = 0;
  std::uint64_t errors = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    NativeOptions options =
        options_for(program, {std::to_string(seed), std::to_string(seed % 7 * seed % 7 + 1)});
    options.step_limit = std::chrono::milliseconds(50);
    try {
      NativeMachine machine(options);
      Plan plan;
      plan.policy = Policy::Random;
      for (int i = 0; i < 4; ++i) {
        plan.seed = seed + static_cast<std::uint64_t>(i);
        const skein::Run& run = machine.run(plan);
        if (!run.violations.empty()) ++violations;
        for (const Violation& v : run.violations) {
          EXPECT_FALSE(machine.names().agent_name(v.agent).empty());
          EXPECT_FALSE(machine.names().site_text(v.site).empty());
        }
        for (const Step& s : run.steps) {
          if (!s.op.first.is_none()) static_cast<void>(machine.names().object_name(s.op.first));
        }
      }
    } catch (const UserError&) {
      ++errors;
    }
  }
  RecordProperty("violations", std::to_string(violations));
  RecordProperty("errors", std::to_string(errors));
  EXPECT_GT(violations, 0U);
}

// The same for each word of what the two processes tell each other: the numbers of requests and
// replies, the plan, how the run ended, how the executor fares. None of it may be an error here: a
// program that writes there goes on to be explored, or has a bug.
TEST(Endurance, NoWordOfTheChannelTakesDownTheExplorer) {
  const std::string program = built("tests/machine/native/programs/wild.c");
  std::uint64_t violations = 0;
  constexpr const char* kValues[] = {"1", "3", "2147483647"};
  for (std::size_t at = 0; at < offsetof(channel::Channel, health_text); at += 4) {
    for (std::size_t i = 0; i < std::size(kValues); ++i) {
      // One value for every sixth word, unless there is time for all.
      if (!is_long() && at / 4 % (6 * std::size(kValues)) != 7 * i) continue;
      const char* const value = kValues[i];
      SCOPED_TRACE(std::to_string(at) + " = " + value);
      NativeOptions options =
          options_for(program, {value, "1", "skein-channel", std::to_string(at)});
      options.step_limit = std::chrono::milliseconds(50);
      NativeMachine machine(options);
      for (int repeat = 0; repeat < 3; ++repeat) {
        const skein::Run* run = nullptr;
        ASSERT_NO_THROW(run = &machine.run(Plan{}));
        if (!run->violations.empty()) ++violations;
      }
    }
  }
  EXPECT_GT(violations, 0U);
}

// The same for where the tables of steps begin, read by those who ask for all of them.
TEST(Endurance, NoTableOfTheChannelTakesDownTheExplorer) {
  using channel::Channel;
  struct Table {
    std::size_t at;
    std::size_t size;
  };
  const std::string program = built("tests/machine/native/programs/wild.c");
  std::uint64_t violations = 0;
  for (const auto& [begin, size] :
       {Table{offsetof(Channel, steps), 2 * sizeof(Step)},
        Table{offsetof(Channel, pending), sizeof(Pending)},
        Table{offsetof(Channel, enabled), sizeof(Pending)},
        Table{offsetof(Channel, enabled_from), 12}, Table{offsetof(Channel, details), 8},
        Table{offsetof(Channel, details.steps), 24}}) {
    for (std::size_t at = begin; at < begin + size; at += 4) {
      for (const char* value : {"3", "2147483647"}) {
        // One of them, unless there is time for both.
        if (!is_long() && (at / 4 % 2 == 0) != (value[1] == '\0')) continue;
        SCOPED_TRACE(std::to_string(at - begin) + " of " + std::to_string(begin) + " = " + value);
        NativeOptions options =
            options_for(program, {value, "1", "skein-channel", std::to_string(at)});
        options.step_limit = std::chrono::milliseconds(50);
        NativeMachine machine(options);
        Plan plan;
        plan.records_enabled = true;
        for (int i = 0; i < 2; ++i) {
          const skein::Run* run = nullptr;
          ASSERT_NO_THROW(run = &machine.run(plan));
          ASSERT_EQ(run->enabled_from.size(), run->steps.size() + 1);
          if (!run->violations.empty()) ++violations;
        }
        ASSERT_NO_THROW(static_cast<void>(machine.run_detailed(plan)));
      }
    }
  }
  EXPECT_GT(violations, 0U);
}

// A run that overwrote what it had to say has a bug; nothing else is known of it, and the
// exploration goes on and says so.
TEST(Endurance, EveryExplorerOutlivesALostRun) {
  const std::string program = built("tests/machine/native/programs/wild.c");
  const std::size_t at =
      offsetof(channel::Channel, run) + offsetof(channel::RunOut, violation_count);
  for (const char* name : {"exhaustive", "source", "optimal", "qpor", "event", "random"}) {
    SCOPED_TRACE(name);
    // There cannot be that many violations.
    const std::string many = std::to_string(channel::kMaxViolations + 1);
    NativeMachine machine(
        options_for(program, {many, "1", "skein-channel", std::to_string(at), "late"}));
    Statistics statistics;
    Budget budget;
    budget.runs = 500;
    const std::unique_ptr<Explorer> explorer = find_explorer(name)->make(ExplorerOptions{});
    ASSERT_NO_THROW(explore(*explorer, machine, budget, Environment{}, statistics));
    EXPECT_GT(statistics.cut_by[static_cast<std::size_t>(BoundHit::Lost)], 0U);
    EXPECT_GT(statistics.completed, 0U);
    EXPECT_EQ(statistics.bug_runs, statistics.cut());
  }
}

// So has one whose process ended before it came where it was to go.
TEST(Endurance, EveryExplorerOutlivesADeathOnTheWay) {
  const std::string program = built("tests/machine/native/programs/dies_once.c");
  for (const char* name : {"exhaustive", "source", "optimal", "qpor", "event"}) {
    SCOPED_TRACE(name);
    NativeMachine machine(options_for(program, {work_file(std::string("runs.") + name)}));
    Statistics statistics;
    const std::unique_ptr<Explorer> explorer = find_explorer(name)->make(ExplorerOptions{});
    ASSERT_NO_THROW(explore(*explorer, machine, Budget{}, Environment{}, statistics));
    EXPECT_EQ(statistics.cut_by[static_cast<std::size_t>(BoundHit::Lost)], 1U);
    EXPECT_EQ(statistics.bug_runs, 1U);
    EXPECT_EQ(statistics.completed + 1, statistics.runs());
  }
}

// A machine that counts its runs, so that another process can see it make progress.
class Counted : public Machine {
 public:
  explicit Counted(NativeMachine& machine) : machine_(machine) {}
  const skein::Run& run(const Plan& plan) override {
    runs_.fetch_add(1);
    return machine_.run(plan);
  }
  [[nodiscard]] std::uint64_t runs() const { return runs_.load(); }
  [[nodiscard]] const Names& names() const override { return machine_.names(); }

 private:
  NativeMachine& machine_;
  std::atomic<std::uint64_t> runs_{0};
};

// Killed at any time, in the middle of runs or between them: the exploration goes on to its end.
TEST(Endurance, AnExplorationSurvivesKillsOfItsExecutor) {
  NativeMachine machine(options_for(built("bench/programs/pi.c"), {"6"}));
  machine.run(Plan{});
  Counted counted(machine);
  std::atomic<bool> is_done{false};
  std::atomic<int> kills{0};
  std::thread killer([&] {
    std::uint64_t seen = 0;
    while (!is_done && kills < 20) {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
      if (counted.runs() < seen + 10) continue;
      seen = counted.runs();
      const pid_t process = machine.executor_process();
      if (process > 0 && kill(process, SIGKILL) == 0) ++kills;
    }
  });
  Statistics statistics;
  const std::unique_ptr<Explorer> explorer = find_explorer("qpor")->make(ExplorerOptions{});
  std::string trouble;
  try {
    explore(*explorer, counted, Budget{}, Environment{}, statistics);
  } catch (const std::exception& error) {
    trouble = error.what();
  }
  is_done = true;
  killer.join();
  EXPECT_EQ(trouble, "");
  EXPECT_GT(kills, 0);
  EXPECT_EQ(statistics.completed, 720U);  // as without kills: PI(6), bench/README.md section 1
  EXPECT_EQ(statistics.runs(), 720U);
  EXPECT_GE(machine.restarts(), 1U);
}

TEST(Endurance, MemoryStaysFlatOverManyRuns) {
  NativeMachine machine(options_for(built("tests/machine/native/programs/two_locks.c")));
  const std::uint64_t runs = sample_size("SKEIN_FLAT_RUNS", 20'000);
  Plan plan;
  plan.policy = Policy::Random;
  std::uint64_t explorer = 0;
  std::uint64_t executor = 0;
  for (std::uint64_t i = 0; i < runs; ++i) {
    plan.seed = i;
    ASSERT_EQ(machine.run(plan).end, End::Completed);
    if (i == runs / 10) {
      explorer = resident_pages(getpid());
      executor = resident_pages(machine.executor_process());
    }
  }
  // A page here and there is no leak: one byte a run would be thousands of pages in a million runs.
  constexpr std::uint64_t kSlack = 64;
  EXPECT_LE(resident_pages(getpid()), explorer + kSlack);
  EXPECT_LE(resident_pages(machine.executor_process()), executor + kSlack);
  EXPECT_EQ(machine.restarts(), 0U);
}

TEST(Endurance, AThousandThreadsAndAHundredThousandSteps) {
  const Explored threads =
      explore_program(built("tests/native-programs/conformance/many_threads.c"), {"1000"});
  EXPECT_EQ(threads.statistics.completed, 1U);
  NativeMachine machine(
      options_for(built("tests/native-programs/conformance/long_run.c"), {"13000"}));
  const skein::Run& run = machine.run(Plan{});
  EXPECT_EQ(run.end, End::Completed);
  EXPECT_GE(run.steps.size(), 100'000U);
}

}  // namespace
}  // namespace skein::test
