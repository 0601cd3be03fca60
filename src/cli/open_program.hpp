// From a file to the machine that runs it. This is the one place that knows which kinds of
// programs there are; the native machine will be hooked in here.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "machine/machine.hpp"

namespace skein::cli {

// Throws UserError if the file cannot be read, is of no known kind or has errors in it.
[[nodiscard]] std::unique_ptr<Machine> open_program(
    const std::string& path, const std::vector<std::pair<std::string, std::string>>& defines);

}  // namespace skein::cli
