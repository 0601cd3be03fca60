// SPDX-License-Identifier: Apache-2.0
// Who watches a session while it works. A session prints nothing: it tells its observer, which the
// command line implements (cli/live_report.hpp). Every function has an empty default, for those who
// only want the result.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "explore/exploration.hpp"
#include "report/estimate_text.hpp"
#include "session/partial_report.hpp"

namespace skein::session {

// How far an exploration is.
struct Progress {
  const Statistics& statistics;
  std::size_t depth = 0;          // at which the last run branched off
  std::optional<double> sampled;  // the share that is done, where the number of runs is known
  bool can_estimate = false;      // whether `estimate` will come
  std::optional<Estimate> estimate;
};

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  Observer(Observer&&) = delete;
  Observer& operator=(Observer&&) = delete;
  virtual ~Observer() = default;

  // The report so far may have changed. Called often, so it must be cheap where nothing is new.
  virtual void look(const PartialReport& /*so_far*/) {}
  // The report so far has changed, or a part of the work begins that may take long.
  virtual void keep(const PartialReport& /*so_far*/) {}

  // Whether show_progress does anything: what it is given takes time to find out.
  [[nodiscard]] virtual bool shows_progress() const { return false; }
  virtual void show_progress(const Progress& /*progress*/) {}
  // What is left is to record what was found; the report will say it.
  virtual void exploration_is_over() {}

  // Something that the user should know and that is no part of the report.
  virtual void note(const std::string& /*message*/) {}
};

}  // namespace skein::session
