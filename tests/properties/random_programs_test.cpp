// SPDX-License-Identifier: Apache-2.0
// Every explorer against the oracle, on random programs over all operations.
//
// RandomPrograms: small programs. Exhaustive search gives the set of classes, verdicts, final
// states and events; every reducing explorer must find exactly these, and an optimal one each class
// once with no redundant run. LargerPrograms: too large for exhaustive search; the explorers must
// agree with each other. A failure prints the program, shrunk, and the class that was missed or
// repeated. In one part of four the classes are traces (--reduce=trace); in the others, final
// states and violations must also be those of all traces.
//
//   SKEIN_PROGRAMS=N   small programs in all, instead of 6,000; the larger ones are a tenth
//   SKEIN_SEED=S       the seed, instead of 1; each program's own seed is made from it
//   SKEIN_EXPLORERS=E  only the explorers in this list of names, separated by commas
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/detail/TestParams.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <sstream>
#include <string>

#include "explore/oracle/exhaustive.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "support/environment.hpp"
#include "support/outcome.hpp"
#include "support/random_program.hpp"

namespace skein::test {
namespace {

// The most interleavings that the oracle goes through for one small program.
constexpr std::uint64_t kMostInterleavings = 4000;
// The most runs that the first explorer makes for one larger program.
constexpr std::uint64_t kMostRuns = 1000;
// The tests run in this many parts, so that each stays short and they can run side by side.
constexpr std::uint64_t kParts = 8;

enum class Verdict : std::uint8_t { Agrees, TooLarge, Differs };

struct Check {
  Verdict verdict = Verdict::Agrees;
  std::string text;
};

bool is_wanted(const NamedExplorer& explorer) {
  const char* names = std::getenv("SKEIN_EXPLORERS");
  return names == nullptr ||
         (',' + std::string(names) + ',').find(',' + explorer.name + ',') != std::string::npos;
}

// What the explorers are measured by; not exhausted if the program is too large.
Outcome oracle_of(ModelMachine& machine) {
  Outcome none;
  none.is_exhausted = false;
  if (estimate_interleavings(machine, 1, 4) > static_cast<double>(kMostInterleavings)) return none;
  Exhaustive exhaustive;
  return explore_all(exhaustive, machine, 2 * kMostInterleavings);
}

Outcome first_of(ModelMachine& machine) {
  const std::unique_ptr<Explorer> explorer = reducing_explorers().front().make();
  return explore_all(*explorer, machine, kMostRuns);
}

// What is lost because fewer executions are distinguished: nothing, or the equivalence is wrong.
std::string lost_by_reduction(const Outcome& outcome, const Outcome& traces) {
  if (!traces.is_exhausted) return {};
  std::string text;
  if (outcome.violations != traces.violations) text += "--reduce=trace has other violations\n";
  if (outcome.has_deadlock != traces.has_deadlock) text += "--reduce=trace: other deadlocks\n";
  for (const std::string& state : traces.final_states) {
    if (outcome.final_states.contains(state)) continue;
    text += "only --reduce=trace ends with\n" + state;
    break;
  }
  for (const std::string& state : outcome.final_states) {
    if (traces.final_states.contains(state)) continue;
    text += "--reduce=trace never ends with\n" + state;
    break;
  }
  return text;
}

// Compares all explorers with what is expected. Everything thrown counts as a difference.
Check compare(const RandomProgram& program, const std::function<Outcome(ModelMachine&)>& expected,
              bool reduces_by_outcome) {
  Check check;
  try {
    ModelMachine machine(parse_model(program.text(), "random.skein"),
                         {.reduces_by_outcome = reduces_by_outcome});
    const Outcome oracle = expected(machine);
    if (!oracle.is_exhausted) {
      check.verdict = Verdict::TooLarge;
      return check;
    }
    if (reduces_by_outcome) {
      machine.set_reduces_by_outcome(false);
      check.text += lost_by_reduction(oracle, expected(machine));
      machine.set_reduces_by_outcome(true);
    }
    for (const NamedExplorer& candidate : reducing_explorers()) {
      if (!is_wanted(candidate)) continue;
      const std::unique_ptr<Explorer> explorer = candidate.make();
      const Outcome found = explore_all(*explorer, machine, 20 * kMostInterleavings);
      check.text += difference(oracle, found, candidate);
    }
  } catch (const std::exception& error) {
    check.text += error.what();
    check.text += '\n';
  }
  if (!check.text.empty()) check.verdict = Verdict::Differs;
  return check;
}

rc::Gen<RandomProgram> programs(int size) {
  return [size](const rc::Random& random, int) {
    rc::Random r(random);
    return rc::shrinkable::shrinkRecur(
        random_program(r.next(), size),
        [](const RandomProgram& program) { return rc::seq::fromContainer(smaller(program)); });
  };
}

void run(std::uint64_t part, std::uint64_t count, int size,
         const std::function<Outcome(ModelMachine&)>& expected) {
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1);
  rc::detail::TestParams params;
  params.seed = seed * kParts + part;
  params.maxSuccess = static_cast<int>((count + kParts - 1) / kParts);
  params.maxDiscardRatio = 20;
  rc::detail::TestMetadata metadata;
  metadata.id = "random programs";
  metadata.description =
      "every explorer agrees with the oracle (SKEIN_SEED=" + std::to_string(seed) + ", part " +
      std::to_string(part) + ")";
  const auto result = rc::detail::checkTestable(
      [&] {
        const RandomProgram program = *programs(size);
        const Check check = compare(program, expected, part % 4 != 3);
        RC_PRE(check.verdict != Verdict::TooLarge);
        if (check.verdict == Verdict::Differs) RC_FAIL(check.text);
      },
      metadata, params);
  if (!result.template is<rc::detail::SuccessResult>()) {
    std::ostringstream text;
    rc::detail::printResultMessage(result, text);
    FAIL() << metadata.description << "\n" << text.str();
  }
}

std::uint64_t all_programs() { return sample_size("SKEIN_PROGRAMS", 6000); }

class RandomPrograms : public testing::TestWithParam<std::uint64_t> {};
TEST_P(RandomPrograms, AgreeWithTheOracle) { run(GetParam(), all_programs(), 0, oracle_of); }
INSTANTIATE_TEST_SUITE_P(Part, RandomPrograms, testing::Range(std::uint64_t{0}, kParts));

class LargerPrograms : public testing::TestWithParam<std::uint64_t> {};
TEST_P(LargerPrograms, AgreeWithEachOther) { run(GetParam(), all_programs() / 10, 1, first_of); }
INSTANTIATE_TEST_SUITE_P(Part, LargerPrograms, testing::Range(std::uint64_t{0}, kParts));

}  // namespace
}  // namespace skein::test
