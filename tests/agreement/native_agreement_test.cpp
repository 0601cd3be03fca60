// SPDX-License-Identifier: Apache-2.0
// The ir machine and the native machine agree on the C programs of the test suites: the verdicts
// are the same, and where every run ends on both, so are the sets of traces.
//
// Natively races are explored, so that accesses to racy variables are visible on both sides; the
// traces are compared over what both machines see (common_traces.hpp). Programs whose threads wait
// in loops have traces without end on the ir machine (natively such a thread waits): only their
// verdicts are compared.
//
// What the ir machine refuses is listed by the reason, what differs by the program; an entry that
// is no longer needed is a failure, so the lists stay true.
//
//   SKEIN_LONG=1           all programs, not every fifth; only then is it known which entries are
//                          needed
//   SKEIN_AGREEMENT=TEXT   all programs with this in their path, and what was found about each
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include "agreement/ir_programs.hpp"
#include "machine/native/native_runs.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
#include "prefix/analyses/termination.hpp"
#include "prefix/prefix.hpp"
#include "support/environment.hpp"

namespace skein::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostRuns = 3'000;
constexpr std::uint64_t kMostSteps = 1'000'000;
constexpr std::uint64_t kMostEvents = 6'000;
constexpr std::uint64_t kMostLivelockLooks = 100'000;

// A part of the message with which the ir machine refuses programs.
const std::set<std::string> kRefused = {
#include "agreement/refused.inc"
};

// Name of a program: why the machines rightly say something else. "verdict: ..." if not even the
// verdict is the same.
const std::map<std::string, std::string> kDiffers = {
#include "agreement/differs.inc"
};

struct Subject {
  std::string path;  // from the root of the source tree
  std::vector<std::string> arguments;
};

// The first expectation's arguments: "// expect: N=5 verdict=clean" means 5.
Subject read_subject(const fs::path& path) {
  Subject subject;
  subject.path = fs::relative(path, source_root()).string();
  std::ifstream file(path);
  for (std::string line; std::getline(file, line) && !line.starts_with("#");) {
    if (!line.starts_with("// expect:")) continue;
    std::istringstream words(line.substr(10));
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      if (std::isupper(static_cast<unsigned char>(word[0])) != 0) {
        subject.arguments.push_back(word.substr(equals + 1));
      }
    }
    break;
  }
  return subject;
}

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const char* folder : {"tests/native-programs/conformance", "tests/native-programs/zoo",
                             "tests/native-programs/users", "bench/programs", "examples"}) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(fs::path(source_root()) / folder)) {
      if (entry.path().extension() == ".c") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) all.push_back(read_subject(path));
  }
  return all;
}

// What the prefix with cut-offs says: whether there is a bug, whether every run ends.
struct Proof {
  bool is_complete = false;
  bool has_bug = false;
  bool terminates = false;
};

Proof prove(ir::IrSystem& system) {
  Proof proof;
  Prefix::Options options;
  std::unique_ptr<Prefix> built;
  options.is_enough = [&] { return built->statistics().events > kMostEvents; };
  proof.is_complete = build_to_fixpoint(system, options, built);
  if (!proof.is_complete) return proof;
  Prefix& prefix = *built;
  const auto goes_on = [] { return false; };
  proof.has_bug = prefix.statistics().faults > 0 ||
                  !find_deadlocks(prefix, goes_on).found.empty() ||
                  !find_livelocks(prefix, kMostLivelockLooks, goes_on).found.empty();
  std::uint64_t looks = 0;
  proof.terminates =
      terminates(prefix, kMostEvents, [&] { return ++looks > kMostEvents; }).value_or(false);
  return proof;
}

std::string without_directories(std::string text) {
  const std::size_t slash = text.rfind('/', text.find(':'));
  return slash == std::string::npos ? text : text.substr(slash + 1);
}

struct Outcome {
  enum Kind {
    kSameTraces,
    kSameVerdict,
    kTooLarge,
    kRefuses,
    kUnlike,
    kNotLooked
  } kind = kSameTraces;
  std::string text;
};

Outcome compare(const Subject& subject) {
  ir::SystemOptions system_options;
  system_options.arguments = {subject.path};
  system_options.arguments.insert(system_options.arguments.end(), subject.arguments.begin(),
                                  subject.arguments.end());
  system_options.inputs = {InputRange{0, 1}};
  std::unique_ptr<ir::IrSystem> system;
  Proof proof;
  try {
    const std::string source = source_root() + "/" + subject.path;
    const std::string bitcode = place_for(subject.path, Build::SkeinClang) + ".bc";
    system = std::make_unique<ir::IrSystem>(decoded(source, bitcode, {}, {"-w"}), system_options);
    proof = prove(*system);
  } catch (const UserError& error) {
    return {Outcome::kRefuses, without_directories(error.what())};
  }
  if (!proof.is_complete) return {Outcome::kTooLarge, "for verify"};
  NativeOptions options = options_for(built(subject.path, Build::SkeinClang), subject.arguments);
  options.races = channel::RaceMode::Explore;
  options.reduces_by_outcome = false;  // the ir machine does not
  NativeMachine machine(std::move(options));
  const TraceSet native = explored_traces(machine, kMostRuns);
  if (native.is_complete && native.has_bug != proof.has_bug) {
    return {Outcome::kUnlike, std::string("verdict: ") + (proof.has_bug ? "a bug" : "none") +
                                  " on the ir machine, natively " +
                                  (native.has_bug ? "a bug" : "none")};
  }
  if (!native.is_complete) return {Outcome::kTooLarge, "natively"};
  if (!proof.terminates) return {Outcome::kSameVerdict, "waits in loops"};
  const TraceSet ir = ir_traces(*system, kMostSteps, [&](const std::string& global) {
    return native.plain.contains(global);
  });
  if (!ir.is_complete) return {Outcome::kTooLarge, "on the ir machine"};
  const std::string text = difference(native, "natively", ir, "on the ir machine");
  if (!text.empty()) return {Outcome::kUnlike, text};
  return {Outcome::kSameTraces, std::to_string(ir.ends.size()) + " traces"};
}

TEST(NativeAgreement, OnTheProgramsOfTheSuites) {
  const char* const wanted = std::getenv("SKEIN_AGREEMENT");
  std::map<Outcome::Kind, int> counts;
  std::set<std::string> needless = kRefused;
  static constexpr const char* kNames[] = {"same traces", "same verdict", "too large", "refused",
                                           "unlike"};
  const bool takes_all = is_long() || wanted != nullptr;
  std::size_t number = 0;
  for (const Subject& subject : subjects()) {
    if (!takes_all && ++number % 5 != 0) continue;
    if (wanted != nullptr && subject.path.find(wanted) == std::string::npos) continue;
    Outcome outcome;
    const auto begin = std::chrono::steady_clock::now();
    try {
      outcome = compare(subject);
    } catch (const std::exception& error) {
      outcome = {Outcome::kUnlike, std::string("throws: ") + error.what()};
    }
    ++counts[outcome.kind];
    const std::string name = fs::path(subject.path).filename().string();
    if (wanted != nullptr) {
      std::cout << std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()
                << " s ";
      std::cout << name << ": " << kNames[outcome.kind] << ": " << outcome.text << "\n";
    }
    const auto differs = kDiffers.find(name);
    if (outcome.kind == Outcome::kRefuses) {
      bool is_known = false;
      for (const std::string& reason : kRefused) {
        if (outcome.text.find(reason) == std::string::npos) continue;
        is_known = true;
        needless.erase(reason);
      }
      EXPECT_TRUE(is_known) << name << " is refused: " << outcome.text;
    } else if (outcome.kind == Outcome::kUnlike) {
      EXPECT_TRUE(differs != kDiffers.end()) << name << ": " << outcome.text;
      if (differs != kDiffers.end() && outcome.text.starts_with("verdict:")) {
        EXPECT_TRUE(differs->second.starts_with("verdict:")) << name << ": " << outcome.text;
      }
    } else if (outcome.kind == Outcome::kSameTraces || outcome.kind == Outcome::kSameVerdict) {
      EXPECT_TRUE(differs == kDiffers.end()) << name << " agrees: no entry needed";
    }
  }
  for (const auto& [kind, count] : counts) std::cout << kNames[kind] << ": " << count << "\n";
  if (wanted != nullptr) return;
  if (takes_all) {
    EXPECT_EQ(needless, std::set<std::string>()) << "nothing is refused for these reasons any more";
  }
  EXPECT_GT(counts[Outcome::kSameTraces], 20);
}

}  // namespace
}  // namespace skein::test
