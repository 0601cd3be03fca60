// SPDX-License-Identifier: Apache-2.0
#include "machine/symbolic/local_paths.hpp"

#include <utility>
#include <vector>

#include "core/ensure.hpp"

namespace skein::symbolic {

bool LocalPaths::run(Path start, AgentId agent, const std::function<bool(Path&)>& look) {
  std::vector<Path> todo;
  todo.push_back(std::move(start));
  std::vector<Path> more;
  while (!todo.empty()) {
    Path now = std::move(todo.back());
    todo.pop_back();
    while (true) {
      const bool has_ended =
          now.fault || now.threads.at(agent).thread.status != ir::Status::Running;
      if (has_ended) {
        if (look(now)) return true;
        break;
      }
      if (now.branches > limits_.most_branches) {
        was_deep_ = is_incomplete_ = true;
        break;
      }
      ++steps_;
      if (steps_ > limits_.most_steps || ((steps_ & 15U) == 0 && limits_.is_over())) {
        is_incomplete_ = true;
        return false;
      }
      more.clear();
      Flow flow = Flow::Vanishes;
      try {
        flow = transfer_.step(now, agent, more);
      } catch (const NotFollowed&) {
        is_incomplete_ = true;
      } catch (const UserError&) {  // the machine refuses it
        is_incomplete_ = true;
      }
      for (Path& other : more) todo.push_back(std::move(other));
      if (flow == Flow::Vanishes) break;
      if (flow == Flow::Waits) {
        if (look(now)) return true;
        break;
      }
    }
  }
  return false;
}

}  // namespace skein::symbolic
