// SPDX-License-Identifier: Apache-2.0
// Random programs of the model machine's generator, translated to C, have natively the same traces
// as on the model machine: the same set of classes (by the names of agents and objects, so that
// numbers do not matter), each with the same end and the same violations.
//
// Half of them are racy: their variables are plain in C, and --races=explore has to find out which
// of them have to be looked at; on the model machine every access to a plain variable is a step.
// The traces must agree over those variables that turned out to be racy, so leaving out the
// accesses to the others must make no two traces of the model machine one.
//
//   SKEIN_NATIVE_PROGRAMS=N  programs in all, instead of 600
//   SKEIN_SEED=S             the first program's seed, instead of 1
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>

#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "machine/native/native_runs.hpp"
#include "machine/native/native_traces.hpp"
#include "support/c_program.hpp"
#include "support/environment.hpp"
#include "support/random_comparison.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kParts = 8;
constexpr std::uint64_t kMostRuns = 400;  // larger programs are left out

// In turns. Only the last two say Plan::stays.
constexpr const char* kExplorers[] = {"qpor", "optimal", "source"};

// A number of programs with consecutive seeds, and the executable that they make.
class Batch {
 public:
  Batch(std::uint64_t first, std::uint64_t count, const char* compiler, Variables variables)
      : variables_(variables) {
    for (std::uint64_t i = 0; i < count; ++i) {
      RandomProgram program =
          native_part(random_program(first + i, static_cast<int>((first + i) % 10 == 0)));
      if (is_racy()) program = without_atomics(std::move(program));
      programs_.push_back(std::move(program));
    }
    path_ = built_text("batch" + std::to_string(first), c_file(programs_, variables), compiler);
  }

  [[nodiscard]] std::size_t size() const { return programs_.size(); }
  [[nodiscard]] std::string text(std::size_t i) const {
    return model_text(programs_[i], variables_);
  }

  // Whether the program was small enough to be compared.
  bool compare(std::size_t i, std::string& text) const {
    ModelProgram program = parse_model(this->text(i), "random.skein");
    auto model = std::make_unique<ModelMachine>(program);
    Dictionary names;
    const Exploring how{kExplorers[i % std::size(kExplorers)]};
    Traces expected = traces_of(*model, names, kMostRuns, {}, how);
    if (!expected.is_exhausted) return false;
    NativeOptions options = options_for(path_, {std::to_string(i)});
    // Also where nothing races: only then the outcome of a compare-and-exchange is known.
    options.races = channel::RaceMode::Explore;
    // Also that a barrier has more users than places.
    options.learns_dead_values = true;
    // Then runs begin before their plan is there, and, after a plan that says how far the next one
    // stays with it (Plan::stays), are ahead of it.
    options.always_spins = i % 2 == 0;
    NativeMachine machine(std::move(options));
    Traces found = traces_of(machine, names, 2 * kMostRuns, {}, how);
    // The model counts the threads that might arrive at a barrier, the native machine those that
    // do.
    const bool is_other = set_arrivals(program, !has_ordered_arrivals(machine));
    if (is_other) model = std::make_unique<ModelMachine>(program);
    if (is_other && !is_racy()) expected = traces_of(*model, names, kMostRuns, {}, how);
    if (is_racy()) {
      expected = traces_of(
          *model, names, kMostRuns,
          [&](OpKind, const std::string& variable) { return found.variables.contains(variable); },
          how);
    }
    if (!expected.is_exhausted) return false;
    text = difference(expected, found);
    return true;
  }

 private:
  [[nodiscard]] bool is_racy() const { return variables_ == Variables::Plain; }

  static bool has_ordered_arrivals(const NativeMachine& machine) {
    NativeOptions known;
    machine.add_knowledge(known);
    return std::ranges::find(known.watched, channel::kOrderedArrivals) != known.watched.end();
  }

  // Makes the arrivals at all barriers blind, or ordered. Returns whether some were not.
  static bool set_arrivals(ModelProgram& program, bool are_blind) {
    bool has_changed = false;
    for (std::size_t s = 0; s < program.sync.size(); ++s) {
      if (program.array_of(ObjectId{program.visible_cells + s}).kind != SharedKind::Barrier)
        continue;
      if (program.is_blind[s] != are_blind) has_changed = true;
      program.is_blind[s] = are_blind;
    }
    return has_changed;
  }

  Variables variables_;
  std::vector<RandomProgram> programs_;
  std::string path_;
};

class RandomNative : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomNative, TracesAreThoseOfTheModelMachine) {
  const std::uint64_t all = sample_size("SKEIN_NATIVE_PROGRAMS", 600);
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1);
  const std::uint64_t wanted = (all + kParts - 1) / kParts;
  const char* compiler = GetParam() % 4 == 3 ? "clang-19" : "gcc";
  const Variables variables = GetParam() < kParts / 2 ? Variables::Atomic : Variables::Plain;
  compare_random_programs(seed + GetParam() * 1'000'000, wanted,
                          [&](std::uint64_t first, std::uint64_t count) {
                            return Batch(first, count, compiler, variables);
                          });
}

INSTANTIATE_TEST_SUITE_P(Part, RandomNative, testing::Range(std::uint64_t{0}, kParts));

}  // namespace
}  // namespace skein::test
