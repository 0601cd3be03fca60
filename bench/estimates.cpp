// SPDX-License-Identifier: Apache-2.0
// What the random descents of explore/estimate/tree_sampler.hpp say about the size of an
// exploration, without exploring: for bench/tables estimates, which knows the true sizes.
//
//   estimates FILE [-D NAME=VALUE]... [--interleavings] [--width N] [--seeds N] [--after N,N...]
//
// Prints, as one line of JSON, for every seed what is known after some bunches: leaves, relative
// standard error, the range that a user would see (null: none), runs and CPU seconds.
#include <nlohmann/json.hpp>

#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "clock.hpp"
#include "core/ensure.hpp"
#include "explore/estimate/tree_sampler.hpp"
#include "machine/model/language/parser.hpp"
#include "machine/model/model_machine.hpp"
#include "report/words/estimate_text.hpp"

namespace skein::bench {
namespace {

struct Options {
  std::string file;
  ModelParams params;
  TreeSampler::Tree tree = TreeSampler::Tree::Classes;
  TreeSampler::Widths widths;
  std::uint64_t seeds = 5;
  std::vector<std::uint64_t> after{3, 10};
};

Options parse(int argc, char** argv) {
  Options options;
  for (Arguments arguments(argc, argv); arguments.advance();) {
    const std::string& argument = arguments.name();
    if (argument == "--interleavings") {
      options.tree = TreeSampler::Tree::Interleavings;
    } else if (argument == "--width") {
      options.widths.first = options.widths.last = std::stoul(arguments.value());
    } else if (argument == "--seeds") {
      options.seeds = std::stoul(arguments.value());
    } else if (argument == "--after") {
      options.after.clear();
      std::istringstream list(arguments.value());
      for (std::string item; std::getline(list, item, ',');) {
        options.after.push_back(std::stoul(item));
      }
    } else {
      arguments.take_program(options.file, options.params);
    }
  }
  if (options.file.empty()) throw UserError("which file?");
  return options;
}

nlohmann::json estimate_with(const Options& options, std::uint64_t seed) {
  ModelMachine machine(load_model(options.file, options.params));
  TreeSampler sampler(machine, {}, options.tree, seed, options.widths);
  const double start = cpu_seconds();
  nlohmann::json json = nlohmann::json::array();
  for (const std::uint64_t after : options.after) {
    while (sampler.estimate().bunches < after) sampler.advance();
    const TreeSampler::LeafEstimate e = sampler.estimate();
    const auto shown = estimate_of(e.leaves, e.error, e.bunches, 0, 0);
    json.push_back({{"bunches", e.bunches},
                    {"low", shown ? nlohmann::json(shown->low) : nlohmann::json()},
                    {"high", shown ? nlohmann::json(shown->high) : nlohmann::json()},
                    {"leaves", e.leaves},
                    {"error", e.error},
                    {"runs", sampler.runs()},
                    {"seconds", cpu_seconds() - start}});
  }
  return json;
}

}  // namespace
}  // namespace skein::bench

int main(int argc, char** argv) {
  try {
    const skein::bench::Options options = skein::bench::parse(argc, argv);
    nlohmann::json json = nlohmann::json::array();
    for (std::uint64_t seed = 1; seed <= options.seeds; ++seed) {
      json.push_back(skein::bench::estimate_with(options, seed));
    }
    std::cout << json.dump() << '\n';
    return 0;
  } catch (const std::exception& error) {
    std::cerr << "estimates: " << error.what() << '\n';
    return 2;
  }
}
