// How fast the native machine is: executions a second and nanoseconds a step, explorer included.
//
//   native [--explorer NAME] [PROGRAM ARG...]     default: writers(8), PI(8), MPAT(6), DISP(5,4),
//   POL(9,3)
//
// Also prints what the machine costs alone, following one known plan again and again: "replay". CPU
// time is that of explorer and executor together; it is disturbed less by other load than wall
// time. Run it from the source tree's root, or with SKEIN_SOURCE set.
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

void print(const char* what, std::uint64_t runs, std::uint64_t steps, const Cost& cost) {
  const auto n = static_cast<double>(runs);
  fmt::print(
      "  {:8} {:9} runs  {:8.0f} a second of wall time, {:8.0f} of CPU time  {:6.2f} us CPU a run  "
      "{:5.0f} ns a step\n",
      what, runs, n / cost.wall, n / cost.cpu, cost.cpu / n * 1e6,
      cost.cpu / static_cast<double>(steps) * 1e9);
}

void bench(const Program& program, const std::string& explorer, const std::string& folder) {
  const char* root = std::getenv("SKEIN_SOURCE");
  BuildRequest request;
  request.sources = {std::string(root != nullptr ? root : ".") + "/bench/programs/" + program.name +
                     ".c"};
  request.output = folder + "/" + program.name;
  build_program(request);
  NativeOptions options;
  options.program = request.output;
  options.arguments = program.arguments;

  const Cost start = measure([&] {
    NativeMachine machine(options);
    machine.run(Plan{});
  });
  fmt::print("{}({}), start-up and first run {:.1f} ms\n", program.name,
             fmt::join(program.arguments, ","), start.wall * 1e3);

  Figures figures;
  const Cost all = measure([&] {
    NativeMachine machine(options);
    const auto e = find_explorer(explorer)->make(ExplorerOptions{});
    explore(*e, machine, Budget{}, Environment{}, figures);
  });
  print(explorer.c_str(), figures.runs(), figures.steps, all);

  std::uint64_t steps = 0;
  const std::uint64_t runs = figures.runs();
  const Cost alone = measure([&] {
    NativeMachine machine(options);
    Plan plan;
    for (const Step& s : machine.run(Plan{}).steps) plan.prefix.push_back(s.move());
    for (std::uint64_t i = 0; i < runs; ++i) steps += machine.run(plan).steps.size();
  });
  print("replay", runs, steps, alone);
}

int run(int argc, char** argv) {
  std::string explorer = "optimal";
  std::vector<Program> programs;
  int i = 1;
  if (i + 1 < argc && std::string(argv[i]) == "--explorer") {
    explorer = argv[i + 1];
    i += 2;
  }
  if (i < argc) {
    programs.push_back({argv[i], {argv + i + 1, argv + argc}});
  } else {
    programs = {{"writers", {"8"}},
                {"pi", {"8"}},
                {"mpat", {"6"}},
                {"disp", {"5", "4"}},
                {"pol", {"9", "3"}}};
  }
  if (find_explorer(explorer) == nullptr) throw UserError("no explorer " + explorer);
  std::string folder = (std::filesystem::temp_directory_path() / "skein-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) throw UserError("no temporary folder");
  for (const Program& p : programs) bench(p, explorer, folder);
  std::filesystem::remove_all(folder);
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
