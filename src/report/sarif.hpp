// SPDX-License-Identifier: Apache-2.0
// The report as SARIF 2.1.0, the format in which code hosts and editors take findings.
//
// Each kind of finding is a rule, each finding a result with its place; the witness is a code flow
// with one thread flow an agent, whose steps keep their order by executionOrder. An error, and what
// keeps the exploration from being complete, are notifications of the invocation.
//
// Places are relative to the folder skein was started in (%SRCROOT%) where they lie below it: start
// it in the root of the repository.
#pragma once

#include <nlohmann/json.hpp>

#include "report/report.hpp"

namespace skein {

[[nodiscard]] nlohmann::ordered_json to_sarif(const Report& report);

// A path as a URI reference: absolute ones begin with file://, what has a meaning in URIs is
// escaped.
[[nodiscard]] std::string path_to_uri(std::string_view path);

}  // namespace skein
