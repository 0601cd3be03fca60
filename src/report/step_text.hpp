// SPDX-License-Identifier: Apache-2.0
// One step of a run, in words: what it did, which value it saw. Names are as the machine gives
// them; who prints them makes them printable.
#pragma once

#include <string>

#include "core/step.hpp"
#include "machine/machine.hpp"

namespace skein {

// "m", "x[2]": an object's name; the life of an agent is named after the agent.
[[nodiscard]] std::string object_text(ObjectId object, const Machine& machine);

// "load x", "lock m", "create adder(1)": the operation and its objects.
[[nodiscard]] std::string operation_text(const Operation& op, const Machine& machine);

// A site's text taken apart: "a.skein:12: lock m" is file "a.skein", line 12 and source "lock m".
// "a.c:12", all that is known of a real program, has no source. What does not look like that is all
// source.
struct SiteParts {
  std::string file;
  std::string line;
  std::string source;
};
[[nodiscard]] SiteParts site_parts(SiteId site, const Machine& machine);

// How an operation that may go either way went: "fails", "timeout"; else empty.
[[nodiscard]] std::string outcome_text(const Step& step);

}  // namespace skein
