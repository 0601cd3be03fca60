// SPDX-License-Identifier: Apache-2.0
#include "session/restarts.hpp"

#include "core/ensure.hpp"
#include "core/log.hpp"
#include "report/words/remark_text.hpp"

namespace skein::session {

namespace {

RestartCause cause_of(channel::RestartReason reason) {
  using channel::RestartReason;
  switch (reason) {
    case RestartReason::OverlappingAtomics: return RestartCause::OverlappingAtomics;
    case RestartReason::RacyWord: return RestartCause::RacingWords;
    case RestartReason::SharedState: return RestartCause::SharedState;
    case RestartReason::SectionWord: return RestartCause::SectionWords;
    case RestartReason::DeadValues: return RestartCause::DeadValues;
    case RestartReason::DeeperStack: return RestartCause::DeeperStack;
    case RestartReason::FirstHandler: return RestartCause::Handlers;
    case RestartReason::LocksAsWritten: return RestartCause::LockAttempts;
    case RestartReason::OrderedArrivals: return RestartCause::BarrierUsers;
    case RestartReason::OrderedPosts: return RestartCause::SemaphoreOverflow;
    case RestartReason::OrderedAdditions: return RestartCause::PlainAdditions;
    case RestartReason::LockSections: return RestartCause::LockSections;
    case RestartReason::ForeignWord: return RestartCause::LibraryWords;
    case RestartReason::ForeignLoop: return RestartCause::LibraryLoops;
    case RestartReason::None: break;
  }
  skein::ensure(false, "a restart has a reason");
  return {};
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

Remark too_many_restarts(channel::RestartReason reason, std::uint32_t most) {
  return {RemarkCode::TooManyRestarts, {}, {most, static_cast<std::int64_t>(cause_of(reason))}};
}

void repeat_until_settled(const std::function<void()>& attempt) {
  if (const auto reason = explore_until_settled(attempt)) {
    throw UserError(remark_text(too_many_restarts(*reason)));
  }
}

}  // namespace skein::session
