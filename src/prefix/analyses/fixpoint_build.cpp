// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/fixpoint_build.hpp"

#include <utility>

#include "prefix/builder.hpp"

namespace skein {

namespace {

// Most of what remains to be learnt turns up soon after the first discovery, so the construction
// continues for this many events before it starts over.
constexpr std::uint64_t kMoreToLearn = 1000;

}  // namespace

bool build_to_fixpoint(StateSystem& system, Prefix::Options options,
                       std::unique_ptr<Prefix>& prefix) {
  const std::function<bool()> is_enough = std::move(options.is_enough);
  std::uint64_t most = 0;  // the limit on events once something was learnt
  bool is_stopped = false;
  bool is_patient = true;
  options.is_enough = [&] {
    is_stopped = is_enough && is_enough();
    if (is_stopped) return true;
    if (prefix->statistics().events >= options.patience && system.widen_sooner()) {
      is_patient = false;
    }
    if (!is_patient || !system.has_learnt()) return !is_patient;
    if (most == 0) most = 2 * prefix->statistics().events + kMoreToLearn;
    return prefix->statistics().events > most;
  };
  while (true) {
    prefix.reset();
    if (system.has_learnt() || !is_patient) system.begin_again();
    is_patient = true;
    most = 0;
    prefix = std::make_unique<Prefix>(system);
    const bool is_complete = build(*prefix, options);
    if (is_stopped) return false;
    if (!system.has_learnt() && is_patient) return is_complete;
  }
}

}  // namespace skein
