// SPDX-License-Identifier: Apache-2.0
// Whether what the executor left in the channel can be true.
//
// The program under test may write anywhere, also into the memory that it shares with us. What it
// leaves there may be wrong, but nothing that we read may lead us outside of our own tables.
#pragma once

#include <cstddef>

#include "protocol/channel.hpp"

namespace skein {

// Whether the executor itself said how it fares.
[[nodiscard]] bool is_health_valid(const channel::Channel& channel);

// Whether the numbers of a violation are in range, and its texts end within the channel.
[[nodiscard]] bool are_facts_valid(const channel::Channel& channel,
                                   const channel::ViolationOut& violation);

// Checks the run's counts, its steps from number `from` on (those before are known), and
// what was enabled if that was asked for.
[[nodiscard]] bool validate_channel(const channel::Channel& channel, std::size_t from,
                                    bool has_enabled);

// For a bool that was not looked at: any value is one of the two.
[[nodiscard]] bool is_set(const bool& value);

}  // namespace skein
