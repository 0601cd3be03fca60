// SPDX-License-Identifier: Apache-2.0
// SKEIN_LOG=explore,races: which topics of the debug log (core/log.hpp) go to the standard error.
#pragma once

#include <string_view>

#include "core/log.hpp"

namespace skein::cli {

// The topics named in the value, separated by commas; "all" stands for every topic. Throws
// UserError, with the names that exist, where a name is unknown.
[[nodiscard]] log::Topics parse_topics(std::string_view value);

// Turns on what the environment asks for.
void set_up_log();

}  // namespace skein::cli
