// SPDX-License-Identifier: Apache-2.0
#include "session/verify/exit_statuses.hpp"

namespace skein::session {

namespace {

class Statuses {
 public:
  Statuses(const Prefix& prefix, const ExitStatusOf& status_of)
      : prefix_(prefix), status_of_(status_of) {
    for (std::uint32_t c = 0; c < prefix.components(); ++c) {
      if (prefix.agent_of(ComponentId{c}) == kMainAgent) main_ = ComponentId{c};
    }
    for (std::uint32_t c = 0; c < prefix.components(); ++c) {
      if (!prefix.agent_of(ComponentId{c}).is_none()) look_at(ComponentId{c});
    }
  }

  [[nodiscard]] const ExitStatus& all() const { return all_; }

 private:
  void look_at(ComponentId c) {
    prefix_.chains().for_each_from(prefix_.root(c), [&](ChainId n) {
      const std::optional<ExitStatus> status = status_at(c, n);
      if (!status) return;
      all_.values.insert(status->values.begin(), status->values.end());
      all_.is_any = all_.is_any || status->is_any;
    });
  }

  // Empty unless the program ends there.
  [[nodiscard]] std::optional<ExitStatus> status_at(ComponentId c, ChainId n) const {
    const ValueId local = prefix_.chains()[n].value;
    // Main has left by pthread_exit: the program ends with its last thread.
    if (c == main_ && local.is_absent() && n != prefix_.root(c)) return ExitStatus{{0}, false};
    std::optional<ExitStatus> status = status_of_(local);
    // The prefix follows the other threads after main has ended, but the program is over by then.
    if (status && c != main_ && status_of_(prefix_.value(prefix_.view(n), main_))) {
      return std::nullopt;
    }
    return status;
  }

  const Prefix& prefix_;
  const ExitStatusOf& status_of_;
  ComponentId main_;
  ExitStatus all_;
};

}  // namespace

std::vector<Remark> failed_exits(const Prefix& prefix, const ExitStatusOf& status_of,
                                 bool are_certain) {
  using enum RemarkCode;
  const Statuses statuses(prefix, status_of);
  const ExitStatus& all = statuses.all();
  if (all.is_any) return {are_certain ? SomeExitFailure : PossibleExitFailure};
  std::vector<Remark> remarks;
  for (const int status : all.values) {
    if (status == 0) continue;
    const RemarkCode code = all.values.size() == 1 ? EveryExitStatus
                            : are_certain          ? SomeExitStatus
                                                   : PossibleExitStatus;
    remarks.emplace_back(code, std::int64_t{status});
  }
  return remarks;
}

}  // namespace skein::session
