// SPDX-License-Identifier: Apache-2.0
// The abstract unfolding of a program: built, and built again with the accesses to a cell as events
// of their own where these may race, until no further cell may (docs/prove.md, Events). Most such
// cells show soon, so the first unfoldings are cut short. If a freed block may be taken for a later
// one, it is built again with a name of its own for each block.
#pragma once

#include <functional>
#include <memory>

#include "machine/abstract/abstract_system.hpp"
#include "prefix/prefix.hpp"
#include "session/settings.hpp"

namespace skein::session {

[[nodiscard]] abstract::ProveOptions prove_options_of(const AnalysisSettings& analysis,
                                                      const PropertySettings& properties);

// --granularity, of `prove`. Throws UserError if it is neither sync nor access.
[[nodiscard]] bool accesses_are_events(const PrefixSettings& settings);

// False if options.is_enough stopped it. `prefix` is the one under construction, also while
// is_enough is called. `is_decided`, if given, is called where a prefix gets large: true ends the
// construction, as is_enough does.
[[nodiscard]] bool build_abstract_prefix(abstract::AbstractSystem& system,
                                         const Prefix::Options& options,
                                         std::unique_ptr<Prefix>& prefix,
                                         const std::function<bool()>& is_decided = {});

}  // namespace skein::session
