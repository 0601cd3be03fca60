// SPDX-License-Identifier: Apache-2.0
// The maximal configurations of a prefix (cut-offs left out), counted in another way than
// prefix/analyses/maximal.hpp does, for comparison.
//
// A maximal set of events without conflict is closed under causes, since whatever conflicts with a
// cause conflicts with its effect. So the maximal configurations are the maximal cliques of the
// graph "not in conflict", listed by [Bron-Kerbosch] with pivots. It needs the conflicts as bits:
// for small prefixes.
#pragma once

#include <cstdint>

#include "prefix/prefix.hpp"

namespace skein::testing {

[[nodiscard]] std::uint64_t count_maximal_cliques(const Prefix& prefix);

}  // namespace skein::testing
