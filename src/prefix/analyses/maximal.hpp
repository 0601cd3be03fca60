// SPDX-License-Identifier: Apache-2.0
// The maximal configurations of a prefix (cut-offs left out), counted.
//
// They are found by a search through configurations, from the empty one, that follows persistent
// sets of agents only (persistent_sets.hpp): every configuration without a next event is still
// reached. What was reached before is not looked at again; so the number of configurations looked
// at is far below that of all of them where agents work apart, and never above. Where every run
// comes to main's end these ends are counted instead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "prefix/prefix.hpp"

namespace skein {

// How many there are; empty if more than `most` configurations had to be looked at, or if is_enough
// said stop. REQUIRES: the prefix is complete.
[[nodiscard]] std::optional<std::uint64_t> count_maximal_configurations(
    Prefix& prefix, std::size_t most, const std::function<bool()>& is_enough);

}  // namespace skein
