// SPDX-License-Identifier: Apache-2.0
// The known outcomes of steps. A step is a function of the thread's local state, the values of the
// objects it touches, and the choice. So each combination is computed once and then looked up: the
// cost of an exploration does not depend on the amount of local code.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/states.hpp"

namespace skein::ir {

// Entry: the data of one combination. References to entries stay valid until clear().
template <class Entry>
class OutcomeTable {
 public:
  // The entry, and whether it is new.
  std::pair<Entry&, bool> find_or_add(ValueId local, std::span<const ValueId> values,
                                      std::uint32_t choice) {
    std::uint64_t key = mix64((static_cast<std::uint64_t>(local.value) << 32U) + choice);
    for (const ValueId value : values) key = mix64(key + value.value + 1);
    while (true) {
      const auto [it, is_new] = by_key_.try_emplace(key, static_cast<std::uint32_t>(rows_.size()));
      if (is_new) {
        Row& row = rows_.emplace_back(Row{local, choice, {values.begin(), values.end()}, Entry{}});
        return {row.entry, true};
      }
      Row& row = rows_[it->second];
      if (row.local == local && row.choice == choice &&
          std::equal(values.begin(), values.end(), row.values.begin(), row.values.end())) {
        return {row.entry, false};
      }
      key = mix64(key + 1);
    }
  }

  void clear() {
    rows_.clear();
    by_key_.clear();
  }

 private:
  struct Row {
    ValueId local;
    std::uint32_t choice = 0;
    std::vector<ValueId> values;
    Entry entry;
  };

  std::deque<Row> rows_;
  // By hash. On a collision the key is the hash of the hash, and so on.
  tsl::robin_map<std::uint64_t, std::uint32_t> by_key_;
};

}  // namespace skein::ir
