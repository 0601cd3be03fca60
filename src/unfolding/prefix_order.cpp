// The total adequate order of [ERV Sec.5]: of two histories the smaller is the one with fewer
// events; then the one with the smaller Parikh vector (the first label that does not occur equally
// often occurs less often); then the one for which that is so of the first level of the Foata
// normal form where they differ.
//
// Only histories of the same size and state are ever compared, so this may be slow. What a label
// must tell: two histories with the same number of each label have touched every component
// equally often [ERV's proof needs that], and the levels with their labels determine the
// history. Agent, choice and the components touched do.
#include <algorithm>
#include <vector>

#include "unfolding/prefix.hpp"

namespace skein {

namespace {

using EventLabel = std::vector<std::uint32_t>;

// Parikh vectors in lexicographic order, as sorted lists of labels: negative if a's is smaller. Not
// the order of the lists: at the first difference the list with the *later* label has fewer of the
// earlier one. Only so does adding a label to both preserve the order, when their sizes differ.
int compare(const std::vector<EventLabel>& a, const std::vector<EventLabel>& b) {
  const auto [i, j] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (i == a.end()) return j == b.end() ? 0 : -1;
  return j == b.end() || *i < *j ? 1 : -1;
}

}  // namespace

bool Prefix::is_smaller(PrefixEventId a, PrefixEventId b) {
  const auto levels_of = [&](PrefixEventId e) {
    std::vector<std::vector<EventLabel>> levels;
    const std::vector<PrefixEventId> history = linearise(e);
    if (level_of_.size() < events_.size()) level_of_.resize(events_.size());
    for (const PrefixEventId f : history) {
      const Event& event = events_[f.index()];
      std::size_t level = 0;
      const auto after = [&](PrefixEventId g) {
        if (!g.is_none()) level = std::max<std::size_t>(level, level_of_[g.index()] + 1);
      };
      EventLabel label{event.agent.value, event.choice};
      for (const Touched& t : event.touched) {
        after(chains_[t.saw].event);
        label.push_back(2 * t.component.value + (t.access == Access::Write ? 1 : 0));
      }
      for (const PrefixEventId r : event.seen_reads) after(r);
      level_of_[f.index()] = static_cast<std::uint32_t>(level);
      if (levels.size() <= level) levels.resize(level + 1);
      levels[level].push_back(std::move(label));
    }
    for (auto& level : levels) std::sort(level.begin(), level.end());
    return levels;
  };
  const auto of_a = levels_of(a);
  const auto of_b = levels_of(b);
  const auto labels = [](const auto& levels) {
    std::vector<EventLabel> all;
    for (const auto& level : levels) all.insert(all.end(), level.begin(), level.end());
    std::sort(all.begin(), all.end());
    return all;
  };
  if (const int all = compare(labels(of_a), labels(of_b)); all != 0) return all < 0;
  for (std::size_t i = 0; i < std::min(of_a.size(), of_b.size()); ++i) {
    if (const int level = compare(of_a[i], of_b[i]); level != 0) return level < 0;
  }
  return false;
}

}  // namespace skein
