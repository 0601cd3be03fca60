// SPDX-License-Identifier: Apache-2.0
// What a snapshot has to know besides the program's memory: what the explorer and all runs had
// learned when it was taken, and what the channel held of the run so far.
#pragma once

#include <cstdint>

#include "protocol/channel.hpp"

namespace skein::runtime::snapshots {

// What the explorer and all runs have learned about the program. It changes what is visible, so a
// snapshot that was taken with less of it is not the state that a run would reach now.
struct Knowledge {
  std::uint32_t watched;
  std::uint32_t clean_stack;
  channel::RaceMode races;
  bool learns_dead_values;
  bool knows_dead_values;
  bool has_handlers;

  bool operator==(const Knowledge&) const = default;
};

[[nodiscard]] Knowledge present_knowledge();

// What the channel holds about the run so far, besides its steps. The lists themselves only grow
// during a run, so later runs have left these entries as they are.
struct RunSoFar {
  std::uint32_t violations;
  std::uint32_t leaks;
  std::uint32_t text;
  bool has_exited;
  std::int32_t exit_code;
};

[[nodiscard]] RunSoFar run_so_far();
// Puts it back, and the number of steps of the present run.
void put_back(const RunSoFar& so_far);

}  // namespace skein::runtime::snapshots
