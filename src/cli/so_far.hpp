// SPDX-License-Identifier: Apache-2.0
// What is known so far, while the work goes on: each bug is announced when it is found, and the
// last word (session/os/emergency_report.hpp) is kept up to date.
#pragma once

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

#include "cli/outputs.hpp"
#include "machine/machine.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace skein::cli {

class SoFar {
 public:
  // How a command words a report that was stopped; the report given to them has brief accounts.
  struct Words {
    std::function<std::string(const Report&, const Style&)> text;
    std::function<nlohmann::ordered_json(const Report&)> json;
    std::function<int(const Report&)> status;
  };

  // `report` is looked at whenever look() is called.
  SoFar(const Report& report, const Outputs& outputs, bool is_quiet, Words words);

  // In whose words findings are told; null: there is none yet, and nothing is found.
  void set_machine(const Machine* machine) { machine_ = machine; }

  // Findings that the report will have too.
  void set_earlier(const FindingSet* earlier) { earlier_ = earlier; }

  // Cheap where nothing is new, or where the last look was a moment ago.
  void look();
  // Keeps the last word at once.
  void keep();
  // The report comes: nothing is announced any more.
  void stop_announcing() { announces_ = false; }

 private:
  void announce();
  [[nodiscard]] EmergencyReport word(const Report& brief, Stop stop) const;

  const Report& report_;
  const Outputs& outputs_;
  bool is_quiet_;
  bool announces_;
  Words words_;
  const Machine* machine_ = nullptr;
  const FindingSet* earlier_ = nullptr;
  std::size_t announced_ = 0;
  double start_;
  double next_look_ = 0;
};

}  // namespace skein::cli
