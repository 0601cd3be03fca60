// SPDX-License-Identifier: Apache-2.0
// Builds programs and explores them natively, for the tests of this folder.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/toolchain.hpp"
#include "report/words/violation_text.hpp"
#include "session/os/temporary_folder.hpp"
#include "support/environment.hpp"

namespace skein::test {

enum class Build { SkeinGcc, SkeinClang, Plain };

inline std::string source_root() {
  const char* root = std::getenv("SKEIN_SOURCE");
  return root != nullptr ? root : ".";
}

// Where the file of this name is to be made: in a folder that is gone when the test program ends.
inline std::string work_file(const std::string& name) {
  static session::TemporaryFolder folder;
  return folder.path_of(name);
}

inline std::string read_text(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Where the executable belongs: in the build folder if there is one, under a name that changes with
// whatever goes into it, so that it is built once for all test programs.
inline std::string place_for(const std::string& source, Build build) {
  const std::string name = std::filesystem::path(source).filename().string() + "." +
                           std::to_string(static_cast<int>(build));
  const char* folder = std::getenv("SKEIN_BUILD");
  if (folder == nullptr) return work_file(name);
  std::string all;
  for (const char* each :
       {"tests/native-programs/support/spawn.h", "include/skein/skein.h", "include/skein/events.h",
        "examples/event/event_program.h", "cmake/native.cmake", "src/machine/native/toolchain.cpp",
        "tests/machine/native/native_runs.hpp", source.c_str()}) {
    all += read_text(source_root() + "/" + each);
  }
  const auto cache = std::filesystem::path(folder) / "tests" / "native-cache";
  std::filesystem::create_directories(cache);
  return (cache / (name + "-" + std::to_string(std::hash<std::string>{}(all)))).string();
}

// The executable made from a source file, given from the root of the source tree. Built once.
inline std::string built(const std::string& source, Build build = Build::SkeinGcc) {
  static std::map<std::pair<std::string, Build>, std::string> known;
  std::string& path = known[{source, build}];
  if (!path.empty()) return path;
  const std::string full = source_root() + "/" + source;
  const std::string place = place_for(source, build);
  if (std::filesystem::exists(place)) return path = place;
  const std::string output = place + "." + std::to_string(getpid());
  if (build == Build::Plain) {
    const std::string command =
        "gcc -g -O1 -pthread -I" + source_root() + "/include " + full + " -o " + output;
    ensure(std::system(command.c_str()) == 0, "gcc failed");
  } else {
    BuildRequest request;
    request.sources = {full};
    request.compiler = build == Build::SkeinClang ? "clang-19" : "gcc";
    request.output = output;
    build_program(request);
  }
  std::filesystem::rename(output, place);
  return path = place;
}

// The executable made from a C file with this text, as fast as can be.
inline std::string built_text(const std::string& name, const std::string& text,
                              const std::string& compiler) {
  BuildRequest request;
  request.output = work_file(name);
  request.sources = {work_file(name + ".c")};
  std::ofstream(request.sources.front()) << text;
  request.flags = {"-O0", "-g0", "-w", "-I" + source_root() + "/include"};
  request.compiler = compiler;
  build_program(request);
  return request.output;
}

// With SKEIN_SNAPSHOTS=K in the environment, every test that uses these options takes a snapshot
// after every K steps: a process, or with SKEIN_SNAPSHOT_COPIES=1 a copy of memory.
inline NativeOptions options_for(std::string program, std::vector<std::string> arguments = {}) {
  NativeOptions options;
  if (const std::uint64_t every = number_from_environment("SKEIN_SNAPSHOTS", 0); every > 0) {
    options.snapshots = TakeSnapshots::Everywhere;
    options.snapshot_every = static_cast<std::uint32_t>(every);
    options.snapshots_are_copies = number_from_environment("SKEIN_SNAPSHOT_COPIES", 0) > 0;
  }
  options.program = std::move(program);
  options.arguments = std::move(arguments);
  options.step_limit = std::chrono::milliseconds(500);
  return options;
}

struct Explored {
  Statistics statistics;
  std::vector<std::string> messages;  // of the first violation of each bug run, distinct
};

// Explores it all, anew if locations had to be merged.
inline Explored explore_all(NativeMachine& machine, const std::string& explorer,
                            const Budget& budget = {}) {
  while (true) {
    Explored result;
    Environment environment;
    environment.on_bug = [&](const Run& run) {
      const std::string text = run.violations.empty() ? std::string(name(run.end))
                                                      : violation_text(run.violations.front());
      for (const std::string& known : result.messages) {
        if (known == text) return;
      }
      result.messages.push_back(text);
    };
    const std::unique_ptr<Explorer> e = find_explorer(explorer)->make(ExplorerOptions{});
    try {
      explore(*e, machine, budget, environment, result.statistics);
      return result;
    } catch (const ExplorationRestart&) {
    }
  }
}

inline Explored explore_program(const std::string& program, std::vector<std::string> arguments = {},
                                const std::string& explorer = "qpor") {
  NativeMachine machine(options_for(program, std::move(arguments)));
  return explore_all(machine, explorer);
}

inline Plan replay_of(const Run& run) {
  Plan plan;
  for (const Step& s : run.steps) plan.prefix.push_back(s.move());
  return plan;
}

}  // namespace skein::test
