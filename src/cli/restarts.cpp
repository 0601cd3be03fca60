#include "cli/restarts.hpp"

#include <fmt/format.h>

#include "machine/native/native_machine.hpp"
#include "model/check.hpp"

namespace skein::cli {

void explore_until_settled(const std::function<void()>& attempt) {
  // One for each place where the program lets atomics of different sizes overlap. Programs have
  // none, or a few.
  constexpr int kMostRestarts = 100;
  for (int restarts = 0; restarts <= kMostRestarts; ++restarts) {
    try {
      attempt();
      return;
    } catch (const ExplorationRestart&) {
      continue;
    }
  }
  throw UserError(fmt::format(
      "atomic locations that overlap were found in more than {} places of the program's memory: "
      "too many for skein",
      kMostRestarts));
}

}  // namespace skein::cli
