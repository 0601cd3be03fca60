// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/final_cutoffs.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace skein {

namespace {

class FinalCutoffs {
 public:
  explicit FinalCutoffs(Prefix& prefix) : prefix_(prefix) {
    for (const PrefixEventId e : prefix.events()) add(e);
  }

  std::uint64_t count() {
    std::uint64_t found = 0;
    for (const PrefixEventId e : prefix_.events()) {
      if (prefix_[e].is_cutoff && is_final(e)) ++found;
    }
    return found;
  }

 private:
  // What an agent does next, from one of its local states.
  struct Next {
    std::set<OpKind> kinds;
    std::set<ValueId> locals;
  };

  void add(PrefixEventId e) {
    const Prefix::Event& event = prefix_[e];
    Next& next = next_[prefix_.chains()[event.before].value];
    next.kinds.insert(event.kind);
    for (const ValueId local : locals_after(e)) next.locals.insert(local);
    if (!event.is_cutoff) return;
    // What follows a cut-off follows the other event, with the same agents.
    const View past = prefix_.past(e);
    for (const ComponentId c : prefix_.agents()) {
      const ValueId here = c == prefix_.component_of(event.agent) ? event.touched.front().value
                                                                  : prefix_.value(past, c);
      next_[here].locals.insert(event.corresponding.is_none()
                                    ? prefix_.chains()[prefix_.root(c)].value
                                    : prefix_.value(prefix_[event.corresponding].view, c));
    }
  }

  // The agent's own, and that of a thread that it creates.
  [[nodiscard]] std::vector<ValueId> locals_after(PrefixEventId e) const {
    std::vector<ValueId> locals;
    for (const Prefix::Touched& t : prefix_[e].touched) {
      if (!prefix_.agent_of(t.component).is_none()) locals.push_back(t.value);
    }
    return locals;
  }

  bool is_final(PrefixEventId e) {
    std::set<ValueId> seen;
    std::vector<ValueId> todo = locals_after(e);
    const View past = prefix_.past(e);
    for (const ComponentId c : prefix_.agents()) {
      if (c != prefix_.component_of(prefix_[e].agent)) todo.push_back(prefix_.value(past, c));
    }
    while (!todo.empty()) {
      const ValueId local = todo.back();
      todo.pop_back();
      if (local.is_absent() || !seen.insert(local).second) continue;
      const auto found = next_.find(local);
      if (found == next_.end()) continue;
      for (const OpKind kind : found->second.kinds) {
        if (kind != OpKind::ThreadExit && kind != OpKind::ThreadJoin) return false;
      }
      todo.insert(todo.end(), found->second.locals.begin(), found->second.locals.end());
    }
    return true;
  }

  Prefix& prefix_;
  std::map<ValueId, Next> next_;  // by local state
};

}  // namespace

std::uint64_t count_final_cutoffs(Prefix& prefix) { return FinalCutoffs(prefix).count(); }

}  // namespace skein
