// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/vacuity.hpp"

#include <algorithm>
#include <vector>

#include "prefix/analyses/state_space.hpp"

namespace skein {

namespace {

bool is_any_agent_assumed_away(const Prefix& prefix) {
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    for (const Prefix::Touched& t : event.touched) {
      if (!prefix.agent_of(t.component).is_none() && prefix.system().is_assumed_away(t.value)) {
        return true;
      }
    }
  }
  return false;
}

class VacuitySearch {
 public:
  VacuitySearch(Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough)
      : prefix_(prefix), space_(prefix), most_(most), is_enough_(is_enough) {}

  std::optional<bool> run() {
    if (enter(space_.number({}))) return true;
    while (!path_.empty()) {
      if (space_.size() > most_ || (is_enough_ && is_enough_())) return std::nullopt;
      Place& here = path_.back();
      if (here.next.empty()) {
        status_[here.state] = kDone;
        path_.pop_back();
        continue;
      }
      const std::uint32_t state = here.next.back();
      here.next.pop_back();
      status_.resize(std::max<std::size_t>(status_.size(), space_.size()));
      if (status_[state] == kOnPath) return true;
      if (status_[state] == kNew && enter(state)) return true;
    }
    return false;
  }

 private:
  enum Status : char { kNew, kOnPath, kDone };
  struct Place {
    std::uint32_t state = 0;
    std::vector<std::uint32_t> next;  // still to be visited
  };

  // True if a run ends here.
  bool enter(std::uint32_t number) {
    status_.resize(std::max<std::size_t>(status_.size(), number + 1));
    const StateSpace::State here = space_.state(number);
    space_.look_at(here);
    const std::vector<ValueId> locals(space_.locals().begin(), space_.locals().end());
    if (std::any_of(locals.begin(), locals.end(),
                    [&](ValueId local) { return prefix_.system().is_assumed_away(local); })) {
      status_[number] = kDone;
      return false;
    }
    if (space_.is_terminal()) {
      status_[number] = kDone;
      return std::none_of(locals.begin(), locals.end(),
                          [&](ValueId local) { return prefix_.system().is_in_section(local); });
    }
    status_[number] = kOnPath;
    path_.push_back(Place{number, {}});
    for (std::uint32_t agent = 0; agent < locals.size(); ++agent) {
      if (space_.can_move()[agent] != 0) space_.step(here, AgentId{agent}, path_.back().next);
    }
    return false;
  }

  Prefix& prefix_;
  StateSpace space_;
  std::size_t most_;
  const std::function<bool()>& is_enough_;
  std::vector<char> status_;  // by state
  std::vector<Place> path_;
};

}  // namespace

std::optional<bool> some_run_satisfies_assumptions(Prefix& prefix, std::size_t most,
                                                   const std::function<bool()>& is_enough) {
  if (!is_any_agent_assumed_away(prefix)) return true;
  return VacuitySearch(prefix, most, is_enough).run();
}

}  // namespace skein
