// SPDX-License-Identifier: Apache-2.0
// The words of a remark (remark.hpp). No other code makes them.
#pragma once

#include <string>
#include <vector>

#include "report/words/remark.hpp"

namespace skein {

// "under sequential consistency", "2 findings (see the warnings) may be prevented by ..."
[[nodiscard]] std::string remark_text(const Remark& remark);

// Each after "; ".
[[nodiscard]] std::string remarks_text(const std::vector<Remark>& remarks);

}  // namespace skein
