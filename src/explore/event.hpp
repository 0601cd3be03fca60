// Event-DPOR: optimal DPOR for event-driven programs.
//
// A handler takes its messages in any order, one at a time. To the other explorers it is a lock, so
// that they explore every order of its messages. Here messages are ordered only as far as their
// accesses show it [EDPOR Def.1 and 2]: n messages that do not touch the same variables are
// one class, not n!. For programs without handlers this is optimal DPOR.
//
// The algorithm is the paper's [EDPOR Alg.1] in outline: run, reverse every race, insert what is
// not redundant, go on to the right. It is corrected where the published one loses traces;
// docs/explorer-event.md has the story and the proof. The parts:
//   event_messages    messages as threads, handlers as a constraint; what messages do
//   event_word        a set of steps to be executed, a point of the tree
//   event_serializer  the order in which a word can be executed: the decision procedure
//   event_families    the maximal executable parts of a word: ReverseRace
//   event_tree        what is done and what is planned
//   event_insertion   where a word belongs in the tree
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/census.hpp"
#include "explore/event_insertion.hpp"
#include "explore/event_tree.hpp"
#include "explore/event_word.hpp"
#include "explore/explorer.hpp"
#include "explore/races.hpp"
#include "explore/reversal.hpp"

namespace skein {

class EventDpor final : public Explorer {
 public:
  explicit EventDpor(const Bounds& bounds = {}, bool counts_events = true);

  const Plan* next() override;
  void observe(const Run& run) override;
  [[nodiscard]] std::string_view name() const override { return "event"; }
  [[nodiscard]] std::uint64_t events() const override { return census_ ? census_->events() : 0; }

  [[nodiscard]] const event::CheckCounts& checks() const { return insertion_.counts(); }
  // Plans that the program did not follow, because a message did not do what it did before.
  [[nodiscard]] std::uint64_t shortened() const { return shortened_; }

 private:
  using Position = event::Position;

  // A race of the current run. A choice not taken is a race of the step with itself.
  struct Race {
    Position first = 0;
    Position second = 0;
    std::uint32_t choice = 0;
  };

  bool turn();
  void take(event::Tree::Node node);
  void finish(Position at);
  bool is_shortened(const Run& run);
  void put_to_sleep(Position from);
  void note(const dpor::Reversal& reversal, Position enabler,
            event::Handler begins = event::kNoHandler);
  void note_word(event::Word word);
  void note_race(const Race& race);
  void note_new(Position step);
  void note_choices(Position step);
  void note_pending(const Pending& pending);
  void note_waiting(const Pending& pending, event::Handler handler);
  [[noreturn]] void fail(const char* what) const;

  Plan plan_;
  event::Scene scene_;
  event::Behaviours behaviours_;
  event::Tree tree_;
  event::Insertion insertion_{tree_, behaviours_};
  dpor::Races finder_{scene_.trace};
  dpor::Reversal reversal_{scene_.trace};
  std::vector<Race> races_;
  std::vector<event::Word> noted_;      // in the current run
  Position branch_ = 0;                 // the plan's moves before this are those of the run before
  Position assumed_ = event::kNowhere;  // the first move of the plan that is only assumed
  bool has_begun_ = false;
  bool is_retry_ = false;
  std::uint64_t shortened_ = 0;
  event::Scene parked_scene_;
  std::optional<Census> census_;
};

}  // namespace skein
