// SPDX-License-Identifier: Apache-2.0
#include "prefix/analyses/settled.hpp"

#include <utility>

#include "prefix/builder.hpp"

namespace skein {

namespace {

// What is left to learn is mostly learnt soon after the first of it: so many events more are worth
// it, before all begins again.
constexpr std::uint64_t kMoreToLearn = 1000;

}  // namespace

bool build_settled(StateSystem& system, Prefix::Options options, std::unique_ptr<Prefix>& prefix) {
  const std::function<bool()> is_enough = std::move(options.is_enough);
  std::uint64_t most = 0;  // events, if something was learnt
  bool is_stopped = false;
  options.is_enough = [&] {
    is_stopped = is_enough && is_enough();
    if (is_stopped || !system.has_learnt()) return is_stopped;
    if (most == 0) most = 2 * prefix->statistics().events + kMoreToLearn;
    return prefix->statistics().events > most;
  };
  while (true) {
    prefix.reset();
    if (system.has_learnt()) system.begin_again();
    most = 0;
    prefix = std::make_unique<Prefix>(system);
    const bool is_complete = build(*prefix, options);
    if (is_stopped) return false;
    if (!system.has_learnt()) return is_complete;
  }
}

}  // namespace skein
