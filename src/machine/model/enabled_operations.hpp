// SPDX-License-Identifier: Apache-2.0
// The enabled operations of a model program, sorted by agent: the scheduler picks from these.
//
// Most steps change only the entry of the stepping agent, which is replaced in place. An operation
// that enables or disables another agent marks the list as stale, and the list is rebuilt.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "machine/model/model_state.hpp"

namespace skein {

class EnabledOperations {
 public:
  // More than the stepping agent's entry has changed.
  void mark_stale() { is_stale_ = true; }

  void update(const State& state, AgentId stepped) {
    const Pending& own = state.pending(stepped);
    if (!is_stale_ && own.is_enabled) {
      for (std::size_t i = 0; i < count_; ++i) {
        if (list_[i].agent == stepped) {
          list_[i] = own;
          return;
        }
      }
    }
    if (list_.size() < state.limit()) list_.resize(state.limit());
    std::size_t n = 0;
    for (const AgentId a : state.agents()) {
      const Pending& pending = state.pending(a);
      list_[n] = pending;
      n += pending.is_enabled ? 1 : 0;  // not of list_[n]: that would wait for the copy
    }
    count_ = n;
    is_stale_ = false;
  }

  [[nodiscard]] std::span<const Pending> list() const { return {list_.data(), count_}; }

 private:
  std::vector<Pending> list_;
  std::size_t count_ = 0;
  bool is_stale_ = true;
};

}  // namespace skein
