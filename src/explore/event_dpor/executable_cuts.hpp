// SPDX-License-Identifier: Apache-2.0
// The executable parts of a cut: ReverseRace of event-driven programs [EDPOR Alg.2].
//
// The steps of a run that do not happen after the first step of a race need not be executable: two
// messages of one handler may both have lost their ends, or the message that lost its end may have
// to come before another. Then a reversal is not one sequence but a family: all cuts within it that
// can be executed and after which the last operation is possible. The maximal cuts represent the
// family, each with an order in which it can be executed.
//
// The search executes what it can. Three things never hurt: executing a step that begins no message
// as soon as everything that happens before it is executed; running a message to its end at once,
// if that is possible; beginning the only remaining message of a handler. So the search starts with
// everything that depends on no message without an end: that part can be executed as in the run. It
// begins a message no earlier than the message's next step can follow. Only where several messages
// can begin is there a choice, and then all are tried; deciding without trying is NP-complete
// [EDPOR Theorem 4]. Where no message can begin, the executed steps are an executable cut. Every
// executable cut lies within one found in this way, except for begins without a step after them.
// The argument is in docs/explorer-event.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "explore/event_dpor/event_cut.hpp"

namespace skein::event {

struct ExecutableCut {
  Cut cut;
  // An order in which it can be executed: first, in the order of the run, the first start[b] steps
  // of each agent b; then the rest; then the cut's last operation.
  std::vector<std::uint32_t> start;
  std::vector<Position> rest;
};

// How the executable cuts were found.
struct SearchCounts {
  std::uint64_t in_order = 0;  // the whole cut can be executed in the order of the run
  std::uint64_t witness = 0;   // an order, or the one maximal cut, was found without a choice
  std::uint64_t decision = 0;  // there were choices to try
  std::uint64_t none = 0;      // nothing can be executed
  std::uint64_t families = 0;  // there were several maximal cuts
};

class ExecutableCuts {
 public:
  // The maximal executable cuts within `cut`. Valid until the next call. REQUIRES: the cut has no
  // begin of a message without a step after it, except the begin of its last operation's message.
  std::span<const ExecutableCut> find(const Scene& scene, const Cut& cut);

  [[nodiscard]] const SearchCounts& counts() const { return counts_; }

 private:
  // A message of the cut.
  struct Task {
    AgentId agent;
    HandlerId handler;
    Position begin;
    Position first;            // its first step after the begin, if it is in the cut
    bool is_complete = false;  // its end is in the cut
  };
  using TaskId = Id<struct TaskTag>;
  // What the order of execution that is being tried has executed.
  struct State {
    std::vector<std::uint32_t> done;  // by agent
    std::vector<AgentId> active;      // by handler: the message it runs
    std::vector<std::uint32_t> left;  // by handler: the number of messages not begun
    std::size_t length = 0;           // of the order
  };

  [[nodiscard]] std::span<const ExecutableCut> found() const {
    return {found_.data(), found_count_};
  }
  void search(Cut& cut);
  [[nodiscard]] bool is_in_order(const Cut& cut) const;
  void emit(const Cut& cut);
  void emit_in_order(const Cut& cut);
  void find_start(const Cut& cut);
  void execute(const Cut& cut);
  void solve();
  void run_where_safe();
  void find_candidates();
  void run_ahead();
  [[nodiscard]] bool is_ready(Position step) const;
  [[nodiscard]] bool can_begin(const Task& task) const;
  [[nodiscard]] AgentId& active(const Task& task) { return now_.active[task.handler.index()]; }
  [[nodiscard]] std::uint32_t& left(const Task& task) { return now_.left[task.handler.index()]; }
  void begin(const Task& task);
  [[nodiscard]] bool run_to_end(const Task& task);
  void end_here();
  void restore(const State& saved);

  const Scene* scene_ = nullptr;
  std::vector<ExecutableCut> found_;  // the first found_count_; the others keep their memory
  std::size_t found_count_ = 0;
  const Cut* cut_ = nullptr;
  std::vector<Task> tasks_;
  std::vector<TaskId> task_of_;  // by agent; none if it is not a message of the cut
  Cut start_;                    // what was executed in the order of the run, before the search
  std::vector<AgentId> live_;    // agents with steps beyond start_
  State now_;
  State before_;  // scratch
  Cut executed_;  // scratch
  std::vector<Position> order_;
  std::vector<std::vector<std::uint32_t>> seen_;  // states in which there was a choice
  std::vector<const Task*> candidates_;           // to be begun
  Cut next_;                                      // the cut being searched
  std::vector<Cut> todo_;                         // cuts that must lose more steps
  bool has_chosen_ = false;
  SearchCounts counts_;
};

}  // namespace skein::event
