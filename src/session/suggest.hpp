// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?": the known word most like one that is not known.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace skein::session {

// Empty if none is near: at most a third of the letters (one at least) may be wrong.
[[nodiscard]] std::string nearest(std::string_view word, std::span<const std::string_view> known);

}  // namespace skein::session
