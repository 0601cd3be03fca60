// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?": the known word closest to an unknown one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace skein::session {

// Empty if no word is close: at most a third of the letters (at least one) may be wrong.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace skein::session
