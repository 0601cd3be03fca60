// SPDX-License-Identifier: Apache-2.0
// The executor's side of the exchange with the explorer (channel.hpp): requests and replies.
#pragma once

#include <cstdint>

namespace skein::runtime {

enum class Wanted : std::uint8_t {
  Run,        // a plan is in the channel
  Beginning,  // no plan yet, but its first steps are known (channel.hpp, `ahead`)
};

// Waits for a plan or its beginning.
Wanted await_request();
// Waits for the plan itself, or until more than `known` steps of its beginning are known.
Wanted await_plan(std::uint32_t known);
// Waits for the plan itself.
void await_plan();

// The run of this request has begun.
void note_begun();
// The run is in the channel.
void answer();

}  // namespace skein::runtime
