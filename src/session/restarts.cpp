// SPDX-License-Identifier: Apache-2.0
#include "session/restarts.hpp"

#include <fmt/format.h>

#include "core/check.hpp"
#include "core/log.hpp"
#include "machine/native/native_machine.hpp"

namespace skein::session {

void explore_until_settled(const std::function<void()>& attempt) {
  // There is an end to it: one for each place where atomics of different sizes overlap, and one for
  // each word that races, of which so many are watched at most (channel::kMaxWatched).
  constexpr std::uint32_t kMostRestarts = 2 * channel::kMaxWatched;
  for (std::uint32_t restarts = 0; restarts <= kMostRestarts; ++restarts) {
    try {
      attempt();
      return;
    } catch (const ExplorationRestart& restart) {
      log::write(log::Topic::Explore, [&] { return std::string("restart: ") + restart.what(); });
      continue;
    }
  }
  throw UserError(fmt::format(
      "atomic locations that overlap were found in more than {} places of the program's memory: "
      "too many for skein",
      kMostRestarts));
}

}  // namespace skein::session
