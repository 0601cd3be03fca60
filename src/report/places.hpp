// SPDX-License-Identifier: Apache-2.0
// Which of the places on a stack an engineer wants to see first, and under which path.
//
// A lock is taken inside of std::mutex, a thread made inside of std::thread; what is meant is the
// line of the user's own code that called it: the innermost frame whose source is there to read and
// does not belong to the system.
#pragma once

#include <string>

#include "machine/detailed_run.hpp"
#include "report/report.hpp"

namespace skein {

// The place in the user's code: of the stack's frames if one qualifies, else `place` itself.
[[nodiscard]] Place own_place(const Place& place, const Stack& stack);

// The path of the place's file: relative to the folder skein was started in if it lies below,
// empty if there is no file. What is known by its bare name only is looked for in the request.
[[nodiscard]] std::string shown_path(const Place& place, const Request& request);

}  // namespace skein
