// SPDX-License-Identifier: Apache-2.0
// The scheduler: follows a plan, for any machine.
//
// A machine asks pick() which enabled agent goes next, executes it, and reports the step with
// took(). Prefix, sleep set, policy and bounds are handled here once, so that all machines treat a
// plan alike. The scheduler also runs inside the program under test, so it does not allocate while
// it schedules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/plan.hpp"
#include "core/random.hpp"
#include "core/run_end.hpp"
#include "core/step.hpp"

namespace skein {

struct Decision {
  bool is_stop = false;
  End end = End::Completed;         // if is_stop: Asleep, Cut or Diverged
  BoundHit bound = BoundHit::None;  // if end == Cut
  Move move;                        // otherwise
  bool is_preemption = false;
};

class Scheduler {
 public:
  // Starts a run under `plan`, which must outlive the run. `replayed`: the steps that the machine
  // restored instead of executing them; they must be a prefix of what the plan asks for.
  void begin(const Plan& plan, std::span<const Step> replayed = {});

  // The next move. REQUIRES: `enabled` is not empty, sorted by agent, and every entry is_enabled.
  [[nodiscard]] Decision pick(std::span<const Pending> enabled);

  void took(const Step& step);

  // Whether the agent of the last step must let others go first, if any can: it yielded, or it has
  // run for long. So even if one agent loops for ever, the others make progress in every run.
  [[nodiscard]] bool gives_way() const { return last_yielded_ || streak_ >= kPatience; }

 private:
  // The number of steps an agent may take in a row beyond the prefix before it gives way. Far more
  // than a thread takes between two points at which it waits, far less than the bound on steps.
  static constexpr std::uint32_t kPatience = 256;

  [[nodiscard]] Decision follow_prefix(std::span<const Pending> enabled);
  [[nodiscard]] Decision choose(std::span<const Pending> enabled);
  [[nodiscard]] Decision bounded(Move move, std::span<const Pending> enabled) const;
  [[nodiscard]] bool is_asleep(Move move) const;
  [[nodiscard]] bool has_awake_choice(const Pending& candidate) const;
  [[nodiscard]] std::uint32_t awake_choice(const Pending& candidate);
  [[nodiscard]] bool may_switch_to(AgentId agent, std::span<const Pending> enabled) const;
  [[nodiscard]] std::uint64_t pct_priority(AgentId agent) const;

  const Plan* plan_ = nullptr;
  std::size_t position_ = 0;  // steps taken
  AgentId last_;              // agent of the last step; none before the first
  bool last_yielded_ = false;
  std::uint32_t streak_ = 0;  // steps of the last agent in a row, beyond the prefix
  std::uint32_t switches_ = 0;
  std::uint32_t preemptions_ = 0;
  std::vector<Sleeper> asleep_;
  Random random_{0};
  // Pct: an agent demoted at a change point ranks below all others; the later, the lower.
  std::vector<AgentId> demoted_;
  std::vector<std::uint64_t> change_points_;
};

}  // namespace skein
