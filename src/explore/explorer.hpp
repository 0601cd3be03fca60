// SPDX-License-Identifier: Apache-2.0
// The contract of an explorer: it decides which schedules to run.
//
//     while (const Plan* plan = explorer.next()) explorer.observe(machine.run(*plan));
//
// next() returns null when nothing is left to explore; the plan stays valid until the next call of
// next(). Every plan is followed by exactly one observe() with its run. An explorer knows no
// machine: it sees runs, and asks the dependence table. observe() throws InternalError when a run
// contradicts the theory.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/plan.hpp"
#include "core/run.hpp"

namespace skein {

// A counter of an algorithm, for measurements.
struct ExplorerCount {
  std::string_view name;  // a word or two, joined by '_'
  std::uint64_t value = 0;
  std::string_view meaning;
};

class Explorer {
 public:
  Explorer() = default;
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;
  Explorer(Explorer&&) = delete;
  Explorer& operator=(Explorer&&) = delete;
  virtual ~Explorer() = default;

  virtual const Plan* next() = 0;
  virtual void observe(const Run& run) = 0;

  [[nodiscard]] virtual std::string_view name() const = 0;

  // Distinct events of the unfolding seen so far.
  [[nodiscard]] virtual std::uint64_t events() const = 0;

  // Further counters, for measuring the algorithm.
  [[nodiscard]] virtual std::vector<ExplorerCount> counted() const { return {}; }
};

}  // namespace skein
