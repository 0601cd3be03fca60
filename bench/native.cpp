// SPDX-License-Identifier: Apache-2.0
// How fast the native machine is, explorer included, and what the executor alone costs.
//
//   native [--explorer NAME]... [--races] [--rounds N] [PROGRAM ARG...]
//
// Defaults: explorer optimal; writers(8), PI(8), MPAT(6), DISP(5,5), POL(12,3). Prints a Markdown
// table. In the same run of this program are measured
// - the exploration: CPU time of explorer and executor together (disturbed less by other load than
//   wall time, but while both have a core of their own, each spins while the other works), and wall
//   time;
// - the raw execution: the executor follows one plan again and again without being asked: a run and
//   a reset, and how much of the run is bare switches between stacks;
// - the start: from nothing to the end of the first run, the compiler aside.
// Everything is measured N times (5), and the best is shown: others on the machine can only make it
// slower. Beside it the worst wall time, to see how much they did.
// Run it from the source tree's root, or with SKEIN_SOURCE set. Races are not looked for unless
// asked (--races), as peers' times are without.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "native_programs.hpp"

namespace skein::bench {
namespace {

struct Setup {
  std::vector<std::string> explorers;
  std::vector<Program> programs;
  bool looks_for_races = false;
  int rounds = 5;
};

void bench(const Program& program, const Setup& setup, session::TemporaryFolder& folder) {
  const NativeOptions options = build(
      program, folder, setup.looks_for_races ? channel::RaceMode::Report : channel::RaceMode::Off);
  const Cost start = measure([&] {
    NativeMachine machine(options);
    machine.run(Plan{});
  });
  channel::ExecutorCosts raw{};
  Replay replay;
  for (int i = 0; i < setup.rounds; ++i) {
    constexpr std::uint32_t kRuns = 20000;
    NativeMachine machine(options);
    replay = replay_of(machine.run(Plan{}));
    const channel::ExecutorCosts costs = machine.measure(replay.plan, kRuns);
    if (i == 0 || costs.run_ns + costs.reset_ns < raw.run_ns + raw.reset_ns) raw = costs;
  }
  const double raw_us = 1e-3 * (raw.run_ns + raw.reset_ns);
  const double switches_us = 1e-3 * raw.switch_ns * static_cast<double>(replay.switches);
  for (const std::string& explorer : setup.explorers) {
    Statistics statistics;
    Cost all;
    double worst = 0;
    for (int i = 0; i < setup.rounds; ++i) {
      statistics = Statistics{};
      const Cost cost = explore_all(options, explorer, statistics);
      if (i == 0 || cost.wall < all.wall) all = cost;
      worst = std::max(worst, cost.wall);
    }
    const auto runs = static_cast<double>(statistics.runs());
    fmt::print(
        "| {}({}) | {} | {} | {:.2f} | {:.2f} ({:.2f}) | {:.0f} | {:.0f} | {:.0f} | {:.2f} | "
        "{:.2f} = "
        "{:.2f} "
        "+ {:.2f} | {} x {:.0f} ns = {:.2f} | {:.1f} | {:.1f} | {:.1f} |\n",
        program.name, fmt::join(program.arguments, ","), explorer, statistics.runs(), all.cpu,
        all.wall, worst, runs / all.cpu, runs / all.wall,
        all.cpu / static_cast<double>(statistics.steps) * 1e9, all.cpu / runs * 1e6, raw_us,
        1e-3 * raw.run_ns, 1e-3 * raw.reset_ns, replay.switches, raw.switch_ns, switches_us,
        all.cpu / runs * 1e6 / raw_us, all.wall / runs * 1e6 / raw_us, start.wall * 1e3);
    std::fflush(stdout);
  }
}

Setup read_arguments(int argc, char** argv) {
  Setup setup;
  int i = 1;
  for (; i < argc && argv[i][0] == '-'; ++i) {
    const std::string option = argv[i];
    if (option == "--races") {
      setup.looks_for_races = true;
    } else if (option == "--rounds" && i + 1 < argc) {
      setup.rounds = std::max(1, std::atoi(argv[++i]));
    } else if (option == "--explorer" && i + 1 < argc) {
      setup.explorers.emplace_back(argv[++i]);
    } else {
      throw UserError("unknown option " + option);
    }
  }
  if (setup.explorers.empty()) setup.explorers = {"optimal"};
  for (const std::string& name : setup.explorers) {
    if (find_explorer(name) == nullptr) throw UserError("no explorer " + name);
  }
  if (i < argc) {
    setup.programs.push_back({argv[i], {argv + i + 1, argv + argc}});
  } else {
    setup.programs = {{"writers", {"8"}},
                      {"pi", {"8"}},
                      {"mpat", {"6"}},
                      {"disp", {"5", "5"}},
                      {"pol", {"12", "3"}}};
  }
  return setup;
}

int run(int argc, char** argv) {
  const Setup setup = read_arguments(argc, argv);
  session::TemporaryFolder folder;
  fmt::print(
      "| program | explorer | runs | CPU s | wall s (worst) | runs a CPU second | a wall second | "
      "CPU ns a "
      "step | CPU us a run | raw us a run = run + reset | of these bare switches, us | CPU / raw | "
      "wall / raw | "
      "start ms |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Program& p : setup.programs) bench(p, setup, folder);
  return 0;
}

}  // namespace
}  // namespace skein::bench

int main(int argc, char** argv) {
  try {
    return skein::bench::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "native: {}\n", e.what());
    return 2;
  }
}
