// SPDX-License-Identifier: Apache-2.0
// The abstract unfolding against the concrete one: whatever goes wrong in some run of a random
// program for some inputs, the abstract machine warns about. And how often it warns for nothing.
//
// The concrete side is the ir machine, whose complete prefix has every value of every input as a
// choice (tests/session/verify has its own oracles). SKEIN_PROVE_PROGRAMS: how many programs;
// SKEIN_SEED: the first.
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "machine/abstract/random_ir_program.hpp"
#include "machine/abstract/system.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/carried_races.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/prefix_races.hpp"
#include "support/environment.hpp"

namespace skein::test {

namespace {

// What is wrong with a program: places of faults, deadlocks, races.
struct WhatGoesWrong {
  std::set<std::string> faults;
  bool has_deadlock = false;
  bool has_race = false;

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

// Empty if there are too many events.
std::optional<WhatGoesWrong> concrete(const ir::Program& program, unsigned input_bits) {
  ir::SystemOptions options;
  options.inputs = {InputRange{0, (1 << input_bits) - 1}};
  ir::IrSystem system(program, options);
  std::unique_ptr<Prefix> prefix;
  Prefix::Options how;
  how.is_enough = [&] { return prefix && prefix->statistics().events > kMostEvents; };
  if (!build_to_fixpoint(system, how, prefix)) return std::nullopt;
  WhatGoesWrong troubles;
  troubles.faults = faults_of(*prefix);
  troubles.has_deadlock = !find_deadlocks(*prefix, {}).found.empty();
  troubles.has_race = !find_races_at_once(*prefix, {}).found.empty();
  return troubles;
}

std::optional<WhatGoesWrong> abstractly(const ir::Program& program) {
  abstract::AbstractSystem system(program, {}, {});
  std::unique_ptr<Prefix> prefix;
  Prefix::Options how;
  how.is_enough = [&] { return prefix && prefix->statistics().events > 20 * kMostEvents; };
  WhatGoesWrong troubles;
  while (true) {
    if (!build_to_fixpoint(system, how, prefix)) return std::nullopt;
    bool is_new = false;
    for (const CarriedRace& race : find_carried_races(*prefix, {})) {
      troubles.has_race = true;
      is_new |= system.watch(race.first_access.object);
    }
    if (!is_new) break;
    system.begin_again();
  }
  troubles.faults = faults_of(*prefix);
  troubles.has_deadlock = !find_deadlocks(*prefix, {}).found.empty();
  // Of watched cells.
  troubles.has_race = troubles.has_race || !find_races_at_once(*prefix, {}).found.empty();
  return troubles;
}

TEST(AbstractSoundness, EveryTroubleOfARandomProgramIsForeseen) {
  const std::uint64_t count = number_from_environment("SKEIN_PROVE_PROGRAMS", 1500);
  const std::uint64_t first = number_from_environment("SKEIN_SEED", 1);
  std::uint64_t compared = 0;
  std::uint64_t safe = 0;
  std::uint64_t proved = 0;
  std::uint64_t too_large = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomIrOptions options;
    options.input_bits = seed % 3 == 0 ? 1 : 2;
    options.is_careful = seed % 4 != 0;
    const ir::Program program = random_ir_program(seed, options);
    const std::optional<WhatGoesWrong> real = concrete(program, options.input_bits);
    if (!real) {
      ++too_large;
      continue;
    }
    const std::optional<WhatGoesWrong> foreseen = abstractly(program);
    if (!foreseen) {
      ++too_large;
      continue;
    }
    ++compared;
    for (const std::string& fault : real->faults) {
      ASSERT_TRUE(foreseen->faults.contains(fault))
          << "program " << seed << ": " << fault << " can fail, and was not foreseen";
    }
    ASSERT_TRUE(!real->has_deadlock || foreseen->has_deadlock) << "deadlock of program " << seed;
    ASSERT_TRUE(!real->has_race || foreseen->has_race) << "race of program " << seed;
    if (!real->is_none()) continue;
    ++safe;
    if (foreseen->is_none()) ++proved;
  }
  const std::string share = safe == 0 ? "-" : std::to_string(proved * 100 / safe) + " %";
  std::cout << compared << " programs compared, " << too_large << " too large; " << safe
            << " are safe, of which " << proved << " are proved: " << share << "\n";
  EXPECT_GT(compared, count / 2);
  EXPECT_GT(safe, 0U);
}

}  // namespace

}  // namespace skein::test
