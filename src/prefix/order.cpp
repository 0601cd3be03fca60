// SPDX-License-Identifier: Apache-2.0
// The total adequate order of [ERV Sec.5]: of two histories the smaller is the one with fewer
// events; then the one with the smaller Parikh vector (the first label that does not occur equally
// often occurs less often); then the one for which that is so of the first level of the Foata
// normal form where they differ.
//
// Only histories of the same size and state are ever compared, so this may be slow. What a label
// must tell: two histories with the same number of each label have touched every component
// equally often [ERV's proof needs that], and the levels with their labels determine the
// history. Agent, choice and the components touched do. Labels are ordered as they were found; any
// order will do that stays as it is. An event's level depends on its causes alone, so it is the
// same in every history.
#include <algorithm>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein {

namespace {

struct Labelled {
  std::uint32_t level = 0;
  std::uint64_t label = 0;
};

using Labels = std::vector<Labelled>;

// Parikh vectors in lexicographic order, as sorted lists of labels: negative if a's is smaller. Not
// the order of the lists: at the first difference the list with the *later* label has fewer of the
// earlier one. Only so does adding a label to both preserve the order, when their sizes differ.
int compare(std::span<const Labelled> a, std::span<const Labelled> b) {
  const auto [i, j] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Labelled& x, const Labelled& y) { return x.label == y.label; });
  if (i == a.end()) return j == b.end() ? 0 : -1;
  return j == b.end() || i->label < j->label ? 1 : -1;
}

}  // namespace

std::uint32_t Prefix::label_of(const Transition& transition, std::span<const Pending> pending) {
  std::vector<std::uint32_t> label{transition.agent.value};
  for (const Pending& p : pending) {
    label.push_back(2 * p.component.value + (p.access == Access::Write ? 1 : 0));
  }
  return labels_.emplace(std::move(label), static_cast<std::uint32_t>(labels_.size()))
      .first->second;
}

// REQUIRES: both are executed, and not yet added.
bool Prefix::is_smaller(PrefixEventId a, PrefixEventId b) const {
  const auto labels_of = [&](PrefixEventId e) {
    Labels labels;
    const auto put = [&](const Event& event) {
      labels.push_back(
          {event.level, (static_cast<std::uint64_t>(event.label) << 32U) + event.choice});
    };
    const Event& event = events_[e.index()];
    put(event);
    for (std::uint32_t c = 0; c < event.view.last.size(); ++c) {
      if (agent_of_[c].is_none()) continue;
      for (ChainId n = event.view.last[c]; !chains_[n].event.is_none(); n = chains_[n].parent) {
        const Event& cause = events_[chains_[n].event.index()];
        if (cause.agent == agent_of_[c]) put(cause);
      }
    }
    return labels;
  };
  Labels of_a = labels_of(a);
  Labels of_b = labels_of(b);
  for (Labels* labels : {&of_a, &of_b}) {
    std::sort(labels->begin(), labels->end(),
              [](const Labelled& x, const Labelled& y) { return x.label < y.label; });
  }
  if (const int all = compare(of_a, of_b); all != 0) return all < 0;
  for (Labels* labels : {&of_a, &of_b}) {
    std::stable_sort(labels->begin(), labels->end(),
                     [](const Labelled& x, const Labelled& y) { return x.level < y.level; });
  }
  const auto take_level = [](std::span<const Labelled>& rest) {
    std::size_t n = 0;
    while (n < rest.size() && rest[n].level == rest.front().level) ++n;
    const auto level = rest.first(n);
    rest = rest.subspan(n);
    return level;
  };
  std::span<const Labelled> rest_a = of_a;
  std::span<const Labelled> rest_b = of_b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (const int level = compare(take_level(rest_a), take_level(rest_b)); level != 0) {
      return level < 0;
    }
  }
  return false;
}

}  // namespace skein
