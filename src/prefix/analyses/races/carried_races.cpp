// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/races/carried_races.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace skein {

namespace {

class Search {
 public:
  Search(Prefix& prefix, const std::function<bool()>& is_enough)
      : prefix_(prefix), is_enough_(is_enough) {}

  std::vector<CarriedRace> run() {
    for (const PrefixEventId e : prefix_.events()) {
      const auto accesses = prefix_.system().plain_accesses(prefix_[e].segment);
      if (accesses.empty()) continue;
      for (const PlainAccess& access : accesses) enter(e, access);
      look_at_history(e);
    }
    for (const auto& [object, groups] : cells_) {
      if (!look_at_cell(groups)) break;
    }
    return std::move(races_);
  }

 private:
  struct Entry {
    PrefixEventId event;
    PlainAccess access;
  };
  // Events that write a common object are ordered, or exclude each other. By that object; those
  // that write none come under the component none.
  using Groups = std::map<ComponentId, std::vector<Entry>>;

  void enter(PrefixEventId e, const PlainAccess& access) {
    ComponentId written;
    const auto& touched = prefix_[e].touched;
    for (std::size_t i = 1; i < touched.size() && written.is_none(); ++i) {
      const bool is_object = prefix_.agent_of(touched[i].component).is_none();
      if (is_object && touched[i].access == Access::Write) written = touched[i].component;
    }
    cells_[access.object][written].push_back({e, access});
  }

  // Cut-offs have no view of their own.
  const View& view_of(PrefixEventId e) {
    if (!prefix_[e].is_cutoff) return prefix_[e].view;
    const auto [it, is_new] = pasts_.try_emplace(e);
    if (is_new) it->second = prefix_.past(e);
    return it->second;
  }

  // In the history of e: the code after the last event of each agent may still be executed.
  void look_at_history(PrefixEventId e) {
    const View& view = view_of(e);
    const auto mine = prefix_.system().plain_accesses(prefix_[e].segment);
    for (const ComponentId c : prefix_.agents()) {
      const PrefixEventId last = prefix_.chains()[prefix_.last(view, c)].event;
      if (last.is_none() || prefix_[last].agent == prefix_[e].agent ||
          prefix_.agent_of(c) != prefix_[last].agent) {
        continue;
      }
      for (const PlainAccess& other : prefix_.system().plain_accesses(prefix_[last].segment)) {
        for (const PlainAccess& access : mine) report({last, other}, {e, access});
      }
    }
  }

  // Pairs of which neither is in the history of the other. False if there is no time left.
  bool look_at_cell(const Groups& groups) {
    for (auto a = groups.begin(); a != groups.end(); ++a) {
      for (auto b = a; b != groups.end(); ++b) {
        if (a == b && !a->first.is_none()) continue;
        for (const Entry& x : a->second) {
          if (is_enough_ && is_enough_()) return false;
          for (const Entry& y : b->second) {
            if (may_race(x, y) && are_concurrent(x.event, y.event)) report(x, y);
          }
        }
      }
    }
    return true;
  }

  bool may_race(const Entry& x, const Entry& y) const {
    if (x.access.object != y.access.object || (!x.access.is_write && !y.access.is_write)) {
      return false;
    }
    if (prefix_[x.event].agent == prefix_[y.event].agent) return false;
    return !known_.contains(key_of(x, y));
  }

  bool are_concurrent(PrefixEventId a, PrefixEventId b) {
    const View& x = view_of(a);
    const View& y = view_of(b);
    const auto is_in = [&](const View& view, PrefixEventId e) {
      return !prefix_[e].is_cutoff && prefix_.contains(view, e);
    };
    if (is_in(y, a) || is_in(x, b)) return false;
    return !are_dependent(prefix_[a], prefix_[b]) && prefix_.may_fit(x, b) &&
           prefix_.may_fit(y, a) && prefix_.fit(x, y);
  }

  static bool are_dependent(const Prefix::Event& a, const Prefix::Event& b) {
    return std::any_of(a.touched.begin(), a.touched.end(), [&](const Prefix::Touched& t) {
      return std::any_of(b.touched.begin(), b.touched.end(), [&](const Prefix::Touched& u) {
        return t.component == u.component &&
               (t.access == Access::Write || u.access == Access::Write);
      });
    });
  }

  using Key = std::tuple<ObjectId, SiteId, SiteId>;
  static Key key_of(const Entry& x, const Entry& y) {
    const auto sites = std::minmax(x.access.site, y.access.site);
    return {x.access.object, sites.first, sites.second};
  }

  void report(const Entry& x, const Entry& y) {
    if (!may_race(x, y)) return;
    known_.insert(key_of(x, y));
    races_.push_back({x.event, y.event, x.access, y.access});
  }

  Prefix& prefix_;
  const std::function<bool()>& is_enough_;
  std::map<ObjectId, Groups> cells_;
  std::map<PrefixEventId, View> pasts_;
  std::set<Key> known_;
  std::vector<CarriedRace> races_;
};

}  // namespace

std::vector<CarriedRace> find_carried_races(Prefix& prefix,
                                            const std::function<bool()>& is_enough) {
  return Search(prefix, is_enough).run();
}

}  // namespace skein
