// SPDX-License-Identifier: Apache-2.0
// Random programs that wait in loops: whether an agent waits is a function of its own history, so
// all explorers see the same executions; and leaving out useless iterations loses no outcome, so
// what they see is what plain search sees that knows nothing of waiting and repeats each loop a
// few times.
//
//   SKEIN_SPIN_PROGRAMS=N  programs in all, instead of 240
//   SKEIN_SEED=S           the first program's seed, instead of 1
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "machine/native/native_runs.hpp"
#include "machine/native/spinning_program.hpp"
#include "support/environment.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kSpinParts = 4;
constexpr std::uint64_t kMostSpinRuns = 4'000;
constexpr std::uint64_t kMostOtherRuns = 40'000;  // with redundant runs
constexpr std::uint64_t kMostPlainRuns = 40'000;

struct Seen {
  Statistics statistics;
  std::set<std::int64_t> outcomes;  // what main stored last
  std::set<std::string> findings;   // kinds; races are another test's business
};

void note_outcome(const Run& run, Seen& seen) {
  for (const Violation& v : run.violations) seen.findings.emplace(name(v.kind()));
  if (run.end == End::Deadlock) seen.findings.emplace("deadlock");
  if (run.end != End::Completed) return;
  for (std::size_t i = run.steps.size(); i-- > 0;) {
    const Step& step = run.steps[i];
    if (step.agent != kMainAgent || step.op.kind != OpKind::AtomicStore) continue;
    seen.outcomes.insert(step.value);
    return;
  }
}

Seen see(NativeOptions options, const char* explorer, std::uint64_t most) {
  options.races = channel::RaceMode::Explore;
  NativeMachine machine(std::move(options));
  Budget budget;
  budget.runs = most;
  while (true) {
    Seen seen;
    Environment environment;
    environment.on_run = [&](const Plan&, const Run& run) { note_outcome(run, seen); };
    const std::unique_ptr<Explorer> e = find_explorer(explorer)->make(ExplorerOptions{});
    try {
      explore(*e, machine, budget, environment, seen.statistics);
      return seen;
    } catch (const ExplorationRestart&) {
    }
  }
}

bool is_whole(const Seen& seen) { return seen.statistics.stop == Stop::Exhausted; }

class RandomSpins : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomSpins, AllExplorersSeeTheSame) {
  const std::uint64_t all = sample_size("SKEIN_SPIN_PROGRAMS", 240);
  const std::uint64_t count = (all + kSpinParts - 1) / kSpinParts;
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1) + GetParam() * 1'000'000;
  const std::string program = built_text("spins" + std::to_string(seed), spinning_file(seed, count),
                                         GetParam() % 2 == 0 ? "gcc" : "clang-19");
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto run_with = [&](const char* explorer, std::uint64_t most) {
      return see(options_for(program, {std::to_string(i)}), explorer, most);
    };
    const std::string text = spinning_function(seed + i, i);
    const Seen qpor = run_with("qpor", kMostSpinRuns);
    if (!is_whole(qpor)) continue;
    ++compared;
    for (const char* explorer : {"optimal", "source"}) {
      const Seen other = run_with(explorer, kMostOtherRuns);
      EXPECT_EQ(qpor.statistics.completed, other.statistics.completed) << explorer << "\n" << text;
      EXPECT_EQ(qpor.statistics.blocked, other.statistics.blocked) << explorer << "\n" << text;
      EXPECT_EQ(qpor.statistics.violations, other.statistics.violations) << explorer << "\n"
                                                                         << text;
      EXPECT_EQ(qpor.statistics.deadlocks, other.statistics.deadlocks) << explorer << "\n" << text;
      EXPECT_EQ(qpor.outcomes, other.outcomes) << explorer << "\n" << text;
      EXPECT_EQ(qpor.findings, other.findings) << explorer << "\n" << text;
    }
    if (i % 4 == 0) {  // with dead values known from the start, no outcome is lost either
      NativeOptions knowing = options_for(program, {std::to_string(i)});
      knowing.watched = {channel::kKnowsDeadValues};
      const Seen known = see(knowing, "qpor", kMostOtherRuns);
      const Seen other = see(knowing, "source", kMostOtherRuns);
      EXPECT_EQ(qpor.outcomes, known.outcomes) << text;
      EXPECT_EQ(qpor.findings, known.findings) << text;
      EXPECT_LE(known.statistics.completed, qpor.statistics.completed) << text;
      EXPECT_EQ(known.statistics.completed, other.statistics.completed) << text;
      EXPECT_EQ(known.statistics.blocked, other.statistics.blocked) << text;
    }
    NativeOptions plain = options_for(program, {std::to_string(i)});
    plain.recognises_spins = false;
    plain.spin_bound = 4;
    const Seen searched = see(plain, "qpor", kMostPlainRuns);
    if (!is_whole(searched)) continue;
    EXPECT_EQ(searched.outcomes, qpor.outcomes) << text;
  }
  EXPECT_GT(compared, count / 2);
}

INSTANTIATE_TEST_SUITE_P(Part, RandomSpins, testing::Range(std::uint64_t{0}, kSpinParts));

}  // namespace
}  // namespace skein::test
