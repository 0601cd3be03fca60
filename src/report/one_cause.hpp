// SPDX-License-Identifier: Apache-2.0
// One cause, one finding.
//
// The same mistake shows in many forms: whichever of two equal threads gets stuck, each field of an
// object that lacks its lock, the read and the write of one increment, the race of a free and the
// use after it. Findings are distinguished by facts (findings/finding.hpp), because an exploration
// knows no more; here, where stacks and names are known, those with one cause become one finding,
// and the others its variants:
//
// - deadlocks in which equal threads wait at the same lines;
// - races on one object between the same two functions, and on a heap block between the same lines
//   as another race;
// - uses of what was freed at one place, by one function, as races and as uses after free;
// - all others of one kind at the same line with the same words.
#pragma once

#include "report/report.hpp"

namespace skein {

// REQUIRES: every finding has its counterexample.
void merge_causes(Report& report);

}  // namespace skein
