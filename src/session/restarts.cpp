// SPDX-License-Identifier: Apache-2.0
#include "session/restarts.hpp"

#include <fmt/format.h>

#include "core/ensure.hpp"
#include "core/log.hpp"

namespace skein::session {

namespace {

const char* cause_of(channel::RestartReason reason) {
  using channel::RestartReason;
  switch (reason) {
    case RestartReason::OverlappingAtomics:
      return "atomic locations of different sizes that overlap";
    case RestartReason::RacyWord: return "words that race";
    case RestartReason::SharedState: return "files and libc state that threads share";
    case RestartReason::SectionWord:
      return "words that atomic sections share with accesses outside of them";
    case RestartReason::DeadValues: return "values that are never read";
    case RestartReason::DeeperStack: return "loops that wait further down the stack";
    case RestartReason::FirstHandler: return "handlers";
    case RestartReason::LocksAsWritten: return "attempts to lock what std::lock locks";
    case RestartReason::OrderedArrivals: return "barriers with more users than places";
    case RestartReason::LockSections: return "sections of locks that have something in common";
    case RestartReason::ForeignWord: return "words that libraries change atomically";
    case RestartReason::ForeignLoop: return "loops in which libraries wait";
    case RestartReason::OrderedPosts: return "semaphores that overflow";
    case RestartReason::OrderedAdditions: return "plain writes to atomic locations";
    case RestartReason::None: break;
  }
  return "nothing";
}

}  // namespace

std::optional<channel::RestartReason> explore_until_settled(const std::function<void()>& attempt,
                                                            std::uint32_t most) {
  for (std::uint32_t restarts = 0;; ++restarts) {
    try {
      attempt();
      return std::nullopt;
    } catch (const ExplorationRestart& restart) {
      log::write(log::Topic::Explore, [&] { return std::string("restart: ") + restart.what(); });
      if (restarts == most) return restart.reason();
    }
  }
}

std::string limit_text(channel::RestartReason reason, std::uint32_t most) {
  return fmt::format(
      "the exploration began again {} times, which is the limit, and would have to once more: it "
      "met {}",
      most, cause_of(reason));
}

void repeat_until_settled(const std::function<void()>& attempt) {
  if (const auto reason = explore_until_settled(attempt)) throw UserError(limit_text(*reason));
}

}  // namespace skein::session
