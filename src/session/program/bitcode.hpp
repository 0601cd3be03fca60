// SPDX-License-Identifier: Apache-2.0
// From the user's files to LLVM bitcode: clang 19 compiles sources without optimisation.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "machine/ir/program/program.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/settings.hpp"

namespace skein::session {

// When what the program reads becomes unknown input (skein/unknown_input.h).
enum class TakesInput : std::uint8_t {
  IfNeeded,  // if the program could not be executed otherwise, or --unknown-input says so
  IfRead,    // whenever the program reads anything
};

// `stubs`: NAME=VALUE for functions that only return a value. Compiles the sources among the
// program's files into `folder`, links and decodes all of them. Throws UserError, after clang has
// written its messages to the standard error. Throws Stopped if `is_over` before clang is done.
// Program::has_unknown_input tells whether what it reads is unknown input.
[[nodiscard]] ir::Program load_bitcode(const ProgramSettings& settings,
                                       const std::vector<std::string>& stubs,
                                       std::optional<TemporaryFolder>& folder,
                                       const std::function<bool()>& is_over = {},
                                       TakesInput takes_input = TakesInput::IfNeeded);

}  // namespace skein::session
