// SPDX-License-Identifier: Apache-2.0
// The explorers by name. Code that offers a choice of explorers (the command, tests, benchmarks)
// takes it from this table; a new algorithm is a new row.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/plan.hpp"
#include "explore/explorer.hpp"

namespace skein {

// The options of all explorers; each explorer reads those that concern it.
struct ExplorerOptions {
  Bounds bounds;
  std::uint32_t k = 0;          // qpor: k-partial alternatives; 0 = full ones (optimal)
  std::uint64_t runs = 10'000;  // random, pct: the number of runs
  std::uint64_t seed = 1;       // random, pct
  std::uint32_t depth = 3;      // pct: the number of ordering constraints the bug may need
  bool is_paranoid = false;
};

struct ExplorerInfo {
  std::string_view name;
  std::string_view summary;      // one line for people
  bool has_k = false;            // reads k
  std::string_view caveat = {};  // why it proves nothing even when it ends; empty if it proves
  bool is_sampling = false;      // reads runs and seed
  bool has_depth = false;        // reads depth
  bool is_optimal = false;       // with k = 0, if it has one: each class once, no redundant run
  bool foresees_all = false;     // every step of a reversal: one that is impossible contradicts it
  bool is_event_aware = false;   // its classes and events are those of [EDPOR Def.1 and 2]
  std::unique_ptr<Explorer> (*make)(const ExplorerOptions&) = nullptr;
};

// All of them, the default first.
[[nodiscard]] std::span<const ExplorerInfo> explorers();

// Null if no explorer has that name.
[[nodiscard]] const ExplorerInfo* find_explorer(std::string_view name);

}  // namespace skein
