// SPDX-License-Identifier: Apache-2.0
// clang announces an atomic load of 16 bytes and then loads once more, as a call of libatomic whose
// result it does not use. The second load is not a step.
#pragma once

#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

struct WideLoad {
  const volatile void* address = nullptr;
  std::uint32_t agent = 0;
  std::uint32_t position = 0;
};

inline WideLoad announced_load;

inline void announce_load(const volatile void* address) {
  if (g.current != nullptr) announced_load = {address, g.current->id.value, g.position};
}

// Whether this load was the last step, of the same agent.
inline bool take_announced_load(const volatile void* address) {
  const bool is_announced = announced_load.address == address && g.current != nullptr &&
                            announced_load.agent == g.current->id.value &&
                            announced_load.position == g.position;
  if (is_announced) announced_load.address = nullptr;
  return is_announced;
}

}  // namespace skein::runtime
