// SPDX-License-Identifier: Apache-2.0
// Sentences about a deadlock: "main waits for lock m held by t1".
#pragma once

#include <string>
#include <vector>

#include "core/names.hpp"
#include "findings/wait_for.hpp"
#include "machine/detailed_run.hpp"

namespace skein {

// "main waits for lock m held by t1"
[[nodiscard]] std::string wait_text(const Wait& wait, const Names& names);

// The agents of the cycle, or all stuck agents if there is no cycle:
// "t1 waits for lock b held by t2, t2 waits for lock a held by t1".
[[nodiscard]] std::string deadlock_text(const std::vector<Wait>& waits, const Names& names);

// "std::counting_semaphore::acquire() sleeps although the count is 1"
[[nodiscard]] std::string fault_text(const LibraryFault& fault);

}  // namespace skein
