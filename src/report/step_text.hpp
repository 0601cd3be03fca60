// One step of a run, in words: where in the program, what it did, which value it saw.
#pragma once

#include <string>

#include "machine/machine.hpp"
#include "model/step.hpp"

namespace skein {

// "load x", "lock m", "create adder(1)": the operation and its objects.
[[nodiscard]] std::string operation_text(const Operation& op, const Machine& machine);

// A site's text taken apart: "a.skein:12: lock m" is file "a.skein", line "12" and source "lock m".
// "a.c:12", all that is known of a real program, has no source. What does not look like that is all
// source.
struct SiteParts {
  std::string file;
  std::string line;
  std::string source;
};
[[nodiscard]] SiteParts site_parts(SiteId site, const Machine& machine);

// What a step read, wrote or returned, if that is worth showing: "= 3", "took choice 1 of 2".
[[nodiscard]] std::string outcome_text(const Step& step);

// A step but its place: "lock m", or "r = x" with the detail "[load x = 0]". An access to memory
// comes with the program's own words, which say what the value is for; other operations speak for
// themselves.
struct StepText {
  std::string what;
  std::string detail;  // may be empty
};
[[nodiscard]] StepText step_text(const Step& step, const Machine& machine);

}  // namespace skein
