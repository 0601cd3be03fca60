// SPDX-License-Identifier: Apache-2.0
// The contract of an observer, which watches a session at work. A session prints nothing: it calls
// its observer, which the command line implements (cli/live_report.hpp). Every function has an
// empty default, for callers that only want the result.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "explore/exploration.hpp"
#include "report/words/estimate_text.hpp"
#include "report/words/remark.hpp"
#include "session/partial_report.hpp"

namespace skein::session {

// The progress of an exploration.
struct Progress {
  const Statistics& statistics;
  std::size_t depth = 0;          // where the last run branched off
  std::optional<double> sampled;  // the share that is done, if the number of runs is known
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

  // The partial report may have changed. Called often, so it must be cheap if nothing is new; also
  // in the middle of a run, and while the observer learns details of a finding.
  virtual void look(PartialReport& /*partial*/) {}
  // The partial report has changed, or a part of the work begins that may take long.
  virtual void keep(const PartialReport& /*partial*/) {}

  // The compiler begins its work on this file, and perhaps others.
  virtual void begins_compiling(const std::string& /*file*/) {}

  // Whether show_progress does anything: its arguments take time to compute.
  [[nodiscard]] virtual bool shows_progress() const { return false; }
  virtual void show_progress(const Progress& /*progress*/) {}
  // Only recording the findings is left; the report will have the result.
  virtual void exploration_is_over() {}

  // A message to the user that is not part of the report.
  virtual void note(const Remark& /*note*/) {}
};

}  // namespace skein::session
