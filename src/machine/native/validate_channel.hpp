// SPDX-License-Identifier: Apache-2.0
// Whether what the executor left in the channel can be true.
//
// The program under test may write anywhere, also into the memory that it shares with us. What it
// leaves there may be wrong, but nothing that we read must lead us outside of our own tables.
#pragma once

#include <cstddef>

#include "protocol/channel.hpp"

namespace skein {

// Whether the executor itself said how it fares.
[[nodiscard]] bool is_valid_health(const channel::Channel& channel);

// Looks at the run's figures, at its steps from number `from` on (those before are known), and at
// what was enabled if that was asked for.
[[nodiscard]] bool is_valid_run(const channel::Channel& channel, std::size_t from,
                                bool has_enabled);

// For a bool that was not looked at: any value is one of the two.
[[nodiscard]] bool is_set(const bool& value);

}  // namespace skein
