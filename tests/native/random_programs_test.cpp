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

#include <fstream>

#include "machine/model/machine.hpp"
#include "machine/model/parser.hpp"
#include "native/native_runs.hpp"
#include "native/native_traces.hpp"
#include "support/c_program.hpp"
#include "support/environment.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kParts = 8;
constexpr std::uint64_t kBatch = 250;     // programs in one C file
constexpr std::uint64_t kMostRuns = 400;  // larger programs are left out

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
    const std::string stem = (work_folder() / ("batch" + std::to_string(first))).string();
    std::ofstream(stem + ".c") << c_file(programs_, variables);
    BuildRequest request;
    request.sources = {stem + ".c"};
    request.flags = {"-O0", "-g0", "-w", "-I" + source_root() + "/include"};
    request.compiler = compiler;
    request.output = path_ = stem;
    build_program(request);
  }

  [[nodiscard]] std::size_t size() const { return programs_.size(); }
  [[nodiscard]] std::string text(std::size_t i) const {
    std::string text = without_fences(programs_[i]).text();
    for (const char* name : {"x0", "x1"}) {
      const std::size_t at = text.find(std::string("atomic ") + name);
      if (is_racy() && at != std::string::npos) text.replace(at, 6, "plain");
    }
    return text;
  }

  // Whether the program was small enough to be compared.
  bool compare(std::size_t i, std::string& text) const {
    ModelMachine model_machine(parse_model(this->text(i), "random.skein"));
    Dictionary names;
    Traces expected = traces_of(model_machine, names, kMostRuns);
    if (!expected.is_exhausted) return false;
    NativeOptions options = options_for(path_, {std::to_string(i)});
    if (is_racy()) options.races = channel::RaceMode::Explore;
    options.always_spins = i % 2 == 0;  // then runs begin before their plan is there
    NativeMachine machine(std::move(options));
    Traces found = traces_of(machine, names, 2 * kMostRuns);
    if (is_racy()) {
      expected = traces_of(
          model_machine, names, kMostRuns,
          [&](OpKind, const std::string& variable) { return found.variables.contains(variable); });
    }
    text = difference(expected, found);
    return true;
  }

 private:
  [[nodiscard]] bool is_racy() const { return variables_ == Variables::Plain; }

  Variables variables_;
  std::vector<RandomProgram> programs_;
  std::string path_;
};

class RandomNative : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomNative, TracesAreThoseOfTheModelMachine) {
  const std::uint64_t all = number_from_environment("SKEIN_NATIVE_PROGRAMS", 600);
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1);
  const std::uint64_t wanted = (all + kParts - 1) / kParts;
  std::uint64_t next = seed + GetParam() * 1'000'000;
  const char* compiler = GetParam() % 4 == 3 ? "clang-19" : "gcc";
  const Variables variables = GetParam() < kParts / 2 ? Variables::Atomic : Variables::Plain;
  std::uint64_t compared = 0;
  std::uint64_t too_large = 0;
  int failures = 0;
  while (compared < wanted && failures < 5) {
    const std::uint64_t count = std::min(kBatch, wanted - compared + 1);
    const Batch batch(next, count, compiler, variables);
    for (std::size_t i = 0; i < batch.size() && failures < 5; ++i) {
      std::string text;
      try {
        ++(batch.compare(i, text) ? compared : too_large);
      } catch (const std::exception& error) {
        text = error.what();
      }
      if (text.empty()) continue;
      ++failures;
      ADD_FAILURE() << "seed " << next + i << "\n" << batch.text(i) << text;
    }
    next += count;
  }
  RecordProperty("compared", std::to_string(compared));
  RecordProperty("too_large", std::to_string(too_large));
}

INSTANTIATE_TEST_SUITE_P(Part, RandomNative, testing::Range(std::uint64_t{0}, kParts));

}  // namespace
}  // namespace skein::test
