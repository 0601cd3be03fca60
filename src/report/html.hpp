// SPDX-License-Identifier: Apache-2.0
// The report as one HTML page to look at: findings with interactive schedules, sources, the
// unfolding, statistics.
//
// The page itself is made from report-page/ (Vite, npm packages) and a part of this binary; here
// the report's data is put into it. No file beside it, no network.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace skein {

// `json` is the report as the page gets it (to_json, of report/json.hpp or report/proof.hpp).
[[nodiscard]] std::string to_html(const Report& report, const nlohmann::ordered_json& json);

// The page without data, as it was built (report_page.cpp, generated).
[[nodiscard]] std::string_view report_page();

}  // namespace skein
