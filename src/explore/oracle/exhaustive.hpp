// SPDX-License-Identifier: Apache-2.0
// Every interleaving and every value of every choice, depth first, with no reduction at all.
//
// This is the oracle for all other explorers: it does not use the dependence table, so it cannot
// share their mistakes. At every position it tries every move that the machine reports as enabled
// there (Run::enabled). It makes one run per interleaving, so it is for small programs only.
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
  std::size_t branch_ = 0;  // the number of leading moves that the plan shares with the previous
                            // run
  // The moves of the previous run and, for each, where its untried alternatives start in
  // `alternatives_`; those of position i end where those of i + 1 start.
  std::vector<Move> moves_;
  std::vector<std::size_t> from_;
  std::vector<Move> alternatives_;
  std::optional<EventCounter> counter_;
};

}  // namespace skein
