// SPDX-License-Identifier: Apache-2.0
// What an explorer found out about a program: what the tests compare with the oracle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "explore/explorer.hpp"
#include "machine/model/model_machine.hpp"

namespace skein::test {

struct Outcome {
  struct Class {
    std::string schedule;  // of the first run of it
    std::string state;     // after it
  };

  std::unordered_map<std::string, Class> classes;  // of the complete runs, by canonical form
  std::set<std::string> violations;                // messages
  std::set<std::string> final_states;              // says nothing of the dependence table
  bool has_deadlock = false;
  std::uint64_t runs = 0;
  std::uint64_t redundant = 0;  // ended Asleep
  std::uint64_t cut = 0;
  std::uint64_t events = 0;
  std::string split;         // a schedule whose final state is another than that of its class
  std::string repeated;      // a schedule whose class had been seen before; empty if there is none
  bool is_exhausted = true;  // false: stopped at the limit
};

// Explores to the end, or for at most `limit` runs.
[[nodiscard]] Outcome explore_all(Explorer& explorer, ModelMachine& machine, std::uint64_t limit);

// A schedule as text: "main:create t1 t1:start ...".
[[nodiscard]] std::string schedule_text(const ModelMachine& machine, const Run& run);

struct NamedExplorer {
  std::string name;
  std::function<std::unique_ptr<Explorer>()> make;
  bool is_optimal = false;  // promises each class once and no redundant run

  friend void PrintTo(const NamedExplorer& explorer, std::ostream* out) { *out << explorer.name; }
};

// All explorers that promise to find every class.
[[nodiscard]] const std::vector<NamedExplorer>& reducing_explorers();

// In how many ways the oracle and the explorer disagree: empty if in none.
[[nodiscard]] std::string difference(const Outcome& oracle, const Outcome& found,
                                     const NamedExplorer& explorer);

// An unbiased estimate of the number of interleavings: the mean, over random runs, of the product
// of the numbers of moves there were to choose from [Knuth 1975].
[[nodiscard]] double estimate_interleavings(ModelMachine& machine, std::uint64_t seed, int runs);

}  // namespace skein::test
