// SPDX-License-Identifier: Apache-2.0
// Builds the prefix of a system that may discover, during construction, that its transitions touch
// more objects than it said (StateSystem::has_learnt). The construction is repeated until it
// reaches a fixpoint: nothing new is learnt.
//
// A system that can widen is handled likewise: the first construction is as exact as can be, and
// one that seems to have no end is repeated with more widening (PrefixOptions::patience). The
// number of events decides, not the time, so the result is always the same.
#pragma once

#include <memory>

#include "prefix/prefix.hpp"

namespace skein {

// False if is_enough stopped it. If the system has then learnt something, the prefix is worthless.
// `prefix` is the one under construction, also while is_enough is called.
[[nodiscard]] bool build_to_fixpoint(StateSystem& system, Prefix::Options options,
                                     std::unique_ptr<Prefix>& prefix);

}  // namespace skein
