// SPDX-License-Identifier: Apache-2.0
// The state of a model program in the middle of a run: one flat block of memory, so that saving
// and restoring it is one memcpy.
//
// The block holds, in this order, the header, the cells, the synchronisation objects, and for each
// agent its next operation, its record, its registers, and the object that it watches. grow() makes
// room for more agents and so changes the layout: saved copies are invalid afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include "core/ids.hpp"
#include "core/step.hpp"
#include "machine/model/language/model_program.hpp"

namespace skein {

// What each kind of object keeps here:
//            owner          count             value
//   mutex    holder         depth
//   rwlock   writer         readers
//   sem                                       its value
//   barrier                 arrived           how many it is for
//   once     initialiser                      1 once done
//   library                                   calls so far
//   handler  message        posted            messages ended
struct SyncState {
  AgentId owner;  // none: free
  std::uint32_t count = 0;
  std::int64_t value = 0;
};

enum class AgentStatus : std::uint8_t {
  None,    // not created in this run
  Active,  // has a next operation
  Finished,
  Violated,  // halted by a violation
  Assumed,   // halted by a failed assumption
};

struct AgentState {
  std::uint32_t pc = 0;
  BodyId body;
  std::uint32_t children = 0;  // number of agents it has created
  ObjectId sleeps_on;          // condition variable, barrier or atomic; until woken
  std::uint32_t arrival = 0;   // orders the sleepers
  ObjectId handler;            // of a message; none: this is a thread
  std::uint32_t turn = 0;      // of a message of a fifo handler: its place in the order
  StepIndex exit;              // the step that ended it
  AgentStatus status = AgentStatus::None;
  bool is_detached = false;
  bool is_joined = false;
  bool was_woken = false;     // since it last went to sleep
  bool opens = false;         // at a barrier: it opens it, because all have arrived
  bool looks = false;         // at a barrier: it looks at the result
  bool is_serial = false;     // at a barrier: the result
  bool may_time_out = false;  // asleep on a condition variable; if woken: may have timed out first
};

class State {
 public:
  // The state before the first step, with only main, whose life is object `main_life`.
  void reset(const ModelProgram& program, std::size_t capacity, ObjectId main_life);
  // Room for at least `capacity` agents; keeps the contents.
  void grow(const ModelProgram& program, std::size_t capacity);

  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t bytes() const { return block_.size(); }
  [[nodiscard]] const std::byte* data() const { return block_.data(); }
  void restore(const std::byte* saved);

  // Agents at or above the limit do not exist, whatever their record says; those below may.
  std::uint32_t& limit() { return header_->limit; }
  [[nodiscard]] std::uint32_t limit() const { return header_->limit; }
  [[nodiscard]] auto agents() const {
    return std::views::iota(0U, limit()) |
           std::views::transform([](std::uint32_t a) { return AgentId{a}; });
  }
  std::uint32_t next_arrival() { return header_->arrivals++; }

  std::int64_t* cells() { return cells_; }
  [[nodiscard]] const std::int64_t* cells() const { return cells_; }
  SyncState& sync(ObjectId object) { return sync_[object.value - visible_cells_]; }
  [[nodiscard]] const SyncState& sync(ObjectId object) const {
    return sync_[object.value - visible_cells_];
  }
  // The next operation of the agent.
  Pending& pending(AgentId a) { return pending_[a.index()]; }
  [[nodiscard]] const Pending& pending(AgentId a) const { return pending_[a.index()]; }
  AgentState& agent(AgentId a) { return agents_[a.index()]; }
  [[nodiscard]] const AgentState& agent(AgentId a) const { return agents_[a.index()]; }
  std::int64_t* registers(AgentId a) { return registers_ + a.index() * stride_; }
  [[nodiscard]] const std::int64_t* registers(AgentId a) const {
    return registers_ + a.index() * stride_;
  }
  // Holds of each rwlock as a reader, by its rank.
  std::int64_t* read_holds(AgentId a) { return registers(a) + (stride_ - rwlocks_); }
  [[nodiscard]] const std::int64_t* read_holds(AgentId a) const {
    return registers(a) + (stride_ - rwlocks_);
  }
  // The object whose state decides whether the agent's operation is enabled, or how many choices
  // it has; none if there is no such object.
  ObjectId& watch(AgentId a) { return watch_[a.index()]; }
  // The same of all agents.
  [[nodiscard]] std::span<const ObjectId> watched() const { return {watch_, limit()}; }

  // The agents that sleep on the object, in order of arrival.
  void list_sleepers(ObjectId object, std::vector<AgentId>& sleepers) const;

  // One choice for each agent that a signal can wake, and one for waking no agent if all may have
  // timed out.
  [[nodiscard]] std::uint32_t signal_choices(const std::vector<AgentId>& sleepers) const;
  // Which agent gets the result 1 of a barrier is a choice of the opening, if an agent looks at its
  // result: one choice for each of these, and one for an agent that does not look.
  [[nodiscard]] std::uint32_t opening_choices(const std::vector<AgentId>& sleepers) const;

  // A fresh record for agent `a`. REQUIRES a < capacity().
  AgentState& create(AgentId a, BodyId body, std::uint32_t entry);

 private:
  struct Header {
    std::uint32_t limit = 0;
    std::uint32_t arrivals = 0;
  };

  void lay_out(const ModelProgram& program, std::size_t capacity);

  std::vector<std::byte> block_;
  std::size_t capacity_ = 0;
  std::size_t stride_ = 0;
  std::size_t rwlocks_ = 0;
  std::uint32_t visible_cells_ = 0;
  Header* header_ = nullptr;
  std::int64_t* cells_ = nullptr;
  SyncState* sync_ = nullptr;
  Pending* pending_ = nullptr;
  AgentState* agents_ = nullptr;
  std::int64_t* registers_ = nullptr;
  ObjectId* watch_ = nullptr;
};

}  // namespace skein
