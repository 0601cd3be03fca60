// SPDX-License-Identifier: Apache-2.0
// Reads a model file and compiles it. Every error in the file, or in the given parameters, is a
// UserError "FILE:LINE:COLUMN: what was expected".
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "machine/model/language/model_program.hpp"

namespace skein {

using ModelParams = std::map<std::string, long>;

// `params` overrides params of the file by name.
[[nodiscard]] ModelProgram parse_model(std::string_view text, std::string_view file_name,
                                       const ModelParams& params = {});

[[nodiscard]] ModelProgram load_model(const std::string& path, const ModelParams& params = {});

}  // namespace skein
