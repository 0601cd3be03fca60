// SPDX-License-Identifier: Apache-2.0
// Event-DPOR: dynamic partial order reduction for event-driven programs.
//
// A handler takes its messages in any order, one at a time. The other explorers treat it as a lock
// and explore every order of its messages. Here only the accesses of messages order them [EDPOR
// Def.1 and 2]: n messages that do not touch the same variables are one class, not n!. For programs
// without handlers this is optimal DPOR.
//
// As in the paper, every run is searched for races, every race is reversed, and what the reversal
// needs is explored unless it is redundant [EDPOR Alg.1]. DEVIATION: a reversal is redundant if an
// explored run contains it. The paper decides this from its exploration tree, by asking whether an
// explored first move could come first. In branching programs it is not known what the message of
// that move would have done, and the answers lose classes. We keep all explored runs and search
// them. So every class is found exactly once, in branching programs too, at the price of memory.
// docs/explorer-event.md has the proof and the story. The files:
//
//   event_messages      messages as threads, handlers as a constraint
//   event_waits         handlers that have to be taken as locks
//   event_cut           a set of steps to be executed
//   event_prune         removes from a cut what is in no executable part of it
//   executable_cuts     the maximal executable cuts, and their order: ReverseRace
//   event_fingerprints  when two steps are the same event
//   event_archive       the explored runs
//   event_memo          cuts seen before
//   event_backlog       cuts to be explored
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "explore/dpor/optimal.hpp"
#include "explore/dpor/race_log.hpp"
#include "explore/dpor/reversal.hpp"
#include "explore/event_dpor/event_archive.hpp"
#include "explore/event_dpor/event_backlog.hpp"
#include "explore/event_dpor/event_cut.hpp"
#include "explore/event_dpor/event_fingerprints.hpp"
#include "explore/event_dpor/event_memo.hpp"
#include "explore/event_dpor/event_waits.hpp"
#include "explore/event_dpor/executable_cuts.hpp"
#include "explore/explorer.hpp"

namespace skein {

class EventDpor final : public Explorer {
 public:
  explicit EventDpor(const Bounds& bounds = {}, bool counts_events = true);

  const Plan* next() override;
  void observe(const Run& run) override;
  [[nodiscard]] std::string_view name() const override { return "event"; }
  [[nodiscard]] std::uint64_t events() const override {
    return plain_ ? plain_->events() : archive_.events();
  }

  // How often each way decided whether a reversal must be explored [EDPOR A.3].
  struct Counts {
    std::uint64_t remembered = 0;  // the same reversal was met before
    std::uint64_t repeated = 0;    // the same executable cut was met before
    std::uint64_t fresh = 0;       // its last operation is an event never seen: not redundant
    std::uint64_t contained = 0;   // an explored run contains it
    std::uint64_t planned = 0;     // no explored run contains it
    std::uint64_t overtaken = 0;   // of these: a run contained it before it was due
    std::uint64_t restarts = 0;    // a handler turned out to need treatment as a lock
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::vector<ExplorerCount> counted() const override;
  // For tests: how each executable cut was found.
  [[nodiscard]] const event::SearchCounts& search_counts() const { return executable_.counts(); }

 private:
  using Position = event::Position;

  using Goal = event::Backlog::Goal;

  void restart();
  void drop_overtaken();
  [[nodiscard]] bool is_contained(Goal& goal);
  [[nodiscard]] Position shared_steps(const Run& run) const;
  void add_backtrack(const dpor::RaceLog::Visit& visit);
  void plan(const event::ExecutableCut& executable);
  [[nodiscard]] WideFingerprint last_event(const event::Cut& cut);
  void find_maximal(const event::Cut& cut);
  [[noreturn]] void fail(const char* what) const;

  Plan plan_;
  std::unique_ptr<OptimalDpor> plain_;  // as long as no run has shown a message
  bool has_begun_ = false;

  std::vector<Step> last_run_;  // as the machine gave it
  event::Scene scene_;
  event::Waits waits_;
  event::ExecutableCuts executable_;
  event::RunFingerprints fingerprints_;
  event::Archive archive_;
  event::Memo memo_;
  event::Backlog backlog_;
  Goal goal_;                    // of the current plan
  event::Backlog::Entry entry_;  // scratch
  dpor::RaceLog races_{scene_.trace, dpor::RaceLog::Scope::WholeRun};
  event::Cut cut_;                    // the reversal
  event::Cut resolved_;               // scratch
  std::vector<std::uint32_t> cover_;  // by agent: the number of clocks that count its last step in
                                      // a cut
  std::size_t agents_ = 0;            // of the current run
  Counts counts_;
};

}  // namespace skein
