// SPDX-License-Identifier: Apache-2.0
#include "papers/exploring.hpp"

#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "core/ensure.hpp"
#include "explore/registry.hpp"
#include "machine/model/model_machine.hpp"

namespace skein::papers {

const std::vector<Setting>& all_settings() {
  static const std::vector<Setting> settings = {
      {"qpor_k1", "qpor", 1}, {"qpor_k2", "qpor", 2},
      {"qpor_k3", "qpor", 3}, {"qpor_optimal", "qpor", 0, true},
      {"source", "source"},   {"optimal", "optimal", 0, true},
  };
  return settings;
}

const Setting& setting(const std::string& name) {
  for (const Setting& s : all_settings()) {
    if (s.name == name) return s;
  }
  throw std::invalid_argument("no setting is called " + name);
}

Statistics explore_to_end(const Setting& setting, const ModelProgram& program,
                          bool reduces_by_outcome) {
  const ExplorerInfo* info = find_explorer(setting.explorer);
  ensure(info != nullptr, "the explorers of the tests exist");
  ExplorerOptions options;
  options.k = setting.k;
  const std::unique_ptr<Explorer> explorer = info->make(options);
  ModelMachine machine(program, {.reduces_by_outcome = reduces_by_outcome});
  Statistics statistics;
  explore(*explorer, machine, Budget{}, Environment{}, statistics);
  return statistics;
}

std::string source_path(const std::string& path) {
  const char* root = std::getenv("SKEIN_SOURCE");
  return (root != nullptr ? std::string(root) : std::string(".")) + "/" + path;
}

}  // namespace skein::papers
