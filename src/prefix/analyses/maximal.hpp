// SPDX-License-Identifier: Apache-2.0
// Counts the maximal configurations of a prefix, cut-offs left out.
//
// The search starts from the empty configuration and follows only persistent sets of agents
// (persistent_sets.hpp), which still reaches every configuration without a next event. No
// configuration is visited twice. So the number of visited configurations is never above the total,
// and far below it where agents work independently. Where every run reaches the end of main, these
// ends are counted instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "prefix/prefix.hpp"

namespace skein {

// Their number; empty if the search would visit more than `most` configurations, or if is_enough
// said stop. REQUIRES: the prefix is complete.
[[nodiscard]] std::optional<std::uint64_t> count_maximal_configurations(
    Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough);

}  // namespace skein
