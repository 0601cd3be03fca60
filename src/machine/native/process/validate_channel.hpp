// SPDX-License-Identifier: Apache-2.0
// Checks that the executor's data in the channel can be true.
//
// The program under test may write anywhere, including the memory that it shares with us. What we
// read there may be wrong, but must never lead us outside our own tables.
#pragma once

#include <cstddef>

#include "protocol/channel.hpp"

namespace skein {

// Whether `health` was written by the executor itself.
[[nodiscard]] bool is_valid_health(const channel::Channel& channel);

// Whether the numbers of a violation are in range, and its texts end within the channel.
[[nodiscard]] bool are_valid_facts(const channel::Channel& channel,
                                   const channel::ViolationOut& violation);

// Whether the run can be true: its statistics, its steps from number `from` on (those before are
// known), and the enabled operations if they were asked for.
[[nodiscard]] bool is_valid_run(const channel::Channel& channel, std::size_t from,
                                bool has_enabled);

// The value of a bool that is_valid_run() does not check: any byte other than 0 is true.
[[nodiscard]] bool is_set(const bool& value);

}  // namespace skein
