// SPDX-License-Identifier: Apache-2.0
// How the tests of this folder explore a model file: to the end, with an explorer given by name.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "explore/exploration.hpp"
#include "machine/model/language/model_program.hpp"
#include "machine/model/language/parser.hpp"

namespace skein::papers {

// An explorer and, for qpor, its k (0: optimal).
struct Setting {
  const char* name;
  const char* explorer;
  std::uint32_t k = 0;
  bool is_optimal = false;

  friend void PrintTo(const Setting& setting, std::ostream* out) { *out << setting.name; }
};

// qpor with k = 1, 2, 3 and optimal, source, optimal.
[[nodiscard]] const std::vector<Setting>& all_settings();
[[nodiscard]] const Setting& setting(const std::string& name);

// Explores until nothing is left.
[[nodiscard]] Statistics explore_to_end(const Setting& setting, const ModelProgram& program,
                                        bool reduces_by_outcome = true);

// A file of this repository, by its path from the root.
[[nodiscard]] std::string source_path(const std::string& path);

}  // namespace skein::papers
