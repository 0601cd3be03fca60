// SPDX-License-Identifier: Apache-2.0
// Thread-local analysis: tla of [THESIS Sec.5.3, Alg.4]. It executes the local code of one thread
// from one state, on all paths, up to the next operations that others can see.
//
// Paths that meet are joined, so that the code between two visible operations costs one pass and
// not one for each path. States wait at the places where paths meet; the state that is furthest
// back goes first (calls count as part of the calling instruction), so that all paths arrive before
// the place is left. States that differ in a flag (a variable that only ever gets constants) are
// kept apart: a program that stores a flag is going to test it.
//
// A loop is executed one iteration at a time, each with its own states, until nothing new arrives
// at its head; after ProveOptions::widen_after iterations the states there are widened, with the
// program's constants as thresholds. A loop in which all values are known is executed to its end; a
// loop that comes back to the same state never ends.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "machine/abstract/local/transfer.hpp"
#include "machine/abstract/state/state.hpp"

namespace skein::abstract {

class LocalAnalysis {
 public:
  LocalAnalysis(const ir::Context& context, Transfer& transfer, StateLattice& lattice,
                const std::vector<FunctionFacts>& facts, std::vector<std::uint64_t> thresholds,
                const ProveOptions& options)
      : context_(context),
        transfer_(transfer),
        lattice_(lattice),
        facts_(facts),
        thresholds_(std::move(thresholds)),
        options_(options) {}

  // The states in which the thread stops: before visible operations, at its end, with faults.
  // Throws OutOfBudget.
  [[nodiscard]] std::vector<State> run(State start, Segment& segment);

  // Where a thread stands: for each frame its function and instruction. Ordered by how far it is.
  using Place = std::vector<std::uint64_t>;
  [[nodiscard]] static Place place_of(const State& s);
  // What keeps states apart at a place.
  using Partition = std::vector<std::uint64_t>;
  using Partitions = std::map<Partition, std::vector<State>>;
  // What keeps states apart where a thread has stopped: the operands of its visible operation too.
  [[nodiscard]] Partition partition_at_end(const State& s) const;

  [[nodiscard]] const std::vector<std::uint64_t>& thresholds() const { return thresholds_; }

 private:
  struct Loop {
    std::uint32_t iterations = 0;
    std::uint32_t apart = 0;  // iterations whose state could not be widened with the last
    std::vector<State> seen;
  };

  [[nodiscard]] Partition partition_of(const State& s) const;
  void add_operands(const State& s, Partition& partition) const;
  // With what the state has written.
  [[nodiscard]] Partition fine_partition_of(const State& s);
  void coarsen(Partitions& partitions) const;
  [[nodiscard]] bool is_meeting_place(const State& s) const;
  [[nodiscard]] bool is_loop_head(const State& s) const;
  void wait(State s);
  void run_from(State s);
  // Whether the state at a loop head has to go on, and how.
  [[nodiscard]] bool enters(State& s, const Place& place);
  void end(State s);
  // Whether a state of which everything is known was here before: its loop never ends.
  [[nodiscard]] bool repeats(const State& s);
  void look_at_budget();

  const ir::Context& context_;
  Transfer& transfer_;
  StateLattice& lattice_;
  const std::vector<FunctionFacts>& facts_;
  const std::vector<std::uint64_t> thresholds_;
  const ProveOptions& options_;

  // The state of the current run.
  Segment* segment_ = nullptr;
  std::uint64_t steps_ = 0;
  std::uint64_t since_look_ = 0;  // of all runs
  std::map<Place, Partitions> waiting_;
  std::map<Place, std::map<Partition, Loop>> loops_;
  std::map<Place, Partitions> ended_;
  std::vector<State> faults_;
  std::optional<State> remembered_;  // of `repeats`
  std::uint64_t known_iterations_ = 0;
};

}  // namespace skein::abstract
