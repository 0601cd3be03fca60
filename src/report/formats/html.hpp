// SPDX-License-Identifier: Apache-2.0
// The report as one HTML page to look at: findings with interactive schedules, sources, the
// unfolding, statistics.
//
// The page itself is made from report-page/ (Vite, npm packages) and compiled into this binary;
// this code inserts the report's data. The page needs no other file and no network.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace skein {

// `json` is the report in the form that the page expects (to_json, of report/formats/json.hpp or
// report/formats/proof.hpp).
[[nodiscard]] std::string to_html(const Report& report, const nlohmann::ordered_json& json);

// The page without data, as it was built (report_page.cpp, generated).
[[nodiscard]] std::string_view report_page();

}  // namespace skein
