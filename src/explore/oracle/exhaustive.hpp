// SPDX-License-Identifier: Apache-2.0
// Every interleaving and every value of every choice, depth first, with no reduction at all.
//
// This is the oracle of all other explorers: it asks the dependence table nothing, so it cannot
// share their mistakes. At every position it tries every move that the machine reports as enabled
// there (Run::enabled). The number of runs is that of the interleavings: for small programs only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "explore/event_counter.hpp"
#include "explore/explorer.hpp"

namespace skein {

class Exhaustive final : public Explorer {
 public:
  explicit Exhaustive(const Bounds& bounds = {}, bool counts_events = true);

  const Plan* next() override;
  void observe(const Run& run) override;
  [[nodiscard]] std::string_view name() const override { return "exhaustive"; }
  [[nodiscard]] std::uint64_t events() const override { return counter_ ? counter_->events() : 0; }

 private:
  Plan plan_;
  bool is_first_ = true;
  std::size_t branch_ = 0;  // the plan agrees with the run before on so many moves
  // The moves of the run before and, for each, where the alternatives not yet tried start in
  // `alternatives_`; those of position i end where those of i + 1 start.
  std::vector<Move> moves_;
  std::vector<std::size_t> from_;
  std::vector<Move> alternatives_;
  std::optional<EventCounter> counter_;
};

}  // namespace skein
