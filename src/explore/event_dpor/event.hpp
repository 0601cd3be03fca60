// SPDX-License-Identifier: Apache-2.0
// Event-DPOR: dynamic partial order reduction for event-driven programs.
//
// A handler takes its messages in any order, one at a time. To the other explorers it is a lock, so
// that they explore every order of its messages. Here messages are ordered only as far as their
// accesses show it [EDPOR Def.1 and 2]: n messages that do not touch the same variables are
// one class, not n!. For programs without handlers this is optimal DPOR.
//
// As in the paper every run is searched for races, every race is reversed, and what the reversal
// needs is explored unless it is redundant [EDPOR Alg.1]. DEVIATION: redundant is what an explored
// run contains. The paper finds out from its exploration tree, by asking whether an explored first
// move could come first; in branching programs nobody knows what that move's message would
// have done, and the answers lose classes. We keep all explored runs and look. So every class is
// found, and each once, in branching programs too; the price is memory.
// docs/explorer-event.md has the proof and the story. The parts:
//   event_messages  messages as threads, handlers as a constraint
//   event_waits     handlers that have to be taken as locks
//   event_word      a set of steps to be executed
//   event_settle    what a word has to lose before
//   event_parts     the maximal executable parts of a word, and their order: ReverseRace
//   event_prints    when two steps are the same event
//   event_archive   the explored runs
//   event_memo      words and parts seen before
//   event_backlog   words to be explored
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
#include "explore/event_dpor/event_memo.hpp"
#include "explore/event_dpor/event_parts.hpp"
#include "explore/event_dpor/event_prints.hpp"
#include "explore/event_dpor/event_waits.hpp"
#include "explore/event_dpor/event_word.hpp"
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

  // How often what decided that a reversal need not be explored, or must be [EDPOR A.3].
  struct Counts {
    std::uint64_t remembered = 0;  // the same word was met before
    std::uint64_t repeated = 0;    // the same part was met before
    std::uint64_t fresh = 0;       // its last operation is an event never seen: not redundant
    std::uint64_t contained = 0;   // an explored run contains it
    std::uint64_t planned = 0;     // none does
    std::uint64_t overtaken = 0;   // of these: by the time it was to be explored, one did
    std::uint64_t restarts = 0;    // a handler turned out to have to be a lock
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::vector<ExplorerCount> counted() const override;
  [[nodiscard]] const event::PartCounts& part_counts() const { return parts_.counts(); }

 private:
  using Position = event::Position;

  using Goal = event::Backlog::Goal;

  void restart();
  void drop_overtaken();
  [[nodiscard]] bool is_contained(Goal& goal);
  [[nodiscard]] Position shared_steps(const Run& run) const;
  void note(const dpor::Reversal& reversal, Position enabler);
  void insert(const event::Part& part);
  void find_maximal(const event::Word& word);
  [[noreturn]] void fail(const char* what) const;

  Plan plan_;
  std::unique_ptr<OptimalDpor> plain_;  // as long as no run has shown a message
  bool has_begun_ = false;

  std::vector<Step> last_run_;  // as the machine gave it
  event::Scene scene_;
  event::Waits waits_;
  event::Parts parts_;
  event::Prints prints_;
  event::Archive archive_;
  event::Memo memo_;
  event::Backlog backlog_;
  Goal goal_;                    // of the current plan
  event::Backlog::Entry entry_;  // scratch
  dpor::RaceLog races_{scene_.trace, dpor::RaceLog::Scope::WholeRun};
  event::Word word_;
  std::vector<std::uint32_t> cover_;  // of each agent's last step in a word: how many know it
  std::size_t agents_ = 0;
  Counts counts_;
};

}  // namespace skein
