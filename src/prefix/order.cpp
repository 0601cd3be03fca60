// SPDX-License-Identifier: Apache-2.0
#include "prefix/order.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace skein {

namespace {

struct Labelled {
  std::uint32_t level = 0;
  std::uint64_t label = 0;
  std::uint32_t choice = 0;
};

using Labels = std::vector<Labelled>;

// Compares Parikh vectors in lexicographic order, as sorted lists of labels: negative if a's is
// smaller. This is not the order of the lists: at the first difference the list with the *later*
// label has fewer of the earlier one. Only this order is preserved when a label is added to two
// lists of different sizes.
int compare(std::span<const Labelled> a, std::span<const Labelled> b) {
  const auto [i, j] =
      std::mismatch(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Labelled& x, const Labelled& y) { return x.label == y.label; });
  if (i == a.end()) return j == b.end() ? 0 : -1;
  return j == b.end() || i->label < j->label ? 1 : -1;
}

// The events of [e], sorted by label.
Labels labels_of(const Prefix& prefix, PrefixEventId e) {
  Labels labels;
  const bool is_choice_in_label = !prefix.system().has_order();
  const auto put = [&](const Prefix::Event& event) {
    labels.push_back(
        {event.level,
         (static_cast<std::uint64_t>(event.label) << 32U) + (is_choice_in_label ? event.choice : 0),
         event.choice});
  };
  const Chains& chains = prefix.chains();
  const Prefix::Event& event = prefix[e];
  put(event);
  for (std::uint32_t c = 0; c < event.view.last.size(); ++c) {
    const AgentId agent = prefix.agent_of(ComponentId{c});
    if (agent.is_none()) continue;
    for (ChainId n = event.view.last[c]; !chains[n].event.is_none(); n = chains[n].parent) {
      const Prefix::Event& cause = prefix[chains[n].event];
      if (cause.agent == agent) put(cause);
    }
  }
  std::sort(labels.begin(), labels.end(),
            [](const Labelled& x, const Labelled& y) { return x.label < y.label; });
  return labels;
}

std::span<const Labelled> take_level(std::span<const Labelled>& rest) {
  std::size_t n = 0;
  while (n < rest.size() && rest[n].level == rest.front().level) ++n;
  const auto level = rest.first(n);
  rest = rest.subspan(n);
  return level;
}

}  // namespace

bool is_smaller(const Prefix& prefix, PrefixEventId a, PrefixEventId b) {
  Labels of_a = labels_of(prefix, a);
  Labels of_b = labels_of(prefix, b);
  if (const int all = compare(of_a, of_b); all != 0) return all < 0;
  for (Labels* labels : {&of_a, &of_b}) {
    std::stable_sort(labels->begin(), labels->end(),
                     [](const Labelled& x, const Labelled& y) { return x.level < y.level; });
  }
  std::span<const Labelled> rest_a = of_a;
  std::span<const Labelled> rest_b = of_b;
  while (!rest_a.empty() && !rest_b.empty()) {
    if (const int level = compare(take_level(rest_a), take_level(rest_b)); level != 0) {
      return level < 0;
    }
  }
  // They differ in choices alone.
  const auto [i, j] =
      std::mismatch(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                    [](const Labelled& x, const Labelled& y) { return x.choice == y.choice; });
  return i != of_a.end() && j != of_b.end() && i->choice < j->choice;
}

}  // namespace skein
