// SPDX-License-Identifier: Apache-2.0
// The report as SARIF 2.1.0, the format in which code hosts and editors accept findings.
//
// Each kind of finding is a rule, each finding a result with its place. The witness is a code flow
// with one thread flow per agent; executionOrder keeps the order of the steps. An error, and
// whatever keeps the exploration from being complete, is a notification of the invocation.
//
// Places below the folder where skein was started are relative to it (%SRCROOT%), so start skein in
// the root of the repository.
#pragma once

#include <nlohmann/json.hpp>

#include "report/report.hpp"

namespace skein {

[[nodiscard]] nlohmann::ordered_json to_sarif(const Report& report);

// A path as a URI reference: absolute paths begin with file://, and characters with a meaning in
// URIs are escaped.
[[nodiscard]] std::string path_to_uri(std::string_view path);

}  // namespace skein
