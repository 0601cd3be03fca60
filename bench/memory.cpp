// SPDX-License-Identifier: Apache-2.0
// What looking at memory costs: the race detector on against off, and a plain access.
//
//   memory [ROUNDS]
//
// Prints two Markdown tables. Both sides of a ratio are measured in turns, in the same run of this
// program, ROUNDS times (default 3), and the smallest is taken: other load only adds. CPU time of
// explorer and executor together. Run it from the source tree's root, or with SKEIN_SOURCE set.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <string>
#include <vector>

#include "native_programs.hpp"

namespace skein::bench {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// [QPOR Table 1]'s programs, of a size that takes a second or less.
const std::vector<Program> kPrograms = {
    {"disp", {"5", "3"}}, {"mpat", {"5"}}, {"mpc", {"3", "5"}}, {"pi", {"7"}}, {"pol", {"9", "3"}}};

void compare_explorations(session::TemporaryFolder& folder, int rounds) {
  fmt::print(
      "| program | runs | off, CPU s | detector on, CPU s | ratio |\n|---|---|---|---|---|\n");
  for (const Program& program : kPrograms) {
    const NativeOptions off = build(program, folder, channel::RaceMode::Off);
    NativeOptions on = off;
    on.races = channel::RaceMode::Report;
    double without = kNever;
    double with = kNever;
    Statistics statistics;
    for (int i = 0; i < rounds; ++i) {
      statistics = {};
      without = std::min(without, explore_all(off, "optimal", statistics).cpu);
      statistics = {};
      with = std::min(with, explore_all(on, "optimal", statistics).cpu);
    }
    fmt::print("| {}({}) | {} | {:.2f} | {:.2f} | {:.2f} |\n", program.name,
               fmt::join(program.arguments, ","), statistics.runs(), without, with, with / without);
    std::fflush(stdout);
  }
}

// Nanoseconds that one more plain access costs a run: a thread does few of them, and many.
double access_cost(NativeOptions options, const char* kind, int rounds) {
  constexpr std::uint32_t kRuns = 200;
  constexpr double kMany = 10000;
  double cost[2] = {kNever, kNever};
  for (int i = 0; i < rounds; ++i) {
    for (int many = 0; many < 2; ++many) {
      options.arguments = {kind, many != 0 ? "10000" : "0"};
      NativeMachine machine(options);
      const Replay replay = replay_of(machine.run(Plan{}));
      const channel::ExecutorCosts raw = machine.measure(replay.plan, kRuns);
      cost[many] = std::min(cost[many], raw.run_ns);
    }
  }
  return (cost[1] - cost[0]) / kMany;
}

void measure_accesses(session::TemporaryFolder& folder, int rounds) {
  const Program program{"plain_accesses", {}};
  NativeOptions options = build(program, folder, channel::RaceMode::Off);
  fmt::print(
      "\n| a plain access, ns | not announced | detector off | detector on |\n|---|---|---|---|\n");
  for (const char* kind : {"same", "array"}) {
    const std::string bare = std::string("bare-") + kind;
    options.races = channel::RaceMode::Off;
    const double loop = access_cost(options, bare.c_str(), rounds);
    const double off = access_cost(options, kind, rounds);
    options.races = channel::RaceMode::Report;
    const double on = access_cost(options, kind, rounds);
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} |\n",
               std::string(kind) == "same" ? "one variable" : "4 KB in turn", loop, off, on);
    std::fflush(stdout);
  }
}

int run(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 3;
  if (rounds < 1) throw UserError("usage: memory [ROUNDS]");
  session::TemporaryFolder folder;
  compare_explorations(folder, rounds);
  measure_accesses(folder, rounds);
  return 0;
}

}  // namespace
}  // namespace skein::bench

int main(int argc, char** argv) {
  try {
    return skein::bench::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "memory: {}\n", e.what());
    return 2;
  }
}
