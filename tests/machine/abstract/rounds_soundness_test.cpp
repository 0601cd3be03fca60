// SPDX-License-Identifier: Apache-2.0
// Random programs with every input divided, and with every access as an event: whatever fails,
// deadlocks or races on the concrete machine is foreseen. And no deadlock or race that can happen
// is refuted. SKEIN_PROVE_PROGRAMS, SKEIN_SEED: how many, from which on.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <set>
#include <string>

#include "machine/abstract/abstract_system.hpp"
#include "machine/abstract/random_ir_program.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/races/carried_races.hpp"
#include "prefix/analyses/races/prefix_races.hpp"
#include "prefix/linearisation.hpp"
#include "session/prove/warning_refiner.hpp"
#include "support/environment.hpp"

namespace skein::test {

namespace {

constexpr std::uint64_t kMostEventsOfRound = 4000;
constexpr double kSecondsToRefute = 20;

std::unique_ptr<Prefix> round_of(StateSystem& system, std::uint64_t most) {
  std::unique_ptr<Prefix> prefix;
  Prefix::Options how;
  how.is_enough = [&] { return prefix && prefix->statistics().events > most; };
  if (!build_to_fixpoint(system, how, prefix)) return nullptr;
  return prefix;
}

std::unique_ptr<Prefix> abstract_round_of(abstract::AbstractSystem& system) {
  while (true) {
    std::unique_ptr<Prefix> prefix = round_of(system, 20 * kMostEventsOfRound);
    if (!prefix) return nullptr;
    bool is_new = false;
    for (const CarriedRace& race : find_carried_races(*prefix, {})) {
      is_new |= system.watch(race.first_access.object);
    }
    if (!is_new) return prefix;
    system.begin_again();
  }
}

struct RoundTroubles {
  std::set<std::string> faults;
  bool has_deadlock = false;
  bool has_race = false;

  explicit RoundTroubles(Prefix& prefix) {
    for (const PrefixEventId e : prefix.events()) {
      const auto& fault = prefix[e].fault;
      if (fault) faults.insert(prefix.system().site_text(fault->site));
    }
    has_deadlock = !find_deadlocks(prefix, {}).found.empty();
    has_race = !find_races_at_once(prefix, {}).found.empty();
  }
};

RandomIrOptions options_of(std::uint64_t seed) {
  RandomIrOptions options;
  options.input_bits = seed % 3 == 0 ? 1 : 2;
  options.is_careful = seed % 4 != 0;
  options.has_relations = seed % 2 != 0;
  options.has_generations = seed % 5 == 0;
  return options;
}

// Null if there are too many events.
std::unique_ptr<Prefix> concrete_round(ir::IrSystem& machine) {
  return round_of(machine, kMostEventsOfRound);
}

ir::SystemOptions concrete_options(const RandomIrOptions& options) {
  ir::SystemOptions concrete;
  concrete.inputs = {{0, (1 << options.input_bits) - 1}};
  return concrete;
}

void compare_with(const abstract::ProveOptions& prove, const char* what) {
  const std::uint64_t count = sample_size("SKEIN_PROVE_PROGRAMS", 1500) / 3;
  const std::uint64_t first = number_from_environment("SKEIN_SEED", 1);
  std::uint64_t compared = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const RandomIrOptions options = options_of(seed);
    const ir::Program program = random_ir_program(seed, options);
    ir::IrSystem machine(program, concrete_options(options));
    const std::unique_ptr<Prefix> all = concrete_round(machine);
    if (!all) continue;
    abstract::AbstractSystem system(program, {}, prove);
    const std::unique_ptr<Prefix> prefix = abstract_round_of(system);
    if (!prefix) continue;
    ++compared;
    const RoundTroubles real(*all);
    const RoundTroubles foreseen(*prefix);
    for (const std::string& fault : real.faults) {
      ASSERT_TRUE(foreseen.faults.contains(fault)) << "program " << seed << ": " << fault;
    }
    ASSERT_TRUE(!real.has_deadlock || foreseen.has_deadlock) << "deadlock of program " << seed;
    ASSERT_TRUE(!real.has_race || foreseen.has_race) << "race of program " << seed;
  }
  std::cout << compared << " programs compared, with " << what << "\n";
  EXPECT_GT(compared, count / 2);
}

TEST(RoundsSoundness, WithEveryInputDivided) {
  abstract::ProveOptions prove;
  prove.splits.divide_all();
  compare_with(prove, "inputs divided");
}

TEST(RoundsSoundness, WithEveryAccessAsAnEvent) {
  abstract::ProveOptions prove;
  prove.watches_all = true;
  compare_with(prove, "accesses as events");
}

session::WitnessTarget target_at(const session::WarningRefiner& refiner, const Prefix& prefix,
                                 const View& view) {
  session::WitnessTarget target;
  target.steps = refiner.schedule_in(prefix, Linearisation(prefix).of(view));
  return target;
}

TEST(RoundsSoundness, NoDeadlockAndNoRaceThatCanHappenIsRefuted) {
  const std::uint64_t count = sample_size("SKEIN_REFINE_PROGRAMS", 400) / 4;
  const std::uint64_t first = number_from_environment("SKEIN_SEED", 1);
  std::uint64_t deadlocks = 0;
  std::uint64_t races = 0;
  std::uint64_t removed = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomIrOptions options = options_of(seed);
    options.is_careful = false;  // takes two locks, in any order
    options.statements = 7;
    const ir::Program program = random_ir_program(seed, options);
    ir::IrSystem machine(program, concrete_options(options));
    const std::unique_ptr<Prefix> all = concrete_round(machine);
    if (!all) continue;
    abstract::ProveOptions prove;
    if (seed % 3 == 0) prove.splits.divide_all();
    abstract::AbstractSystem system(program, {}, prove);
    const std::unique_ptr<Prefix> prefix = abstract_round_of(system);
    if (!prefix) continue;
    const RoundTroubles real(*all);
    session::WarningRefiner refiner(program, {}, system, *prefix, kSecondsToRefute,
                                    [] { return false; });
    refiner.skip_drawing();
    bool is_refuted = false;
    const auto is_false = [&](const View& view, const session::WitnessTarget& target,
                              bool can_happen) {
      const session::EndJudgement judgement = refiner.judge_end(*prefix, view, target, "all");
      EXPECT_TRUE(can_happen || !judgement.witness) << "program " << seed;
      is_refuted = is_refuted || judgement.refutation == session::Refutation::Refuted;
      return judgement.refutation == session::Refutation::Refuted;
    };
    const bool has_deadlock =
        !find_deadlocks(*prefix, {}, [&](const Standstill& standstill) {
           return is_false(standstill.view, target_at(refiner, *prefix, standstill.view),
                           real.has_deadlock);
         }).found.empty();
    ASSERT_TRUE(!real.has_deadlock || has_deadlock) << "deadlock of program " << seed;
    const bool has_race = !find_races_at_once(*prefix, {}, [&](const PrefixRace& race) {
                             session::WitnessTarget target =
                                 target_at(refiner, *prefix, race.before);
                             const PrefixEventId both[] = {race.first, race.second};
                             for (const auto& step : refiner.schedule_in(*prefix, both)) {
                               target.steps.push_back(step);
                             }
                             target.is_race = true;
                             return is_false(race.before, target, real.has_race);
                           }).found.empty();
    ASSERT_TRUE(!real.has_race || has_race) << "race of program " << seed;
    deadlocks += real.has_deadlock ? 1 : 0;
    races += real.has_race ? 1 : 0;
    removed += is_refuted ? 1 : 0;
  }
  std::cout << deadlocks << " programs deadlock, " << races << " race; in " << removed
            << " something was refuted\n";
  EXPECT_GT(races, 0U);
}

}  // namespace

}  // namespace skein::test
