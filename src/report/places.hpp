// SPDX-License-Identifier: Apache-2.0
// Which place on a stack to show first, and under which path.
//
// A lock is taken inside std::mutex, a thread created inside std::thread; the interesting line is
// the one in the user's own code: the innermost frame whose source can be read and does not belong
// to the system.
#pragma once

#include <string>

#include "machine/source_details.hpp"
#include "report/report.hpp"

namespace skein {

// The place in the user's code: that of the first frame that qualifies, else `place` itself.
[[nodiscard]] Place own_place(const Place& place, const Stack& stack);

// The path of the place's file: relative to the folder where skein was started if it is below,
// empty if there is no file. A bare name is looked up in the request.
[[nodiscard]] std::string shown_path(const Place& place, const Request& request);

}  // namespace skein
