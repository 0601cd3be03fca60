// SPDX-License-Identifier: Apache-2.0
#include "session/verify/exit_statuses.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace skein::session {

namespace {

class Statuses {
 public:
  Statuses(const Prefix& prefix, const ir::IrSystem& system) : prefix_(prefix), system_(system) {
    for (std::uint32_t c = 0; c < prefix.components(); ++c) {
      if (prefix.agent_of(ComponentId{c}) == kMainAgent) main_ = ComponentId{c};
    }
    for (std::uint32_t c = 0; c < prefix.components(); ++c) {
      if (!prefix.agent_of(ComponentId{c}).is_none()) look_at(ComponentId{c});
    }
  }

  [[nodiscard]] const std::set<int>& all() const { return all_; }

 private:
  void look_at(ComponentId c) {
    prefix_.chains().for_each_from(prefix_.root(c), [&](ChainId n) {
      if (const std::optional<int> status = status_at(c, n)) all_.insert(*status);
    });
  }

  // Empty unless the program ends there.
  [[nodiscard]] std::optional<int> status_at(ComponentId c, ChainId n) const {
    const ValueId local = prefix_.chains()[n].value;
    // Main has left by pthread_exit: the program ends with its last thread.
    if (c == main_ && local.is_absent() && n != prefix_.root(c)) return 0;
    const std::optional<int> status = system_.exit_status(local);
    // The prefix follows the other threads after main has ended, but the program is over by then.
    if (status && c != main_ && system_.exit_status(prefix_.value(prefix_.view(n), main_))) {
      return std::nullopt;
    }
    return status;
  }

  const Prefix& prefix_;
  const ir::IrSystem& system_;
  ComponentId main_;
  std::set<int> all_;
};

}  // namespace

std::vector<std::string> failed_exits(const Prefix& prefix, const ir::IrSystem& system) {
  const Statuses statuses(prefix, system);
  std::vector<std::string> texts;
  for (const int status : statuses.all()) {
    if (status == 0) continue;
    texts.push_back(fmt::format("{} ended with exit status {}",
                                statuses.all().size() == 1 ? "every execution" : "some executions",
                                status));
  }
  return texts;
}

}  // namespace skein::session
