// SPDX-License-Identifier: Apache-2.0
#include "session/restarts.hpp"

#include "core/ensure.hpp"
#include "core/log.hpp"
#include "report/words/remark_text.hpp"

namespace skein::session {

std::optional<RestartReason> explore_until_settled(const std::function<void()>& attempt,
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

Remark too_many_restarts(RestartReason reason, std::uint32_t most) {
  return {RemarkCode::TooManyRestarts, {}, {most, static_cast<std::int64_t>(reason)}};
}

void repeat_until_settled(const std::function<void()>& attempt) {
  if (const auto reason = explore_until_settled(attempt)) {
    throw UserError(remark_text(too_many_restarts(*reason)));
  }
}

}  // namespace skein::session
