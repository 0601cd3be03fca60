// SPDX-License-Identifier: Apache-2.0
// All traces of a program with states, one run each: depth-first search with sleep sets
// [Godefroid].
//
// It is the plain way: it steps through states one by one, asks what touches what, and shares no
// code with the prefix, whose maximal configurations (without cut-offs) must be as many.
#pragma once

#include <cstdint>
#include <functional>

#include "core/run.hpp"
#include "core/states.hpp"

namespace skein::test {

// Calls `visit` with one complete run of each trace; its steps have the first two touched objects.
// False if there are more than `most` steps to be taken in all, or a run of more than `longest`.
bool for_each_trace(StateSystem& system, std::uint64_t most, std::size_t longest,
                    const std::function<void(const Run&)>& visit);

}  // namespace skein::test
