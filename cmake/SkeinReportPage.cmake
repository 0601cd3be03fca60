# SPDX-License-Identifier: Apache-2.0
# The page of `skein check --html` becomes a part of the binary: report-page/built/index.html as an
# array of bytes. (The page is built by npm, and kept in the repository: report-page/README.md.)

set(skein_page "${PROJECT_SOURCE_DIR}/report-page/built/index.html")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${skein_page}")
file(READ "${skein_page}" skein_page_bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," skein_page_bytes "${skein_page_bytes}")
string(REGEX REPLACE "(('[^']*',){16})" "\\1\n" skein_page_bytes "${skein_page_bytes}")
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/generated/report_page.cpp" @ONLY CONTENT
"// Made from report-page/built/index.html.
#include \"report/formats/html.hpp\"

namespace skein {

namespace {
constexpr char kPage[] = {
@skein_page_bytes@
};
}  // namespace

std::string_view report_page() { return {kPage, sizeof kPage}; }

}  // namespace skein
")
target_sources(skein_report PRIVATE "${PROJECT_BINARY_DIR}/generated/report_page.cpp")
