// SPDX-License-Identifier: Apache-2.0
// Identifies the build of a program, because schedules belong to one build.
#pragma once

#include <string>

namespace skein::session {

// The GNU build id of a binary; for a file without one, a hash of the whole file: "xxh:...". Empty
// if the file cannot be read.
[[nodiscard]] std::string build_id_of(const std::string& path);

}  // namespace skein::session
