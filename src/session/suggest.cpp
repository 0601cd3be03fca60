// SPDX-License-Identifier: Apache-2.0
#include "session/suggest.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace skein::session {

namespace {

// The number of letters to add, drop or replace to turn a into b (Levenshtein).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replace, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t kLongestWord = 100;
  if (word.size() > kLongestWord) return "";
  std::string_view best;
  std::size_t best_distance = std::numeric_limits<std::size_t>::max();
  for (const std::string_view candidate : known) {
    const std::size_t d = distance(word, candidate);
    if (d < best_distance) {
      best = candidate;
      best_distance = d;
    }
  }
  const std::size_t allowed = std::max<std::size_t>(1, std::max(word.size(), best.size()) / 3);
  return best_distance <= allowed ? std::string(best) : "";
}

}  // namespace skein::session
