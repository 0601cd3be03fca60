// SPDX-License-Identifier: Apache-2.0
// From the user's files to LLVM bitcode: clang 19 compiles sources without optimisation.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "machine/ir/program.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/settings.hpp"

namespace skein::session {

// `stubs`: NAME=VALUE for functions that only return a value. Compiles the sources among the
// program's files into `folder`, links and decodes all of them. Throws UserError, after clang has
// written its messages to the standard error. Throws Stopped if `is_over` before clang is done.
[[nodiscard]] ir::Program load_bitcode(const ProgramSettings& settings,
                                       const std::vector<std::string>& stubs,
                                       std::optional<TemporaryFolder>& folder,
                                       const std::function<bool()>& is_over = {});

}  // namespace skein::session
