// SPDX-License-Identifier: Apache-2.0
// Distributions strip programs and libraries and keep the debug information in separate files. This
// finds such a file where debuggers look: by build id, then by the name in .gnu_debuglink. Files
// are not downloaded (debuginfod).
#pragma once

#include <string>

namespace skein {

// The file with the debug information of `path`: `path` itself if it has some, or if no other file
// is found that belongs to it. `folder` is where the system keeps such files.
[[nodiscard]] std::string debug_file_of(const std::string& path,
                                        const std::string& folder = "/usr/lib/debug");

}  // namespace skein
