// SPDX-License-Identifier: Apache-2.0
// The executor's side of the exchange with the explorer (channel.hpp): requests and replies.
#pragma once

#include <cstdint>

namespace skein::runtime {

enum class Wanted : std::uint8_t {
  Run,        // a plan is in the channel
  Beginning,  // not yet, but it is known how the next one begins: channel.hpp, `ahead`
};

// Waits until the explorer wants something.
Wanted await_request();
// Waits for the plan itself, or until more than so many steps are known of its beginning.
Wanted await_plan(std::uint32_t known);
// Waits for the plan itself.
void await_plan();

// The run of the request has begun.
void note_begun();
// The run is in the channel.
void answer();

}  // namespace skein::runtime
