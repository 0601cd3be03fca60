// SPDX-License-Identifier: Apache-2.0
// A picture of a complete prefix, as Graphviz input: boxes are events, arrows immediate causes,
// dashed red lines immediate conflicts; a cut-off is dashed, with a dotted arrow to its
// corresponding event.
#pragma once

#include <string>

#include "prefix/prefix.hpp"

namespace skein {

[[nodiscard]] std::string prefix_to_dot(const Prefix& prefix, const std::string& title);

}  // namespace skein
