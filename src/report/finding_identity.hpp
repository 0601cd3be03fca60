// SPDX-License-Identifier: Apache-2.0
// What stays the same of a finding when the program around it changes: for baselines, which compare
// the findings of two versions.
//
// Lines move with every change above them, and numbers of threads, blocks and bytes depend on the
// schedule; functions and variables keep their names. So an identity has
//
// - of a race: the object and the two functions;
// - of a deadlock: of the agents in the cycle (without one: of all that are stuck) their kinds,
//   functions and locks;
// - of all others: the kind, the function (of a model: the statement), and what happened: its code
//   and subjects, not the sentence, which may be reworded.
#pragma once

#include <string>

#include "report/counterexample.hpp"

namespace skein {

[[nodiscard]] std::string identity_of(const Counterexample& counterexample);

// "worker" of "worker(2)", and of a model's "worker#2".
[[nodiscard]] std::string kind_of_agent(const std::string& name);

}  // namespace skein
