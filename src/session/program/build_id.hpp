// SPDX-License-Identifier: Apache-2.0
// Which build of a program is it? Schedules belong to one.
#pragma once

#include <string>

namespace skein::session {

// The GNU build id of a binary, or, of whatever has none, a hash of the whole file: "xxh:...".
// Empty if it cannot be read.
[[nodiscard]] std::string build_id_of(const std::string& path);

}  // namespace skein::session
