// SPDX-License-Identifier: Apache-2.0
// Sorted lists, the form in which states hold sets.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

namespace skein::ir {

template <class T>
void insert_sorted(std::vector<T>& list, std::type_identity_t<T> value) {
  list.insert(std::lower_bound(list.begin(), list.end(), value), value);
}

template <class T>
bool contains(const std::vector<T>& list, std::type_identity_t<T> value) {
  return std::binary_search(list.begin(), list.end(), value);
}

// Removes the first such value. False if there is none.
template <class T>
bool erase_value(std::vector<T>& list, std::type_identity_t<T> value) {
  const auto place = std::lower_bound(list.begin(), list.end(), value);
  if (place == list.end() || *place != value) return false;
  list.erase(place);
  return true;
}

}  // namespace skein::ir
