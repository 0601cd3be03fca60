// SPDX-License-Identifier: Apache-2.0
// Sorted lists of numbers, the form in which states hold sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace skein::ir {

using SortedList = std::vector<std::uint32_t>;

inline void insert_sorted(SortedList& list, std::uint32_t value) {
  list.insert(std::lower_bound(list.begin(), list.end(), value), value);
}

inline bool contains(const SortedList& list, std::uint32_t value) {
  return std::binary_search(list.begin(), list.end(), value);
}

// Removes the first such value. False if there is none.
inline bool erase_value(SortedList& list, std::uint32_t value) {
  const auto place = std::lower_bound(list.begin(), list.end(), value);
  if (place == list.end() || *place != value) return false;
  list.erase(place);
  return true;
}

}  // namespace skein::ir
