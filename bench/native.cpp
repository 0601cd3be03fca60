// How fast the native machine is, explorer included, beside what the executor alone costs.
//
//   native [--explorer NAME]... [--races] [PROGRAM ARG...]
//
// Defaults: explorer optimal; writers(8), PI(8), MPAT(6), DISP(5,5), POL(12,3). Prints a Markdown
// table. In the same run of this program are measured
// - the exploration: CPU time of explorer and executor together (disturbed less by other load than
//   wall time, but while both have a core of their own, each spins while the other works), and wall
//   time;
// - the raw execution: the executor follows one plan again and again without being asked: a run and
//   a reset, and how much of the run is bare switches between stacks;
// - the start: from nothing to the end of the first run, the compiler aside.
// Run it from the source tree's root, or with SKEIN_SOURCE set. Races are not looked for unless
// asked (--races), as peers' times are without.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

#include "explore/exploration.hpp"
#include "explore/registry.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/toolchain.hpp"

namespace skein {
namespace {

struct Program {
  std::string name;
  std::vector<std::string> arguments;
};

struct Setup {
  std::vector<std::string> explorers;
  std::vector<Program> programs;
  bool looks_for_races = false;
  std::string folder;
};

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double cpu_of(int who) {
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

Replay replay_of(const Run& run) {
  Replay result;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    result.plan.prefix.push_back(run.steps[i].move());
    if (i > 0 && run.steps[i].agent != run.steps[i - 1].agent) ++result.switches;
  }
  return result;
}

NativeOptions build(const Program& program, const Setup& setup) {
  const char* root = std::getenv("SKEIN_SOURCE");
  BuildRequest request;
  request.sources = {std::string(root != nullptr ? root : ".") + "/bench/programs/" + program.name +
                     ".c"};
  request.output = setup.folder + "/" + program.name;
  request.flags = {"-O1"};
  build_program(request);
  NativeOptions options;
  options.program = request.output;
  options.arguments = program.arguments;
  options.races = setup.looks_for_races ? channel::RaceMode::Report : channel::RaceMode::Off;
  return options;
}

void bench(const Program& program, const Setup& setup) {
  const NativeOptions options = build(program, setup);
  const Cost start = measure([&] {
    NativeMachine machine(options);
    machine.run(Plan{});
  });
  channel::RawCosts raw{};
  Replay replay;
  {
    constexpr std::uint32_t kRounds = 20000;
    NativeMachine machine(options);
    replay = replay_of(machine.run(Plan{}));
    raw = machine.measure(replay.plan, kRounds);
  }
  const double raw_us = 1e-3 * (raw.run_ns + raw.reset_ns);
  const double switches_us = 1e-3 * raw.switch_ns * static_cast<double>(replay.switches);
  for (const std::string& explorer : setup.explorers) {
    Figures figures;
    const Cost all = measure([&] {
      NativeMachine machine(options);
      const auto e = find_explorer(explorer)->make(ExplorerOptions{});
      explore(*e, machine, Budget{}, Environment{}, figures);
    });
    const auto runs = static_cast<double>(figures.runs());
    fmt::print(
        "| {}({}) | {} | {} | {:.2f} | {:.2f} | {:.0f} | {:.0f} | {:.0f} | {:.2f} | {:.2f} = "
        "{:.2f} "
        "+ {:.2f} | {} x {:.0f} ns = {:.2f} | {:.1f} | {:.1f} |\n",
        program.name, fmt::join(program.arguments, ","), explorer, figures.runs(), all.cpu,
        all.wall, runs / all.cpu, runs / all.wall,
        all.cpu / static_cast<double>(figures.steps) * 1e9, all.cpu / runs * 1e6, raw_us,
        1e-3 * raw.run_ns, 1e-3 * raw.reset_ns, replay.switches, raw.switch_ns, switches_us,
        all.cpu / runs * 1e6 / raw_us, start.wall * 1e3);
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
  Setup setup = read_arguments(argc, argv);
  setup.folder = (std::filesystem::temp_directory_path() / "skein-bench-XXXXXX").string();
  if (mkdtemp(setup.folder.data()) == nullptr) throw UserError("no temporary folder");
  fmt::print(
      "| program | explorer | runs | CPU s | wall s | runs a CPU second | a wall second | CPU ns a "
      "step | CPU us a run | raw us a run = run + reset | of these bare switches, us | all / raw | "
      "start ms |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const Program& p : setup.programs) bench(p, setup);
  std::filesystem::remove_all(setup.folder);
  return 0;
}

}  // namespace
}  // namespace skein

int main(int argc, char** argv) {
  try {
    return skein::run(argc, argv);
  } catch (const std::exception& e) {
    fmt::print(stderr, "native: {}\n", e.what());
    return 2;
  }
}
