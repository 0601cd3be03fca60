// SPDX-License-Identifier: Apache-2.0
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
// is: that never hurts either. Nor does it to begin the only message left of a handler. So the
// search starts from all that depends on no message that lacks its end: that can be executed as the
// run did. A message is begun no earlier than its first step after that can follow. Only
// where several can be begun is there a choice, and then all are tried; to decide without is
// NP-complete [EDPOR Theorem 4]. Where nothing can be begun, what was executed is a part, and every
// part that can be executed lies within one found so, but for begins without a step after them. The
// argument is in docs/explorer-event.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/event_dpor/event_word.hpp"

namespace skein::event {

struct Part {
  Word word;
  // An order in which it can be executed: of each agent the first so many steps, in the order of
  // the run; then the rest; the word's last comes after them.
  std::vector<std::uint32_t> start;
  std::vector<Position> rest;
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
  // The maximal parts. Valid until the next call. REQUIRES: the word has no begin of a message, but
  // that of its last operation, without a step after it.
  std::span<const Part> find(const Scene& scene, const Word& word);

  [[nodiscard]] const PartCounts& counts() const { return counts_; }

 private:
  // A message of the word.
  struct Task {
    AgentId agent;
    Handler handler = kNoHandler;
    Position begin = kNowhere;
    Position first = kNowhere;  // its first step after that, if it is in the word
    bool is_complete = false;   // its end is in the word
  };
  // What was executed.
  struct State {
    std::vector<std::uint32_t> done;  // by agent
    std::vector<AgentId> active;      // by handler: the message it runs
    std::vector<std::uint32_t> left;  // by handler: so many messages were not begun
    std::size_t length = 0;           // of the order
  };

  [[nodiscard]] std::span<const Part> found() const { return {found_.data(), found_count_}; }
  void search(Word& word);
  [[nodiscard]] bool is_in_order(const Word& word) const;
  void emit(const Word& word);
  void emit_in_order(const Word& word);
  void find_start(const Word& word);
  void execute(const Word& word);
  void solve();
  void run_where_safe();
  void find_candidates();
  void run_ahead();
  [[nodiscard]] bool is_ready(Position step) const;
  [[nodiscard]] bool can_begin(const Task& task) const;
  void begin(const Task& task);
  [[nodiscard]] bool run_to_end(const Task& task);
  void end_here();
  void restore(const State& saved);

  const Scene* scene_ = nullptr;
  std::vector<Part> found_;  // the first so many; the others keep their memory
  std::size_t found_count_ = 0;
  const Word* word_ = nullptr;
  std::vector<Task> tasks_;
  std::vector<std::uint32_t> task_of_;  // by agent; kNoTask if it is none of the word's messages
  Word start_;                 // what was executed in the order of the run, before the search
  std::vector<AgentId> live_;  // agents with steps that were not
  State now_;
  State before_;  // scratch
  Word part_;     // scratch
  std::vector<Position> order_;
  std::vector<std::vector<std::uint32_t>> seen_;  // states in which there was a choice
  std::vector<const Task*> candidates_;           // to be begun
  Word next_;                                     // the part looked at
  std::vector<Word> todo_;                        // parts that have to lose more
  bool has_chosen_ = false;
  PartCounts counts_;
};

}  // namespace skein::event
