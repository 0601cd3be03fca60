// SPDX-License-Identifier: Apache-2.0
// The abstract unfolding against the concrete one: whatever goes wrong in some run of a random
// program for some inputs, the abstract machine warns about. And how often it warns for nothing.
//
// The concrete side is the ir machine, whose complete prefix has every value of every input as a
// choice (tests/session/verify has its own oracles). SKEIN_PROVE_PROGRAMS: how many programs;
// SKEIN_SEED: the first.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "machine/abstract/abstract_system.hpp"
#include "machine/abstract/random_ir_program.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/races/carried_races.hpp"
#include "prefix/analyses/races/prefix_races.hpp"
#include "prefix/analyses/stale_blocks.hpp"
#include "support/environment.hpp"

namespace skein::test {

namespace {

// What is wrong with a program: places of faults, deadlocks, races.
struct WhatGoesWrong {
  std::set<std::string> faults;
  bool has_deadlock = false;
  bool has_race = false;
  bool is_all = true;  // false: there may be more

  [[nodiscard]] bool is_none() const { return faults.empty() && !has_deadlock && !has_race; }
};

constexpr std::uint64_t kMostEvents = 4000;

std::set<std::string> faults_of(const Prefix& prefix) {
  std::set<std::string> faults;
  for (const PrefixEventId e : prefix.events()) {
    if (const auto& fault = prefix[e].fault) faults.insert(prefix.system().site_text(fault->site));
  }
  return faults;
}

// If there are too many events, what the first of them show; empty if they show nothing.
std::optional<WhatGoesWrong> concrete(const ir::Program& program, unsigned input_bits) {
  ir::SystemOptions options;
  options.inputs = {InputRange{0, (1 << input_bits) - 1}};
  ir::IrSystem system(program, options);
  std::unique_ptr<Prefix> prefix;
  Prefix::Options how;
  how.is_enough = [&] { return prefix && prefix->statistics().events > kMostEvents; };
  WhatGoesWrong troubles;
  troubles.is_all = build_to_fixpoint(system, how, prefix);
  if (!troubles.is_all && system.has_learnt()) return std::nullopt;
  troubles.faults = faults_of(*prefix);
  if (!troubles.is_all) return troubles;
  troubles.has_deadlock = !find_deadlocks(*prefix, {}).found.empty();
  troubles.has_race = !find_races_at_once(*prefix, {}).found.empty();
  return troubles;
}

std::optional<WhatGoesWrong> abstractly(const ir::Program& program,
                                        const abstract::ProveOptions& options,
                                        std::uint64_t most_events) {
  abstract::AbstractSystem system(program, {}, options);
  std::unique_ptr<Prefix> prefix;
  Prefix::Options how;
  how.patience = kMostEvents / 2;
  how.is_enough = [&] { return prefix && prefix->statistics().events > most_events; };
  WhatGoesWrong troubles;
  while (true) {
    if (!build_to_fixpoint(system, how, prefix)) return std::nullopt;
    bool is_new = false;
    for (const CarriedRace& race : find_carried_races(*prefix, {})) {
      is_new |= system.watch(race.first_access.object);
    }
    if (!is_new && system.reuses_names() && has_stale_blocks(*prefix, system)) {
      system.stop_reusing_names();
      is_new = true;
    }
    if (!is_new) break;
    system.begin_again();
  }
  troubles.faults = faults_of(*prefix);
  troubles.has_deadlock = !find_deadlocks(*prefix, {}).found.empty();
  // Of watched cells: all that may race are.
  troubles.has_race = !find_races_at_once(*prefix, {}).found.empty();
  return troubles;
}

// Compares both sides for many random programs.
class Comparison {
 public:
  std::uint64_t count = sample_size("SKEIN_PROVE_PROGRAMS", 1500);
  std::uint64_t first = number_from_environment("SKEIN_SEED", 1);
  std::uint64_t compared = 0;
  std::uint64_t safe = 0;
  std::uint64_t proved = 0;
  std::uint64_t too_large = 0;  // for the concrete side
  std::uint64_t endless = 0;    // or refused, on the abstract side

  // False if something was not foreseen.
  bool compare(std::uint64_t seed, const RandomIrOptions& options,
               const abstract::ProveOptions& prove) {
    const ir::Program program = random_ir_program(seed, options);
    const std::optional<WhatGoesWrong> real = concrete(program, options.input_bits);
    if (!real || !real->is_all) ++too_large;
    if (!real || (!real->is_all && real->faults.empty())) return true;
    SCOPED_TRACE(seed);
    std::optional<WhatGoesWrong> foreseen;
    try {
      foreseen = abstractly(program, prove,
                            (options.has_heap || options.has_sizes ? 2 : 20) * kMostEvents);
    } catch (const UserError&) {  // a loop that allocates and never frees
    }
    if (!foreseen) {
      ++endless;
      return true;
    }
    ++compared;
    if (options.has_heap || options.has_sizes) {
      // The concrete machine gives names of freed blocks again, so after the wrong use of one it
      // may see more than there is. But that use it sees too.
      EXPECT_TRUE(real->is_none() || !foreseen->is_none()) << "program " << seed;
      count_safe(*real, *foreseen);
      return !::testing::Test::HasFailure();
    }
    for (const std::string& fault : real->faults) {
      EXPECT_TRUE(foreseen->faults.contains(fault))
          << "program " << seed << ": " << fault << " can fail, and was not foreseen";
    }
    EXPECT_TRUE(!real->has_deadlock || foreseen->has_deadlock) << "deadlock of program " << seed;
    EXPECT_TRUE(!real->has_race || foreseen->has_race) << "race of program " << seed;
    count_safe(*real, *foreseen);
    return !::testing::Test::HasFailure();
  }

  void count_safe(const WhatGoesWrong& real, const WhatGoesWrong& foreseen) {
    if (!real.is_all || !real.is_none()) return;
    ++safe;
    if (foreseen.is_none()) ++proved;
  }

  void print() const {
    const std::string share = safe == 0 ? "-" : std::to_string(proved * 100 / safe) + " %";
    std::cout << compared << " programs compared, " << too_large << " too large, " << endless
              << " without end; " << safe << " are safe, of which " << proved
              << " are proved: " << share << "\n";
  }
};

void compare_programs(bool have_sections) {
  Comparison c;
  for (std::uint64_t seed = c.first; seed < c.first + c.count; ++seed) {
    RandomIrOptions options;
    options.input_bits = seed % 3 == 0 ? 1 : 2;
    options.is_careful = seed % 4 != 0;
    options.has_sections = have_sections;
    if (!c.compare(seed, options, {})) break;
  }
  c.print();
  EXPECT_GT(c.compared, c.count / 2);
  if (!have_sections) {
    EXPECT_GE(100 * c.proved, 90 * c.safe);
  }
  EXPECT_GT(c.safe, 0U);
}

TEST(AbstractSoundness, EveryMisuseOfABlockIsForeseen) {
  Comparison c;
  c.count = std::max<std::uint64_t>(c.count / 3, 1);
  for (std::uint64_t seed = c.first; seed < c.first + c.count; ++seed) {
    RandomIrOptions options;
    options.input_bits = 1;
    options.is_careful = seed % 4 != 0;
    options.is_endless = seed % 8 < 4;
    options.has_heap = true;
    abstract::ProveOptions prove;
    prove.widen_after = 10;
    if (!c.compare(seed, options, prove)) break;
  }
  c.print();
  EXPECT_GT(c.compared, c.count / 4);
  EXPECT_GT(c.safe, 0U);
}

// Blocks of few sizes are treated as those of many.
TEST(AbstractSoundness, EveryMisuseOfABlockOfUnknownSizeIsForeseen) {
  Comparison c;
  c.count = std::max<std::uint64_t>(c.count / 3, 1);
  for (std::uint64_t seed = c.first; seed < c.first + c.count; ++seed) {
    RandomIrOptions options;
    options.input_bits = seed % 3 == 0 ? 2 : 1;
    options.is_careful = seed % 4 != 0;
    options.is_endless = seed % 8 == 5;
    options.has_sizes = true;
    abstract::ProveOptions prove;
    prove.most_sizes = 1;
    prove.watches_all = seed % 16 == 9;
    prove.widen_events_after = seed % 16 == 5 ? 1 : abstract::ProveOptions::kNever;
    prove.widen_after = 10;
    if (!c.compare(seed, options, prove)) break;
  }
  c.print();
  EXPECT_GT(c.compared, c.count / 4);
  EXPECT_GT(c.safe, 0U);
}

// Such states can never be joined; comparing each with all others once took hours.
TEST(AbstractSoundness, ALoopThatMakesBlocksWithoutEndIsRefusedSoon) {
  RandomIrOptions options;
  options.input_bits = 1;
  options.is_careful = true;
  options.is_endless = true;
  options.has_heap = true;
  abstract::ProveOptions prove;
  prove.widen_after = 10;
  const ir::Program program = random_ir_program(90563, options);
  EXPECT_THROW(static_cast<void>(abstractly(program, prove, 2 * kMostEvents)), UserError);
}

// Loops without end, widened after some visits to a place.
TEST(AbstractSoundness, EveryTroubleInAnEndlessLoopIsForeseen) {
  Comparison c;
  c.count = std::max<std::uint64_t>(c.count / 5, 1);
  for (std::uint64_t seed = c.first; seed < c.first + c.count; ++seed) {
    RandomIrOptions options;
    options.input_bits = seed % 3 == 0 ? 1 : 2;
    options.is_careful = seed % 4 != 0;
    options.is_endless = true;
    options.has_sections = seed % 5 == 0;
    abstract::ProveOptions prove;
    const std::uint32_t delays[] = {1, 2, 5, abstract::ProveOptions::kNever};
    prove.widen_events_after = delays[seed / 4 % 4];
    prove.widen_after = 10;  // loops in loops multiply the turns
    if (!c.compare(seed, options, prove)) break;
  }
  c.print();
  EXPECT_GT(c.compared, c.count / 4);
  EXPECT_GT(c.safe, 0U);
}

// Programs with something more in them than integers, in fewer runs.
void compare_more(const RandomIrOptions& more, std::uint64_t most_places = 4096) {
  Comparison c;
  c.count = std::max<std::uint64_t>(c.count / 3, 1);
  for (std::uint64_t seed = c.first; seed < c.first + c.count; ++seed) {
    RandomIrOptions options = more;
    options.input_bits = seed % 3 == 0 ? 1 : 2;
    options.is_careful = seed % 4 != 0;
    options.is_endless = seed % 5 == 0;
    abstract::ProveOptions prove;
    prove.widen_events_after = seed % 10 == 0 ? 1 : abstract::ProveOptions::kNever;
    prove.widen_after = 10;
    prove.most_places = most_places;
    if (!c.compare(seed, options, prove)) break;
  }
  c.print();
  EXPECT_GT(c.compared, c.count / 4);
  EXPECT_GT(c.safe, 0U);
}

TEST(AbstractSoundness, EveryTroubleOfAProgramWithRealsIsForeseen) {
  RandomIrOptions options;
  options.has_reals = true;
  compare_more(options);
}

// The array of four elements is folded, as a large one would be.
TEST(AbstractSoundness, EveryTroubleOfAProgramWithAFoldedArrayIsForeseen) {
  RandomIrOptions options;
  options.has_arrays = true;
  compare_more(options, 1);
  options.has_sections = true;
  compare_more(options, 2);
}

TEST(AbstractSoundness, EveryTroubleOfAProgramWithArraysIsForeseen) {
  RandomIrOptions options;
  options.has_arrays = true;
  compare_more(options);
}

TEST(AbstractSoundness, EveryTroubleOfAProgramWithPairsIsForeseen) {
  RandomIrOptions options;
  options.has_pairs = true;
  compare_more(options);
}

TEST(AbstractSoundness, EveryTroubleOfAProgramWithGenerationsIsForeseen) {
  RandomIrOptions options;
  options.has_generations = true;
  compare_more(options);
}

// Counters of loops and shared variables: with their differences, and without.
TEST(AbstractSoundness, EveryTroubleOfAProgramThatCountsIsForeseen) {
  for (const bool follows : {false, true}) {
    Comparison c;
    c.count = std::max<std::uint64_t>(c.count / 3, 1);
    for (std::uint64_t seed = c.first; seed < c.first + c.count; ++seed) {
      RandomIrOptions options;
      options.has_counters = true;
      options.has_pairs = seed % 7 == 0;
      options.has_generations = seed % 5 == 0;
      options.input_bits = 1;
      options.statements = 1;
      options.is_careful = seed % 8 != 0;
      abstract::ProveOptions prove;
      const std::uint32_t delays[] = {1, 2, 3, abstract::ProveOptions::kNever};
      prove.widen_events_after = delays[seed % 4];
      prove.widen_after = 10;
      prove.follows_counters = follows;
      if (!c.compare(seed, options, prove)) break;
    }
    std::cout << (follows ? "counters followed: " : "counters not followed: ");
    c.print();
    EXPECT_GT(c.compared, c.count / 4);
    EXPECT_GT(c.safe, 0U);
  }
}

TEST(AbstractSoundness, EveryTroubleOfARandomProgramIsForeseen) { compare_programs(false); }

TEST(AbstractSoundness, EveryTroubleOfAProgramWithAtomicSectionsIsForeseen) {
  compare_programs(true);
}

}  // namespace

}  // namespace skein::test
