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
// Waits for the plan itself, or until `steps` steps of its beginning are known.
Wanted await_beginning(std::uint32_t steps);
// Waits for the plan itself.
void await_plan();

// The number of the next request. A process that continues after another one takes it over.
[[nodiscard]] std::uint32_t next_request_number();
void set_next_request(std::uint32_t number);

// The run of this request has begun.
void note_begun();
// The run is in the channel.
void answer();

}  // namespace skein::runtime
