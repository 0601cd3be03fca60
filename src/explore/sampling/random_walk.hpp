// SPDX-License-Identifier: Apache-2.0
// Random schedules: uniform, or by probabilistic concurrency testing [PCT].
//
// For programs too large to exhaust. Makes a fixed number of runs. The seed of each run is derived
// from the seed of the walk and the number of the run, so that any single run can be repeated.
// Between runs only the length of the longest is kept, for PCT.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "explore/event_counter.hpp"
#include "explore/explorer.hpp"

namespace skein {

class RandomWalk final : public Explorer {
 public:
  struct Options {
    Policy policy = Policy::Random;  // Random or Pct
    std::uint64_t runs = 1000;
    std::uint64_t seed = 1;
    std::uint32_t depth = 3;  // Pct: d, the number of ordering constraints a bug may need
    Bounds bounds;
    bool counts_events = true;
  };

  explicit RandomWalk(const Options& options);

  const Plan* next() override;
  void observe(const Run& run) override;
  [[nodiscard]] std::string_view name() const override {
    return options_.policy == Policy::Pct ? "pct" : "random";
  }
  [[nodiscard]] std::uint64_t events() const override { return counter_ ? counter_->events() : 0; }

  // The seed for the plan of run i.
  [[nodiscard]] static std::uint64_t seed_of(std::uint64_t seed, std::uint64_t i);

 private:
  Options options_;
  Plan plan_;
  std::uint64_t done_ = 0;
  std::uint64_t longest_ = 0;
  std::optional<EventCounter> counter_;
};

}  // namespace skein
