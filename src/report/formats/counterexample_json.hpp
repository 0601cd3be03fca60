// SPDX-License-Identifier: Apache-2.0
// A counterexample as JSON: the same in reports, in trace files and for the HTML page. The keys are
// a contract, documented in docs/reference.md: add, never rename.
#pragma once

#include <nlohmann/json.hpp>

#include "report/counterexample.hpp"

namespace skein {

// Without steps ("steps": null) if there are too many to write.
[[nodiscard]] nlohmann::ordered_json counterexample_json(const Counterexample& counterexample,
                                                         bool has_steps = true);

}  // namespace skein
