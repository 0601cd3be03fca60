// Whether, and in what order, a word can be executed: the decision procedure.
//
// From a front, all steps of the word and then its last operation are to be executed, in an order
// that respects what happens before what, with every handler running one message at a time. To
// decide that is NP-complete [EDPOR Theorem 4]; in practice it is a walk. Executing a step early
// never hurts, so every step that can be executed is, unless it begins a message. To begin a
// message does not hurt either if the message can then be run to its end, or if it is the last one
// of its handler: so these are begun without a choice. Only where no message can be run to its end
// without another being begun meanwhile is there a choice, and all are tried.
//
// A message whose end is not in the word occupies its handler for ever. It comes last there, or
// (where this is allowed) what it may still do is assumed, executed as soon as all is executed that
// it could depend on, and with that it has ended.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "explore/event_word.hpp"

namespace skein::event {

class Serializer {
 public:
  explicit Serializer(Behaviours& behaviours) : behaviours_(&behaviours) {}

  enum class Completion : std::uint8_t {
    Never,   // no message is run beyond the word
    Active,  // those that the front's handlers run already
    Any,
  };

  // Whether there is an order. REQUIRES: the word contains no step whose past it does not contain.
  bool run(const Scene& scene, const Word& word, const Front& from, Completion completion);

  // After success: about which messages something was assumed, beyond the word, and whether there
  // had to be a choice.
  [[nodiscard]] bool has_assumed() const { return !assumed_.empty(); }
  [[nodiscard]] const std::vector<AgentId>& assumed() const { return assumed_; }
  [[nodiscard]] bool has_chosen() const { return choices_ != 0; }

  // After success: the order.
  struct Entry {
    Position step = kNowhere;  // of the run; nowhere: the last operation, or one assumed
    KnownMove move;            // if it is none of the run
    bool is_assumed = false;
  };
  [[nodiscard]] const std::vector<Entry>& order() const { return order_; }

  // After failure: steps of the word such that whatever part of it can be executed lacks one of
  // them.
  [[nodiscard]] const std::vector<Position>& obstacles() const { return obstacles_; }

 private:
  struct State {
    std::vector<std::uint32_t> done;
    std::vector<AgentId> active;
    std::vector<std::uint8_t> assumed;  // by task: it was run beyond the word
    bool is_last_done = false;
    std::size_t length = 0;  // of the order
  };
  // A message of the word that has not ended at the front.
  struct Task {
    AgentId agent;
    Handler handler = kNoHandler;
    bool is_complete = false;  // its end is in the word
    bool may_assume = false;
    std::vector<std::uint32_t> needs;  // before what it may still do: so many steps by agent
    bool needs_last = false;           // before it: the last operation of the word too
    std::vector<Operation> rest;
  };

  void prepare();
  void find_needs(const Operation& op, std::vector<std::uint32_t>& needs) const;
  void find_rest(Task& task);
  [[nodiscard]] bool solve();
  void run_ahead();
  [[nodiscard]] bool step_agent(AgentId agent);
  [[nodiscard]] bool complete(Task& task);
  [[nodiscard]] bool is_ready(Position step) const;
  [[nodiscard]] bool is_last_ready() const;
  [[nodiscard]] bool is_finished() const;
  [[nodiscard]] bool can_begin(const Task& task) const;
  [[nodiscard]] std::size_t unbegun(Handler handler) const;
  void begin(Task& task);
  [[nodiscard]] bool has_ended(const Task& task) const;
  void restore(const State& saved);
  void note_obstacles();
  [[nodiscard]] Task* task_of(AgentId agent);
  // Whether the last operation of the word is the message's.
  [[nodiscard]] bool is_last(const Task& task) const {
    return task.agent == word_->last.move.agent;
  }
  // How many steps of the message the word has.
  [[nodiscard]] std::uint32_t end_of(const Task& task) const {
    const std::uint32_t end = target_[task.agent.index()];
    return is_last(task) ? std::max(end, word_->last.index + 1) : end;
  }
  [[nodiscard]] std::size_t index_of(const Task& task) const {
    return static_cast<std::size_t>(&task - tasks_.data());
  }
  [[nodiscard]] bool is_assumed(const Task& task) const {
    return now_.assumed[index_of(task)] != 0;
  }

  Behaviours* behaviours_;
  const Scene* scene_ = nullptr;
  const Word* word_ = nullptr;
  Completion completion_ = Completion::Never;
  State now_;
  std::vector<std::uint32_t> target_;  // by agent
  std::vector<AgentId> open_;          // agents that have steps to make
  std::vector<std::uint32_t> last_needs_;
  std::vector<Task> tasks_;
  std::size_t used_tasks_ = 0;
  static constexpr std::size_t kNoTask = static_cast<std::size_t>(-1);
  std::vector<std::size_t> task_number_;  // by agent
  State before_;                          // scratch
  std::vector<Entry> order_;
  std::vector<Position> obstacles_;
  std::vector<AgentId> assumed_;
  std::uint32_t choices_ = 0;
};

}  // namespace skein::event
