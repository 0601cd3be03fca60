// SPDX-License-Identifier: Apache-2.0
// The table of states for systems whose states stand for sets [THESIS Def.31]: which events have
// states of the same shape, so that one may include another.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

class SubsumptionTable {
 public:
  explicit SubsumptionTable(Prefix& prefix) : prefix_(prefix) {}

  // Events of the same shape, in the order in which they were entered. Valid until the next call.
  // REQUIRES: e is executed.
  [[nodiscard]] std::vector<PrefixEventId>& of_same_shape(PrefixEventId e);
  // Whether the state of `large` includes that of `small`. REQUIRES: both were looked up, and have
  // the same shape.
  [[nodiscard]] bool covers(PrefixEventId large, PrefixEventId small);

 private:
  // state([e]) by component. Components that are found later have their initial values.
  [[nodiscard]] std::vector<ValueId> state_of(PrefixEventId e) const;

  Prefix& prefix_;
  tsl::robin_map<std::uint64_t, std::vector<PrefixEventId>> events_;
  std::vector<std::vector<ValueId>> states_;  // by event
};

}  // namespace skein
