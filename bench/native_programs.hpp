// SPDX-License-Identifier: Apache-2.0
// What the benches of real programs share: build one, explore it, measure.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/toolchain.hpp"
#include "session/os/temporary_folder.hpp"

namespace skein::bench {

struct Program {
  std::string name;
  std::vector<std::string> arguments;
};

inline double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline double cpu_of(int who) {
  rusage usage{};
  getrusage(who, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost {
  double wall = 0;
  double cpu = 0;
};

// Executors count only once they have ended: `work` has to make and destroy the machine.
template <class Work>
Cost measure(const Work& work) {
  const double wall = wall_seconds();
  const double cpu = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
  work();
  return {wall_seconds() - wall, cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN) - cpu};
}

// The plan that repeats a run, and its switches from one agent to another.
struct Replay {
  Plan plan;
  std::uint64_t switches = 0;
};

inline Replay replay_of(const Run& run) {
  Replay result;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    result.plan.prefix.push_back(run.steps[i].move());
    if (i > 0 && run.steps[i].agent != run.steps[i - 1].agent) ++result.switches;
  }
  return result;
}

// Builds bench/programs/NAME.c into the folder.
inline NativeOptions build(const Program& program, session::TemporaryFolder& folder,
                           channel::RaceMode races) {
  const char* root = std::getenv("SKEIN_SOURCE");
  BuildRequest request;
  request.sources = {std::string(root != nullptr ? root : ".") + "/bench/programs/" + program.name +
                     ".c"};
  request.output = folder.path_of(program.name);
  request.flags = {"-O1"};
  build_program(request);
  NativeOptions options;
  options.program = request.output;
  options.arguments = program.arguments;
  options.races = races;
  return options;
}

// Explores it all; the cost includes starting and ending the executor.
inline Cost explore_all(const NativeOptions& options, const std::string& explorer,
                        Statistics& statistics) {
  return measure([&] {
    NativeMachine machine(options);
    const auto e = find_explorer(explorer)->make(ExplorerOptions{});
    explore(*e, machine, Budget{}, Environment{}, statistics);
  });
}

}  // namespace skein::bench
