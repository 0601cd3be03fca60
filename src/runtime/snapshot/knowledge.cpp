// SPDX-License-Identifier: Apache-2.0
#include "runtime/snapshot/knowledge.hpp"

#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime::snapshots {

Knowledge present_knowledge() {
  const channel::Channel& c = *g.channel;
  return {c.watched.count.load(std::memory_order_relaxed),
          c.clean_stack,
          c.settings.races,
          c.settings.learns_dead_values,
          c.dead_values.is_known,
          c.has_handlers};
}

RunSoFar run_so_far() {
  const channel::RunOut& run = g.channel->run;
  return {run.violation_count, run.leak_count, run.text_used, run.has_exited, run.exit_code};
}

void put_back(const RunSoFar& so_far) {
  channel::RunOut& run = g.channel->run;
  run.violation_count = so_far.violations;
  run.leak_count = so_far.leaks;
  run.text_used = so_far.text;
  run.has_exited = so_far.has_exited;
  run.exit_code = so_far.exit_code;
  run.is_step_divergence = false;
  run.step_count.store(g.position, std::memory_order_release);
}

}  // namespace skein::runtime::snapshots
