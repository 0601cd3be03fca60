// The maximal configurations of a prefix (cut-offs left out), counted.
//
// A maximal set of events without conflict is closed under causes, since whatever conflicts with a
// cause conflicts with its effect. So the maximal configurations are the maximal cliques of the
// graph "not in conflict", and [Bron-Kerbosch] with pivots lists them without a search for
// alternatives. It needs the conflicts as bits: prefixes of some ten thousand events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "unfolding/prefix.hpp"

namespace skein {

// How many there are; empty if there are more than `most` events to look at, or if is_enough said
// stop. If `visit` is set, it is called with each, its events in no particular order.
[[nodiscard]] std::optional<std::uint64_t> count_maximal_configurations(
    Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough,
    const std::function<void(const std::vector<PrefixEventId>&)>& visit = nullptr);

}  // namespace skein
