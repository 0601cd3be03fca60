// SPDX-License-Identifier: Apache-2.0
// Explores one model file with one explorer, in a process of its own, and prints the statistics as
// one line of JSON. bench/tables calls it for every cell, so that peak memory is that of the cell.
// "seconds" is CPU time, as is the limit: other load disturbs it less than wall time.
//
//   run_one FILE [-D NAME=VALUE]... [--explorer NAME] [-k N|optimal] [--seconds S] [--memory-mb M]
//           [--split] [--trees]
//
// --split also measures how the time divides: in the machine (running the program) and, for qpor,
// in the phases of [QPOR Sec.6.4]. Reading the clock costs some 50 ns a run and more in the phases,
// so the total is then a little too large.
// --trees makes qpor answer every question about causality and conflict by the trees of [QPOR
// Sec.5] as well, and prints the depths of the trees and how far apart the nodes of the queries
// were [QPOR Sec.6.2].
#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.hpp"
#include "clock.hpp"
#include "core/ensure.hpp"
#include "explore/exploration.hpp"
#include "explore/qpor/qpor.hpp"
#include "explore/registry.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"

namespace skein::bench {
namespace {

struct Options {
  std::string file;
  ModelParams params;
  std::string explorer = "qpor";
  std::uint32_t k = 0;
  Budget budget;
  bool is_split = false;
  bool has_trees = false;
};

std::uint64_t now_ns() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

// A field of /proc/self/status in kB: VmRSS (now), VmHWM (the most so far).
std::uint64_t memory_kb(std::string_view field) {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    if (line.starts_with(field)) return std::stoull(line.substr(field.size() + 1));
  }
  return 0;
}

// Passes everything on and adds up the time spent.
class TimedMachine final : public Machine {
 public:
  explicit TimedMachine(Machine& machine) : machine_(machine) {}

  const Run& run(const Plan& plan) override {
    const std::uint64_t begin = now_ns();
    const Run& run = machine_.run(plan);
    nanoseconds_ += now_ns() - begin;
    return run;
  }
  [[nodiscard]] const Names& names() const override { return machine_.names(); }
  [[nodiscard]] std::uint64_t nanoseconds() const { return nanoseconds_; }

 private:
  Machine& machine_;
  std::uint64_t nanoseconds_ = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  for (Arguments arguments(argc, argv); arguments.advance();) {
    const std::string& argument = arguments.name();
    if (argument == "--explorer") {
      options.explorer = arguments.value();
    } else if (argument == "-k") {
      const std::string& k = arguments.value();
      options.k = k == "optimal" ? 0 : static_cast<std::uint32_t>(std::stoul(k));
    } else if (argument == "--seconds") {
      options.budget.seconds = std::stod(arguments.value());
    } else if (argument == "--memory-mb") {
      options.budget.memory_kb = std::stoull(arguments.value()) * 1024;
    } else if (argument == "--split") {
      options.is_split = true;
    } else if (argument == "--trees") {
      options.has_trees = true;
    } else {
      arguments.take_program(options.file, options.params);
    }
  }
  if (options.file.empty()) throw UserError("which file?");
  return options;
}

std::unique_ptr<Explorer> make_explorer(const Options& options) {
  if (options.explorer == "qpor" && (options.is_split || options.has_trees)) {
    QuasiOptimal::Options qpor;
    qpor.k = options.k;
    if (options.is_split) qpor.ticks = now_ns;
    if (options.has_trees) {
      qpor.is_paranoid = true;
      qpor.collect_at = std::numeric_limits<std::size_t>::max();  // or the trees would be cut down
    }
    return std::make_unique<QuasiOptimal>(qpor);
  }
  const ExplorerInfo* info = find_explorer(options.explorer);
  if (info == nullptr) throw UserError("no explorer is called " + options.explorer);
  ExplorerOptions explorer_options;
  explorer_options.k = options.k;
  return info->make(explorer_options);
}

nlohmann::json depths_json(const std::vector<Relations::Depths>& trees) {
  nlohmann::json json = nlohmann::json::array();
  for (const Relations::Depths& tree : trees) {
    json.push_back({{"nodes", tree.nodes}, {"average", tree.average}, {"maximal", tree.maximal}});
  }
  return json;
}

int run(const Options& options) {
  ModelMachine machine(load_model(options.file, options.params));
  const std::unique_ptr<Explorer> explorer = make_explorer(options);
  TimedMachine timed(machine);
  Environment environment;
  environment.seconds = cpu_seconds;
  environment.memory_kb = [] { return memory_kb("VmRSS:"); };

  Statistics statistics;
  const std::uint64_t start_kb = memory_kb("VmRSS:");
  const double cpu_begin = cpu_seconds();
  const std::uint64_t begin = now_ns();
  explore(*explorer, options.is_split ? static_cast<Machine&>(timed) : machine, options.budget,
          environment, statistics);
  const double seconds = static_cast<double>(now_ns() - begin) * 1e-9;
  const double cpu = cpu_seconds() - cpu_begin;

  nlohmann::json json = {
      {"stop", name(statistics.stop)},
      {"executions", statistics.executions() + statistics.blocked},
      {"redundant", statistics.redundant},
      {"runs", statistics.runs()},
      {"bug_runs", statistics.bug_runs},
      {"steps", statistics.steps},
      {"events", explorer->events()},
      {"seconds", cpu},
      {"wall_seconds", seconds},
      {"start_rss_kb", start_kb},
      {"peak_rss_kb", memory_kb("VmHWM:")},
  };
  if (options.is_split) {
    json["machine_seconds"] = static_cast<double>(timed.nanoseconds()) * 1e-9;
    if (const auto* qpor = dynamic_cast<const QuasiOptimal*>(explorer.get())) {
      for (const auto& [phase, key] : {std::pair{Phase::Adding, "adding_seconds"},
                                       {Phase::Extending, "extending_seconds"},
                                       {Phase::Building, "building_seconds"},
                                       {Phase::Searching, "searching_seconds"}}) {
        json[key] = static_cast<double>(qpor->phases()->ticks(phase)) * 1e-9;
      }
    }
  }
  if (auto* qpor = dynamic_cast<QuasiOptimal*>(explorer.get());
      qpor != nullptr && options.has_trees) {
    json["agent_trees"] = depths_json(qpor->relations().agent_tree_depths());
    json["object_trees"] = depths_json(qpor->relations().object_tree_depths());
    json["causality_distances"] = qpor->relations().causality_distances();
    json["conflict_distances"] = qpor->relations().conflict_distances();
    json["relations_bytes"] = qpor->relations().bytes();
  }
  std::cout << json.dump() << '\n';
  return 0;
}

}  // namespace
}  // namespace skein::bench

int main(int argc, char** argv) {
  try {
    return skein::bench::run(skein::bench::parse(argc, argv));
  } catch (const skein::UserError& error) {
    std::cerr << "run_one: " << error.what() << '\n';
    return 2;
  } catch (const std::exception& error) {
    std::cerr << "run_one: " << error.what() << '\n';
    return 3;
  }
}
