// SPDX-License-Identifier: Apache-2.0
// Programs on the ir machine and on others, for the tests of this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "agreement/common_traces.hpp"
#include "machine/ir/system.hpp"
#include "machine/machine.hpp"

namespace skein::test {

// Compiled as skein verify does it. Throws UserError if the ir machine refuses it. `cache` is where
// the bitcode is kept; empty: nowhere.
[[nodiscard]] ir::Program decoded(
    const std::string& source, const std::string& cache = "",
    const std::vector<std::pair<std::string, std::string>>& defines = {},
    const std::vector<std::string>& flags = {});

// All traces of it, unless they take more than `most` steps in all.
[[nodiscard]] TraceSet ir_traces(ir::IrSystem& system, std::uint64_t most,
                                 std::function<bool(const std::string&)> keeps_plain = nullptr);

// All traces of a machine, unless they take more than `most` runs; of the last attempt, where the
// machine finds on the way that more is visible.
[[nodiscard]] TraceSet explored_traces(Machine& machine, std::uint64_t most);

}  // namespace skein::test
