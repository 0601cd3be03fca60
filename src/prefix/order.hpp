// SPDX-License-Identifier: Apache-2.0
// The total adequate order of [ERV Sec.5]: of two histories the smaller is the one with fewer
// events; then the one with the smaller Parikh vector (the first label that does not occur equally
// often occurs less often); then the one for which that holds in the first level of the Foata
// normal form where they differ.
//
// Only histories of the same size and state are compared, so this may be slow. A label must ensure
// that two histories with the same number of each label have touched every component equally often
// [ERV's proof needs that], and that the levels with their labels determine the history. Agent,
// choice and the components touched do. Labels are ordered as they were found; any fixed order will
// do. The level of an event depends on its causes alone, so it is the same in every history.
//
// Where states stand for sets of states, what follows a cut-off has the same labels after the other
// event, but its choices may have other numbers there. So choices are not part of labels: they
// decide last, by the first event in the order of levels and labels that differs. That is preserved
// too: an event of that level or below has none of those that differ in its history, so it is the
// same one after both.
#pragma once

#include "prefix/prefix.hpp"

namespace skein {

// REQUIRES: both histories have the same size, and both events are executed and not yet added.
[[nodiscard]] bool is_smaller(const Prefix& prefix, PrefixEventId a, PrefixEventId b);

}  // namespace skein
