// SPDX-License-Identifier: Apache-2.0
// The steps of the abstract machine: what a thread is going to do, and what that does.
//
// A step is one visible operation and the local code after it, on all its paths; each way in which
// it can end is an ending. Its result depends on the thread, on the values of the objects that it
// touches, and on what it reads of carried memory, and is remembered with these.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/states.hpp"
#include "machine/abstract/local/analysis_instance.hpp"
#include "machine/abstract/state/segment.hpp"
#include "machine/abstract/state/state.hpp"
#include "machine/abstract/steps/history.hpp"
#include "machine/abstract/steps/section_steps.hpp"

namespace skein::abstract {

// One way in which a step can end.
struct Ending {
  ValueId local;
  std::vector<ValueId> values;
  ValueId born;
  std::vector<std::pair<ObjectId, ValueId>> written;
  Zone facts;  // about differences of cells
  std::optional<Fault> fault;
};

// What a step does, given what it read of carried memory.
struct StepResult {
  std::vector<std::pair<ObjectId, ValueId>> reads;
  Zone facts;  // about these
  std::map<BlockId, Fate> fates;
  std::vector<Ending> endings;
  std::uint32_t segment = 0;
};

// A step in two halves: the states between its visible operation and the local code after it, and
// those at the end.
struct Halves {
  std::vector<State> middle;
  std::vector<State> ends;
};

class Steps {
 public:
  Steps(AnalysisInstance& instance, History& history);

  // What the thread does next; null: nothing.
  [[nodiscard]] const Transition* transition(ValueId local);
  [[nodiscard]] bool is_at_section(ValueId local) const;
  [[nodiscard]] bool is_enabled(ValueId local, std::span<const ValueId> values);
  // The memory before it is that of the history. REQUIRES is_enabled(local, values).
  [[nodiscard]] const StepResult& result_of(ValueId local, std::span<const ValueId> values);
  [[nodiscard]] Halves halves_of(ValueId local, std::span<const ValueId> values);

  // What the local code of a result did, by segment: its plain accesses, and the names of blocks
  // that it used again.
  [[nodiscard]] const std::vector<PlainAccess>& plain_accesses(std::uint32_t segment) const {
    return segments_[segment];
  }
  [[nodiscard]] const std::vector<BlockId>& reused(std::uint32_t segment) const {
    return reused_[segment];
  }
  [[nodiscard]] bool has_reused_names() const;

  // What the program may end with in this local state; none: it does not end.
  [[nodiscard]] NumberId exit_status(ValueId local) const {
    const auto found = exits_.find(local);
    return found == exits_.end() ? NumberId{} : found->second;
  }

  // Makes the accesses to a cell visible. False if they already are.
  bool watch(ObjectId object);
  // Whether the unfolding must be built again, with what was learnt.
  [[nodiscard]] bool has_learnt() const {
    return has_learnt_ || sections_.has_learnt() || instance_.transfer.ghosts().has_learnt() ||
           instance_.transfer.search().has_learnt() || instance_.transfer.sizes().has_learnt();
  }
  void begin_again();

  // The thread with a place instead of a pointer of which several values lead there, for the
  // machine, which knows no unknowns.
  [[nodiscard]] State with_place(State s);

 private:
  [[nodiscard]] StepResult analyse(ValueId local, std::span<const ValueId> values);
  // The endings of one choice of the visible operation, which has left the thread in this state.
  void add_endings(State s, const Transition& what, std::span<const ValueId> values, ValueId born,
                   Segment& segment, StepResult& result);
  void note_exit(ValueId local, std::uint64_t status);
  // Executes the visible operation, without the local code after it.
  void execute_visible(State s, const Transition& transition, std::span<const ValueId> values,
                       std::uint32_t choice, Segment& segment, std::vector<State>& after,
                       ValueId& born);
  void execute_effect(State& s, const ir::Instruction& in, const Transition& transition,
                      std::span<const ValueId> values, std::uint32_t choice, Segment& segment,
                      ValueId& born);
  [[nodiscard]] Transition describe(const State& s);
  [[nodiscard]] Transition describe_copy(const State& s, const ir::Instruction& in);
  [[nodiscard]] std::optional<Fault> explained(const State& s, const Segment& segment);
  // What a state knows about differences of cells that its segment has accessed.
  [[nodiscard]] Zone facts_of(const State& s, Segment& segment);
  // The memory before a step, as it sees it. Refers to `what`.
  [[nodiscard]] Segment segment_of(const Transition& what, std::span<const ValueId> values);
  // What became of a block, after the history.
  [[nodiscard]] Fate fate_of(BlockId block, AgentId agent) const;
  // In how many ways its visible operation can be executed.
  [[nodiscard]] std::uint32_t choices_of(const State& start, std::span<const ValueId> values);

  AnalysisInstance& instance_;
  History& history_;
  SectionSteps sections_;
  std::map<ValueId, NumberId> exits_;
  std::deque<std::optional<Transition>> transitions_;  // by local state
  std::map<StepKey, std::vector<StepResult>> results_;
  std::vector<std::vector<PlainAccess>> segments_;
  std::vector<std::vector<BlockId>> reused_;  // by segment
  std::set<ObjectId> carried_objects_;        // accessed by local code so far
  bool has_learnt_ = false;
};

}  // namespace skein::abstract
