// SPDX-License-Identifier: Apache-2.0
// What to do after a budget stopped an exploration: what makes it large, and which commands end
// soon. Computed from what was explored (session/check/advisor.hpp).
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/names.hpp"
#include "findings/race_statistics.hpp"
#include "report/words/text.hpp"

namespace skein {

// Races between two kinds of agents on an object, as a share of all.
struct RaceShare {
  std::string first;
  std::string second;
  std::string object;
  double share = 0;
};

// A command that ends soon, as far as one can tell.
struct AdvisedRun {
  enum class Rung : std::uint8_t {
    All,          // no bound
    Preemptions,  // at most `number` in a run
    Pct,          // `number` random runs
  };
  Rung rung = Rung::All;
  std::uint64_t number = 0;
  double seconds = 0;     // that it will take, about; 0: not known
  bool is_tried = false;  // it was executed to its end
  std::string command;
};

struct Advice {
  std::vector<RaceShare> races;  // the largest first
  std::vector<AdvisedRun> ladder;
};

// The shares of the races by kinds of agents ("worker" of "worker(2)") and objects. `objects`:
// better names than `names` has.
[[nodiscard]] std::vector<RaceShare> race_shares(const std::vector<RaceCount>& counts,
                                                 const Names& names,
                                                 const std::map<ObjectId, std::string>& objects);

// Empty if there is nothing to say.
[[nodiscard]] std::string advice_text(const Advice& advice, const Style& style);
[[nodiscard]] nlohmann::ordered_json advice_json(const Advice& advice);

}  // namespace skein
