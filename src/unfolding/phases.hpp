// SPDX-License-Identifier: Apache-2.0
// Where an exploration along the unfolding spends its time, as [QPOR Sec.6.4] divides it.
//
// Each moment belongs to one phase: a phase that begins inside another one interrupts it. Without a
// Phases object no clock is read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

namespace skein {

enum class Phase : std::uint8_t {
  Elsewhere,  // mostly running the program
  Adding,     // events of steps
  Extending,  // conflicting extensions
  Building,   // building combs
  Searching,  // searching combs
};

class Phases {
 public:
  explicit Phases(std::function<std::uint64_t()> ticks)
      : ticks_(std::move(ticks)), since_(ticks_()) {}

  // The phase lasts as long as this object. REQUIRES: phases outlives it, or is null.
  class Scope {
   public:
    Scope(Phases* phases, Phase phase) : phases_(phases) {
      if (phases_ != nullptr) outer_ = phases_->turn_to(phase);
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() {
      if (phases_ != nullptr) phases_->turn_to(outer_);
    }

   private:
    Phases* phases_;
    Phase outer_ = Phase::Elsewhere;
  };

  [[nodiscard]] std::uint64_t ticks(Phase phase) const {
    return totals_[static_cast<std::size_t>(phase)];
  }

 private:
  Phase turn_to(Phase phase) {
    const std::uint64_t now = ticks_();
    totals_[static_cast<std::size_t>(current_)] += now - since_;
    since_ = now;
    return std::exchange(current_, phase);
  }

  std::function<std::uint64_t()> ticks_;
  std::uint64_t since_;
  Phase current_ = Phase::Elsewhere;
  std::array<std::uint64_t, 5> totals_{};
};

}  // namespace skein
