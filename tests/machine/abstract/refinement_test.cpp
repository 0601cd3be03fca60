// SPDX-License-Identifier: Apache-2.0
// What becomes of the warnings of random programs, against the concrete machine with every input as
// a choice: no fault that can happen is ever called false, and each witness shows a real one.
//
// SKEIN_REFINE_PROGRAMS: how many programs; SKEIN_SEED: the first.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/ensure.hpp"
#include "machine/abstract/abstract_system.hpp"
#include "machine/abstract/random_ir_program.hpp"
#include "machine/ir/system.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/races/carried_races.hpp"
#include "session/prove/warning_refiner.hpp"
#include "support/environment.hpp"

namespace skein::test {

namespace {

constexpr std::uint64_t kMostEventsOfRun = 4000;
constexpr double kSecondsForWarning = 20;  // far more than is needed, and nearly never used

using Faults = std::map<SiteId, std::vector<PrefixEventId>>;

// By place: a random program has one kind of fault at each.
Faults faults_in(const Prefix& prefix) {
  Faults faults;
  for (const PrefixEventId e : prefix.events()) {
    if (const auto& fault = prefix[e].fault) faults[fault->site].push_back(e);
  }
  return faults;
}

// Null if there are too many events.
std::unique_ptr<Prefix> unfold(StateSystem& system, std::uint64_t most) {
  std::unique_ptr<Prefix> prefix;
  Prefix::Options how;
  how.is_enough = [&] { return prefix && prefix->statistics().events > most; };
  if (!build_to_fixpoint(system, how, prefix)) return nullptr;
  return prefix;
}

std::unique_ptr<Prefix> unfold_abstractly(abstract::AbstractSystem& system) {
  while (true) {
    std::unique_ptr<Prefix> prefix = unfold(system, 20 * kMostEventsOfRun);
    if (!prefix) return nullptr;
    bool is_new = false;
    for (const CarriedRace& race : find_carried_races(*prefix, {})) {
      is_new |= system.watch(race.first_access.object);
    }
    if (!is_new) return prefix;
    system.begin_again();
  }
}

// `most_places`: if few, arrays are folded.
void ask_the_solver(std::uint64_t most_places) {
  const std::uint64_t all_of_them = sample_size("SKEIN_REFINE_PROGRAMS", 400);
  const std::uint64_t count = most_places < 4 ? all_of_them / 8 : all_of_them;
  const std::uint64_t first = number_from_environment("SKEIN_SEED", 1);
  std::uint64_t compared = 0;
  std::uint64_t warnings = 0;
  std::uint64_t bugs = 0;
  std::uint64_t removed = 0;
  std::uint64_t real_survivors = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomIrOptions options;
    options.input_bits = seed % 3 == 0 ? 1 : 2;
    options.is_careful = seed % 4 != 0;
    options.has_relations = seed % 2 != 0;
    options.has_arrays = most_places < 4;
    options.has_generations = seed % 5 == 0;
    const ir::Program program = random_ir_program(seed, options);
    ir::SystemOptions concrete;
    concrete.inputs = {{0, (1 << options.input_bits) - 1}};
    ir::IrSystem machine(program, concrete);
    const std::unique_ptr<Prefix> all = unfold(machine, kMostEventsOfRun);
    if (!all) continue;
    const Faults real = faults_in(*all);
    abstract::ProveOptions prove;
    prove.most_places = most_places;
    abstract::AbstractSystem system(program, {}, prove);
    const std::unique_ptr<Prefix> prefix = unfold_abstractly(system);
    if (!prefix) continue;
    ++compared;
    session::WarningRefiner refiner(program, {}, system, *prefix, kSecondsForWarning,
                                    [] { return false; });
    // Without random inputs, the solver has to find everything.
    refiner.skip_drawing();
    for (const auto& [site, events] : faults_in(*prefix)) {
      ++warnings;
      const session::Judgement judgement = refiner.judge(events);
      const bool is_real = real.contains(site);
      ASSERT_FALSE(judgement.is_false && is_real)
          << "program " << seed << ": " << system.site_text(site) << " can fail, and was removed";
      ASSERT_FALSE(judgement.witness && !is_real)
          << "program " << seed << ": " << system.site_text(site) << " cannot fail";
      if (judgement.witness) ++bugs;
      if (judgement.is_false) ++removed;
      if (!judgement.witness && !judgement.is_false && is_real) ++real_survivors;
    }
    if (most_places > 4) {
      ASSERT_FALSE(refiner.missing_solver().has_value());
    }
  }
  const std::uint64_t left = warnings - bugs - removed;
  std::cout << compared << " programs, " << warnings << " warnings: " << bugs << " are bugs, "
            << removed << " are removed, " << left << " survive, of which " << real_survivors
            << " are real\n";
  EXPECT_GT(compared, count / 2);
  EXPECT_GT(bugs, 0U);
  if (most_places > 4) {
    EXPECT_GT(removed, 0U);
  }
}

TEST(Refinement, TheSolverTellsTheTruthAboutRandomPrograms) { ask_the_solver(4096); }

TEST(Refinement, TheSolverTellsTheTruthAboutFoldedArrays) { ask_the_solver(1); }

}  // namespace

}  // namespace skein::test
