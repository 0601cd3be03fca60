// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/carried_races.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace skein {

namespace {

struct Entry {
  PrefixEventId event;
  PlainAccess access;
};

// The configuration of an event. Cut-offs have no view of their own.
View history_of(const Prefix& prefix, PrefixEventId e) {
  return prefix[e].is_cutoff ? prefix.past(e) : prefix[e].view;
}

// Events that touch a common object are ordered, or exclude each other.
bool are_dependent(const Prefix::Event& a, const Prefix::Event& b) {
  return std::any_of(a.touched.begin(), a.touched.end(), [&](const Prefix::Touched& t) {
    return std::any_of(b.touched.begin(), b.touched.end(), [&](const Prefix::Touched& u) {
      return t.component == u.component && (t.access == Access::Write || u.access == Access::Write);
    });
  });
}

}  // namespace

std::vector<CarriedRace> find_carried_races(Prefix& prefix,
                                            const std::function<bool()>& is_enough) {
  std::map<ObjectId, std::vector<Entry>> by_object;
  std::map<PrefixEventId, View> views;
  for (const PrefixEventId e : prefix.events()) {
    for (const PlainAccess& access : prefix.system().plain_accesses(prefix[e].segment)) {
      by_object[access.object].push_back({e, access});
    }
  }
  std::vector<CarriedRace> races;
  std::set<std::tuple<ObjectId, SiteId, SiteId>> known;
  const auto view_of = [&](PrefixEventId e) -> const View& {
    const auto [it, is_new] = views.try_emplace(e);
    if (is_new) it->second = history_of(prefix, e);
    return it->second;
  };
  // Nothing comes after a cut-off.
  const auto is_in = [&](const View& view, PrefixEventId e) {
    return !prefix[e].is_cutoff && prefix.contains(view, e);
  };
  // Whether e is the last event of its agent in the history.
  const auto is_last = [&](const View& view, PrefixEventId e) {
    const ComponentId own = prefix[e].touched.front().component;
    return prefix.chains()[prefix.last(view, own)].event == e;
  };
  // Whether the code after one event may be executed beside the code after the other.
  const auto may_overlap = [&](PrefixEventId a, PrefixEventId b) {
    const View& x = view_of(a);
    const View& y = view_of(b);
    if (is_in(y, a)) return is_last(y, a);
    if (is_in(x, b)) return is_last(x, b);
    return !are_dependent(prefix[a], prefix[b]) && prefix.may_fit(x, b) && prefix.may_fit(y, a) &&
           prefix.fit(x, y);
  };
  for (auto& [object, entries] : by_object) {
    const bool has_write = std::any_of(entries.begin(), entries.end(),
                                       [](const Entry& x) { return x.access.is_write; });
    if (!has_write) continue;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (is_enough && is_enough()) return races;
      for (std::size_t j = i + 1; j < entries.size(); ++j) {
        const Entry& a = entries[i];
        const Entry& b = entries[j];
        if (!a.access.is_write && !b.access.is_write) continue;
        if (prefix[a.event].agent == prefix[b.event].agent) continue;
        const auto sites = std::minmax(a.access.site, b.access.site);
        if (known.contains({object, sites.first, sites.second})) continue;
        if (!may_overlap(a.event, b.event)) continue;
        known.insert({object, sites.first, sites.second});
        races.push_back({a.event, b.event, a.access, b.access});
      }
    }
  }
  return races;
}

}  // namespace skein
