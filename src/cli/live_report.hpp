// SPDX-License-Identifier: Apache-2.0
// What the user sees while a session works: the progress line of a terminal, each bug when it is
// found, notes. It also keeps the emergency report up to date (session/os/emergency_report.hpp).
#pragma once

#include "cli/outputs.hpp"
#include "cli/progress_line.hpp"
#include "session/observer.hpp"
#include "session/os/emergency_report.hpp"

namespace skein::cli {

class LiveReport final : public session::Observer {
 public:
  LiveReport(const Outputs& outputs, bool is_quiet);

  void look(session::PartialReport& partial) override;
  void keep(const session::PartialReport& partial) override;
  void begins_compiling(const std::string& file) override;
  [[nodiscard]] bool shows_progress() const override { return progress_.is_shown(); }
  void show_progress(const session::Progress& progress) override;
  void exploration_is_over() override;
  void note(const Remark& note) override;

 private:
  void announce(session::PartialReport& partial);
  // The whole of the first bug, so that the user need not wait for it. False if there is nothing to
  // show but its headline.
  bool show_first(session::PartialReport& partial, std::size_t finding);
  [[nodiscard]] session::EmergencyReport emergency(const session::PartialReport& partial,
                                                   const Report& brief, Stop stop) const;

  const Outputs& outputs_;
  bool is_quiet_;
  bool announces_;
  ProgressLine progress_;
  std::size_t seen_ = 0;       // findings
  std::size_t announced_ = 0;  // of these; accepted ones are not
  double start_;
  double exploring_since_ = 0;  // 0: not yet
  double next_look_ = 0;
  bool is_looking_ = false;
};

}  // namespace skein::cli
