// The report as one HTML page to look at: findings with interactive schedules, sources, the
// unfolding, figures.
//
// The page itself is made from report-page/ (Vite, npm packages) and a part of this binary; here
// the report's data is put into it. No file beside it, no network.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace skein {

[[nodiscard]] std::string to_html(const Report& report);

// The page without data, as it was built (report_page.cpp, generated).
[[nodiscard]] std::string_view report_page();

}  // namespace skein
