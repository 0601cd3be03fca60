// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/section_ends.hpp"

#include <algorithm>
#include <utility>

#include "prefix/analyses/state_space.hpp"

namespace skein {

namespace {

// A section with more states counts as one that never ends.
constexpr std::size_t kMostStates = 100'000;

class SectionEndSearch {
 public:
  SectionEndSearch(Prefix& prefix, AgentId agent)
      : prefix_(prefix), space_(prefix), agent_(agent) {}

  bool gets_stuck(const View& configuration) {
    space_.number(space_.state_of(configuration));
    from_.emplace_back();
    for (std::uint32_t done = 0; done < space_.size(); ++done) {  // the space grows meanwhile
      if (space_.size() > kMostStates) return false;
      const StateSpace::State here = space_.state(done);
      space_.look_at(here);
      const ValueId local = space_.locals()[agent_.index()];
      if (done > 0 && !prefix_.system().is_in_section(local)) return false;
      if (space_.can_move()[agent_.index()] != 0) {
        go_on(done, here);
      } else if (!is_stuck_) {
        is_stuck_ = true;
        last_ = done;
      }
    }
    return is_stuck_;
  }

  // The steps to the state in which the agent is stuck.
  [[nodiscard]] std::vector<Move> moves() const {
    std::vector<Move> moves;
    for (std::uint32_t s = last_; s != 0; s = from_[s].first) {
      moves.push_back(Move{agent_, from_[s].second});
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
  }

 private:
  void go_on(std::uint32_t number, const StateSpace::State& here) {
    std::vector<std::uint32_t> next;
    space_.step(here, agent_, next);
    for (std::uint32_t choice = 0; choice < next.size(); ++choice) {
      if (next[choice] == from_.size()) from_.emplace_back(number, choice);
    }
  }

  Prefix& prefix_;
  StateSpace space_;
  AgentId agent_;
  bool is_stuck_ = false;
  std::uint32_t last_ = 0;  // the state in which the agent is stuck
  std::vector<std::pair<std::uint32_t, std::uint32_t>> from_;  // by state: predecessor, choice
};

}  // namespace

bool gets_stuck_in_section(Prefix& prefix, const View& configuration, AgentId agent,
                           std::vector<Move>& moves) {
  SectionEndSearch search(prefix, agent);
  if (!search.gets_stuck(configuration)) return false;
  if (moves.empty()) moves = search.moves();
  return true;
}

}  // namespace skein
