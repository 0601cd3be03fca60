// SPDX-License-Identifier: Apache-2.0
// skein graph: the unfolding of a small program, or the prefix that `skein verify` would build, as
// a drawing in the language of Graphviz.
#pragma once

#include <string>

#include "session/observer.hpp"
#include "session/settings.hpp"

namespace skein::session {

struct Drawing {
  std::string title;
  std::string dot;
  bool is_whole = true;  // nothing was cut or stopped
};

// Throws UserError for an option that does not apply or for more events than a reader could follow,
// and Stopped.
[[nodiscard]] Drawing draw(const GraphSettings& settings, Observer& observer);

}  // namespace skein::session
