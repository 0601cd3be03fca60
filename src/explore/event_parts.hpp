// The parts of a word that can be executed: ReverseRace of event-driven programs [EDPOR Alg.2].
//
// The steps of a run that do not happen after the first of a race need not be executable: two
// messages of one handler may both have lost their ends, or the one that did may have to come
// before another. A reversal then is not one sequence but a family: all parts of the word, closed
// under what happens before, that can be executed and after which the last operation can. It is
// given by its maximal members, each with an order in which it can be executed.
//
// The search executes what it can. A step that begins no message is executed as soon as all that
// happens before it is: that never hurts. A message of the word that can be run to its end at once
// is: that never hurts either. Nor does it to begin the only message left of a handler. Only where
// none of these is possible is there a choice, which message to begin, and then all are tried; to
// decide without is NP-complete [EDPOR Theorem 4]. Where nothing can be begun, what was executed
// is a part, and every part that can be executed lies within one found so. The
// argument is in docs/explorer-event.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/event_word.hpp"

namespace skein::event {

struct Part {
  Word word;
  // Its steps in an order in which they can be executed; the word's last comes after them.
  std::vector<Position> order;
};

// How the parts of a word were found.
struct PartCounts {
  std::uint64_t in_order = 0;  // the word can be executed in the order of the run
  std::uint64_t witness = 0;   // an order, or the one maximal part, was found without a choice
  std::uint64_t decision = 0;  // there were choices to be tried
  std::uint64_t none = 0;      // no part of the word can be executed
  std::uint64_t families = 0;  // there were several maximal parts
};

class Parts {
 public:
  // The maximal parts. Valid until the next call.
  const std::vector<Part>& find(const Scene& scene, const Word& word);

  [[nodiscard]] const PartCounts& counts() const { return counts_; }

 private:
  // A message of the word.
  struct Task {
    AgentId agent;
    Handler handler = kNoHandler;
    Position begin = kNowhere;
    bool is_complete = false;  // its end is in the word
  };
  // What was executed.
  struct State {
    std::vector<std::uint32_t> done;  // by agent
    std::vector<AgentId> active;      // by handler: the message it runs
    std::vector<std::uint32_t> left;  // by handler: so many messages were not begun
    std::size_t length = 0;           // of the order
  };

  void search(const Word& word);
  [[nodiscard]] bool is_in_order(const Word& word) const;
  [[nodiscard]] bool settle_home(Word& word) const;
  void emit(const Word& word, const std::vector<Position>& order);
  void emit_in_order(const Word& word);
  void execute(const Word& word);
  void solve();
  void run_ahead();
  [[nodiscard]] bool is_ready(Position step) const;
  [[nodiscard]] bool can_begin(const Task& task) const;
  void begin(const Task& task);
  [[nodiscard]] bool run_to_end(const Task& task);
  void end_here();
  void restore(const State& saved);

  const Scene* scene_ = nullptr;
  std::vector<Part> found_;
  const Word* word_ = nullptr;
  std::vector<Task> tasks_;
  std::vector<std::uint32_t> task_of_;  // by agent; kNoTask if it is none of the word's messages
  State now_;
  State before_;  // scratch
  std::vector<Position> order_;
  std::vector<std::vector<std::uint32_t>> seen_;  // states in which there was a choice
  std::vector<Word> todo_;                        // parts that have to lose more
  bool has_chosen_ = false;
  PartCounts counts_;
};

}  // namespace skein::event
