// Random programs of the model machine's generator, translated to C, have natively the same traces
// as on the model machine: the same set of classes (by the names of agents and objects, so that
// numbers do not matter), each with the same end and the same violations.
//
//   SKEIN_NATIVE_PROGRAMS=N  programs in all, instead of 400
//   SKEIN_SEED=S             the first program's seed, instead of 1
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

#include "explore/classes.hpp"
#include "machine/model/machine.hpp"
#include "machine/model/parser.hpp"
#include "native/c_program.hpp"
#include "native/native_runs.hpp"
#include "support/environment.hpp"
#include "support/outcome.hpp"

namespace skein::test {
namespace {

constexpr std::uint64_t kParts = 4;
constexpr std::uint64_t kBatch = 250;     // programs in one C file
constexpr std::uint64_t kMostRuns = 400;  // larger programs are left out

// Numbers that mean the same on both machines.
class Dictionary {
 public:
  std::uint32_t operator[](const std::string& name) {
    return numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

// What the traces of a program are, independent of the machine.
struct Traces {
  std::map<std::string, std::string> ends;       // by class: how it ended
  std::map<std::string, std::string> schedules;  // by class: for people
  std::uint64_t runs = 0;
  bool is_exhausted = true;
};

class Translator {
 public:
  Translator(const Machine& machine, Dictionary& names) : machine_(machine), names_(names) {}

  void add(const Run& run, Traces& traces) {
    paths_ = {{kMainAgent.value, "main"}};
    lives_.clear();
    std::map<std::uint32_t, int> children;
    std::vector<Step> steps = run.steps;
    std::string text;
    for (Step& s : steps) {
      if (s.op.kind == OpKind::ThreadCreate) {
        const std::uint32_t creator = s.agent.value;
        lives_[s.op.first.value] = paths_[creator] + "." + std::to_string(++children[creator]);
      }
      if (s.op.kind == OpKind::ThreadStart && s.agent != kMainAgent) {
        paths_[s.agent.value] = lives_[s.op.first.value];
      } else if (s.op.kind == OpKind::ThreadStart) {
        lives_[s.op.first.value] = "main";
      }
      text += "  " + paths_[s.agent.value] + ": " + std::string(name(s.op.kind)) + " " +
              object_text(s.op.first) + " " + object_text(s.op.second) +
              (s.choices > 1 ? " [" + std::to_string(s.choice) + "]\n" : "\n");
      s.op.first = translate(s.op.first);
      s.op.second = translate(s.op.second);
      s.agent = AgentId{names_["agent " + paths_[s.agent.value]]};
    }
    const std::string form = canonicalizer_.form(steps);
    traces.ends[form] = end_text(run);
    traces.schedules[form] = text + "  " + std::string(name(run.end)) + "\n";
  }

 private:
  std::string object_text(ObjectId object) {
    if (object.is_none()) return "";
    const auto life = lives_.find(object.value);
    return life != lives_.end() ? "life of " + life->second : machine_.object_name(object);
  }

  ObjectId translate(ObjectId object) {
    return object.is_none() ? object : ObjectId{names_["object " + object_text(object)]};
  }

  std::string end_text(const Run& run) {
    std::set<std::string> violations;
    for (const Violation& v : run.violations) {
      violations.insert(paths_[v.agent.value] + ": " + std::string(name(v.kind)));
    }
    std::string text(name(run.end));
    for (const std::string& v : violations) text += "; " + v;
    return text;
  }

  const Machine& machine_;
  Dictionary& names_;
  Canonicalizer canonicalizer_;
  std::map<std::uint32_t, std::string> paths_;  // agents
  std::map<std::uint32_t, std::string> lives_;  // objects
};

Traces traces_of(Machine& machine, Dictionary& names, std::uint64_t limit) {
  Traces traces;
  Translator translator(machine, names);
  const std::unique_ptr<Explorer> explorer = find_explorer("qpor")->make(ExplorerOptions{});
  while (const Plan* plan = explorer->next()) {
    if (traces.runs == limit) {
      traces.is_exhausted = false;
      break;
    }
    ++traces.runs;
    const Run& run = machine.run(*plan);
    if (run.is_complete()) translator.add(run, traces);
    explorer->observe(run);
  }
  return traces;
}

// Empty if there is none.
std::string difference(Traces& model, Traces& native) {
  for (const auto& [form, end] : model.ends) {
    if (!native.ends.contains(form)) return "only on the model machine:\n" + model.schedules[form];
    if (native.ends[form] != end) {
      return "ends " + end + " on the model machine, natively " + native.ends[form] + ":\n" +
             model.schedules[form];
    }
  }
  for (const auto& [form, end] : native.ends) {
    if (!model.ends.contains(form)) {
      return "only natively:\n" + native.schedules[form] + "  (" + end + ")\n";
    }
  }
  if (model.runs != native.runs) {
    return std::to_string(model.runs) + " runs on the model machine, natively " +
           std::to_string(native.runs);
  }
  return {};
}

// A number of programs with consecutive seeds, and the executable that they make.
class Batch {
 public:
  Batch(std::uint64_t first, std::uint64_t count, const char* compiler) {
    for (std::uint64_t i = 0; i < count; ++i) {
      programs_.push_back(
          native_part(random_program(first + i, static_cast<int>((first + i) % 10 == 0))));
    }
    const std::string stem = (work_folder() / ("batch" + std::to_string(first))).string();
    std::ofstream(stem + ".c") << c_file(programs_);
    BuildRequest request;
    request.sources = {stem + ".c"};
    request.flags = {"-O0", "-g0", "-w", "-I" + source_root() + "/include"};
    request.compiler = compiler;
    request.output = path_ = stem;
    build_program(request);
  }

  [[nodiscard]] std::size_t size() const { return programs_.size(); }
  [[nodiscard]] const RandomProgram& operator[](std::size_t i) const { return programs_[i]; }

  // Whether the program was small enough to be compared.
  bool compare(std::size_t i, std::string& text) const {
    const RandomProgram model = without_fences(programs_[i]);
    ModelMachine model_machine(parse_model(model.text(), "random.skein"));
    Dictionary names;
    Traces expected = traces_of(model_machine, names, kMostRuns);
    if (!expected.is_exhausted) return false;
    NativeMachine machine(options_for(path_, {std::to_string(i)}));
    Traces found = traces_of(machine, names, 2 * kMostRuns);
    text = difference(expected, found);
    return true;
  }

 private:
  std::vector<RandomProgram> programs_;
  std::string path_;
};

class RandomNative : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomNative, TracesAreThoseOfTheModelMachine) {
  const std::uint64_t all = number_from_environment("SKEIN_NATIVE_PROGRAMS", 400);
  const std::uint64_t seed = number_from_environment("SKEIN_SEED", 1);
  const std::uint64_t wanted = (all + kParts - 1) / kParts;
  std::uint64_t next = seed + GetParam() * 1'000'000;
  const char* compiler = GetParam() + 1 == kParts ? "clang-19" : "gcc";
  std::uint64_t compared = 0;
  std::uint64_t too_large = 0;
  int failures = 0;
  while (compared < wanted && failures < 5) {
    const std::uint64_t count = std::min(kBatch, wanted - compared + 1);
    const Batch batch(next, count, compiler);
    for (std::size_t i = 0; i < batch.size() && failures < 5; ++i) {
      std::string text;
      try {
        ++(batch.compare(i, text) ? compared : too_large);
      } catch (const std::exception& error) {
        text = error.what();
      }
      if (text.empty()) continue;
      ++failures;
      ADD_FAILURE() << "seed " << next + i << "\n" << batch[i] << text;
    }
    next += count;
  }
  RecordProperty("compared", std::to_string(compared));
  RecordProperty("too_large", std::to_string(too_large));
}

INSTANTIATE_TEST_SUITE_P(Part, RandomNative, testing::Range(std::uint64_t{0}, kParts));

}  // namespace
}  // namespace skein::test
