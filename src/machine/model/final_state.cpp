// SPDX-License-Identifier: Apache-2.0
// The state of a model program after a run, as text for tests to compare.
#include <fmt/format.h>

#include <algorithm>

#include "machine/model/model_machine.hpp"

namespace skein {

std::string ModelMachine::final_state() const {
  std::string out;
  std::vector<AgentId> sleepers;
  const auto agent = [&](AgentId a) { return a.is_none() ? -1 : std::int64_t{a.value}; };
  for (const SharedArray& array : program_.shared) {
    if (array.kind == SharedKind::Mailbox) continue;
    for (std::uint32_t i = 0; i < array.size; ++i) {
      out += array.is_array ? fmt::format("{}[{}]:", array.name, i) : array.name + ":";
      if (array.kind <= SharedKind::Data) {
        out += fmt::format(" {}", state_.cells()[array.base + i]);
      } else {
        const SyncState& s = state_.sync(ObjectId{array.base + i});
        out += fmt::format(" owner {} count {} value {}", agent(s.owner), s.count, s.value);
      }
      if (array.kind == SharedKind::Atomic || array.kind > SharedKind::Data) {
        state_.list_sleepers(ObjectId{array.base + i}, sleepers);
        // At a barrier their order makes no difference.
        if (array.kind == SharedKind::Barrier) std::sort(sleepers.begin(), sleepers.end());
        for (const AgentId a : sleepers) out += fmt::format(" sleeper {}", a.value);
      }
      out += '\n';
    }
  }
  for (const AgentId a : state_.agents()) {
    const AgentState& s = state_.agent(a);
    if (s.status == AgentStatus::None) continue;
    out += fmt::format("agent {}: {} status {} pc {} children {} turn {}{}{}{}", a.value,
                       program_.bodies[s.body.index()].name, static_cast<int>(s.status), s.pc,
                       s.children, s.turn, s.is_detached ? " detached" : "",
                       s.is_joined ? " joined" : "",
                       s.was_woken ? (s.may_time_out ? " woken or late" : " woken") : "");
    const std::uint32_t registers = program_.bodies[s.body.index()].registers;
    for (std::uint32_t i = 0; i < registers; ++i) {
      out += fmt::format(" {}", state_.registers(a)[i]);
    }
    for (std::uint32_t i = 0; i < program_.rwlocks; ++i) {
      out += fmt::format(" r{}", state_.read_holds(a)[i]);
    }
    out += '\n';
  }
  return out;
}

}  // namespace skein
